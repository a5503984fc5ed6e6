/** A club's server: two nodes behind nginx. One node after the other is replaced in the middle of a game. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Balancer, balanced } from "./balancer";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Robot } from "../support/robot";
import { freePort, lastingPort, type Node, shared, started } from "../support/servers";
import { patience } from "../machine";

const STEPS = 12;

const database = shared();
const ports: number[] = [];
const nodes: Node[] = [];
let settings: Record<string, string>;
let nginx: Balancer;
let browser: Browser;

beforeAll(async () => {
  const front = await freePort();
  for (let i = 0; i < 2; i++) ports.push(await lastingPort());
  nginx = await balanced(front, ports);
  settings = { ...database.settings, origins: nginx.url, proxies: "127.0.0.1", tempo: "0.15", drain: "1" };
  for (const port of ports) nodes.push(await started(port, settings));
  browser = await launched(...nginx.trust);
});

afterAll(async () => {
  await browser.close();
  await Promise.all(nodes.map(async (node) => node.stop("SIGKILL")));
  await nginx.stop();
  database.drop();
});

interface Frame {
  readonly type: string;
  readonly cid?: string;
  readonly seq?: number;
  readonly code?: string;
}

const read = (frames: readonly string[]): Frame[] => frames.map((frame) => JSON.parse(frame) as Frame);

async function sockets(node: Node | undefined): Promise<number> {
  const text = await (await fetch(node?.figures ?? "")).text();
  return Number(/^kuhstall_sockets (\d+)/mu.exec(text)?.[1]);
}

async function until(what: () => boolean | Promise<boolean>, within = patience(20_000)): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`it did not come about: ${what.toString()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

/** How far a window has come. */
const reached = ({ frames }: Window): number => Math.max(0, ...read(frames).map(({ seq }) => seq ?? 0));

/** Measure how long a window is without a server: from the farewell of one node to the welcome of another. */
function absences({ page }: Window): number[] {
  const found: number[] = [];
  let left: number | undefined;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const [{ type } = { type: "" }] = read([String(payload)]);
      if (type === "bye") left = Date.now();
      if (type === "welcome" && left !== undefined) found.push(Date.now() - left);
      if (type === "welcome") left = undefined;
    });
  });
  return found;
}

/** What was sent and has no answer that decides it. */
function unanswered({ frames, sent }: Window): string[] {
  const undecided = new Set(["unavailable", "slow_down", "broken"]);
  const answers = read(frames).filter(({ type, code }) => type === "ack" || (type === "nack" && !undecided.has(code ?? "")));
  const decided = new Set(answers.map(({ cid }) => cid));
  return read(sent).flatMap(({ type, cid }) => ((type === "cmd" || type === "ask") && cid !== undefined && !decided.has(cid) ? [cid] : []));
}

test("a game goes on while both nodes are replaced, one after the other: nothing is lost, no page reloads", async () => {
  const windows = await Promise.all([
    opened(browser, { ...DESKTOP, ...CALM }, "en"),
    opened(browser, { ...PHONE, ...CALM }, "de"),
    opened(browser, { ...PHONE, ...CALM }, "ru"),
  ]);
  const [host, ...guests] = windows as [Window, Window, Window];
  const away = windows.map(absences);
  await host.page.goto(`${nginx.url}/`);
  const { table } = await host.page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify({ name: "Anna", seats: 3 }) });
    return (await answer.json()) as { table: string };
  });
  const address = `${nginx.url}/t/${table}`;
  await host.page.goto(address);
  for (const { page } of guests) {
    await page.goto(address);
    await page.locator(".start-bar .btn--go").first().click();
    await page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
  }
  await begun(host.page);
  for (const { page } of windows) await page.locator(".stage").waitFor();

  // A page that reloads forgets this.
  for (const { page } of windows) await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const robots = windows.map(({ page }, seat) => new Robot(page, 5 * seat + 3));
  const playing = robots.map(async (robot) => robot.play());

  for (const round of [1, 2]) {
    // All sockets of the table are at one node: that is the one to go.
    await until(async () => (await Promise.all(nodes.map(sockets))).includes(3));
    const counts = await Promise.all(nodes.map(sockets));
    const going = counts.indexOf(3);
    expect(counts[1 - going]).toBe(0);
    const before = Math.min(...windows.map(reached));
    const told = host.frames.length;
    const began = Date.now();
    const stopping = nodes[going]?.stop("SIGTERM").then(() => Date.now());
    // Who comes while the node drains is led to the other at once.
    const late = await opened(browser, { ...DESKTOP, ...CALM }, "en");
    await late.page.goto(address);
    await late.page.locator(".stage").waitFor();
    expect(await sockets(nodes[1 - going])).toBeGreaterThan(0);
    const gone = (await stopping) ?? began;
    const restarted = Date.now();
    nodes[going] = await started(ports[going] ?? 0, settings);
    const back = Date.now();
    await until(() => Math.min(...windows.map(reached)) > before + STEPS);
    expect(read(host.frames.slice(told)).filter(({ type }) => type === "bye")).toEqual([{ type: "bye", code: "reconnect" }]);
    await late.context.close();
    console.info(`round ${round}: drained in ${gone - began} ms, replaced in ${back - restarted} ms, ${STEPS} steps on after ${Date.now() - began} ms`);
    await until(async () => (await sockets(nodes[1 - going])) === 3);
  }

  for (const times of away) expect(times.length).toBe(2);
  console.info(`away for at most ${Math.max(...away.flat())} ms`);

  for (const robot of robots) robot.stop();
  await Promise.all(playing);
  await until(() => windows.every((window) => unanswered(window).length === 0));
  const acked = windows.flatMap(({ frames }) => read(frames).filter(({ type }) => type === "ack"));
  const steps = new Map(acked.map(({ cid, seq }) => [cid, seq]));
  expect(steps.size).toBeGreaterThan(20);
  expect(new Set(steps.values()).size).toBe(steps.size); // each became a step of its own
  const kept = (await (await fetch(`${nodes[0]?.url}/api/tables/${table}/view`)).json()) as Frame;
  expect(Math.max(...windows.map(reached))).toBeLessThanOrEqual(kept.seq ?? 0);
  for (const { page } of windows) expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
});
