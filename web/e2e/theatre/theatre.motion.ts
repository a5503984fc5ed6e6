/** A trace of scenes on a phone that is six times slower than this machine: what moves, and whether anything has to be laid out meanwhile. */
import type { Browser, CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTS, type ActName, rehearsed } from "./acts";
import { launched, opened, PHONE } from "../support/browsers";
import { type Staged, staged } from "../support/staged";
import { served } from "../states/play";

const SLOWER = 6;
const LONG_FRAME = 50;
const SCENES: readonly ActName[] = ["bids", "sale", "trade", "onlooker", "donkey", "quartet"];
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.stack", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"];

interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly tid: number;
  /** Microseconds that it took, and those of them in which it had the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly beginData?: { readonly stackTrace?: readonly { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number }[] } };
}

let site: Awaited<ReturnType<typeof served>>;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([served("../src/kuhstall/client", 0), launched()]);
});

afterAll(async () => {
  await browser.close();
  site.stop();
});

/** Note everything that is animated, and every frame; runs inside the page. */
function watched(): void {
  const seen = { properties: new Map<string, string>(), frames: [] as number[], begun: 0 };
  const KEPT = new Set(["offset", "easing", "composite", "computedOffset"]);
  const note = (animation: Animation): void => {
    const { effect } = animation;
    if (!(effect instanceof KeyframeEffect)) return;
    const who = (effect.target as HTMLElement | null)?.className ?? "";
    for (const frame of effect.getKeyframes()) for (const name of Object.keys(frame)) if (!KEPT.has(name)) seen.properties.set(name, `${seen.properties.get(name) ?? ""} ${String(who)}`.slice(0, 200));
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with its own element below
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    performance.mark("animated");
    seen.begun = performance.now();
    const begun = animate.apply(this, all);
    note(begun);
    return begun;
  };
  addEventListener("animationstart", (event) => {
    for (const one of (event.target as Element).getAnimations()) note(one);
  });
  const frame = (now: number): void => {
    seen.frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(window, { seen });
}

async function traced(devtools: CDPSession, what: () => Promise<void>): Promise<readonly Traced[]> {
  const events: Traced[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as Traced[]));
  devtools.on("Tracing.dataCollected", collect);
  await devtools.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES }, transferMode: "ReportEvents" });
  await what();
  const complete = new Promise((resolve) => {
    devtools.once("Tracing.tracingComplete", resolve);
  });
  await devtools.send("Tracing.end");
  await complete;
  devtools.off("Tracing.dataCollected", collect);
  return events;
}

test("scenes on a slow phone", async () => {
  const { page, context } = await opened(browser, PHONE, "en");
  const stage = await staged(page, site.url, ACTS.trade.before);
  await rehearsed(page);
  await page.evaluate(watched);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const rows: Record<string, object> = {};
  for (const name of ["nothing", ...SCENES] as const) {
    const { before, after }: { before: Staged; after: Staged } = name === "nothing" ? { before: ACTS.trade.before, after: ACTS.trade.before } : ACTS[name];
    await stage.show(before);
    await page.waitForTimeout(3500);
    await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { properties: Map<string, string>; frames: number[]; begun: number } };
      seen.begun = performance.now();
      seen.properties.clear();
      seen.frames.length = 0;
    });
    const events = await traced(devtools, async () => {
      await stage.show(after);
      await page.waitForTimeout(3200);
    });
    const { properties, frames, begun: start } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { properties: Map<string, string>; frames: number[]; begun: number } };
      return { properties: Object.fromEntries(seen.properties), frames: [...seen.frames], begun: seen.begun };
    });
    // From the last thing that was set in motion on, until a scene is over, nothing may ask where something is.
    const begun = Math.max(...events.filter((event) => event.name === "animated").map(({ ts }) => ts), 0);
    // What the driver of the browser asks has no address.
    const forced = events.filter(({ name: what, ts, args }) => /^(Layout|UpdateLayoutTree)$/.test(what) && ts > begun && (args?.beginData?.stackTrace?.[0]?.url ?? "") !== "");
    const moving = frames.filter((at) => at >= start);
    const gaps = moving.slice(1).map((at, place) => at - (moving[place] ?? at));
    const drawn = events.filter((event) => event.name === "DrawFrame" && event.ts > begun).map(({ ts }) => ts / 1000).toSorted((one, other) => one - other);
    const drawnGaps = drawn.slice(1).map((at, place) => at - (drawn[place] ?? at));
    // Of the page's own thread only what it computed: how often others have the processor says nothing of the page.
    const thread = events.find((event) => event.name === "UpdateLayoutTree")?.tid;
    const tasks = events.filter((event) => event.name === "RunTask" && event.tid === thread && event.ts > begun).map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
    rows[name] = {
      animated: Object.keys(properties).toSorted().join(" "),
      "forced layouts": forced.length,
      frames: gaps.length,
      [`over ${LONG_FRAME} ms`]: gaps.filter((gap) => gap > LONG_FRAME).length,
      longest: Math.round(Math.max(0, ...gaps)),
      drawn: drawn.length,
      tasks: tasks.length,
      [`tasks over ${LONG_FRAME} ms`]: tasks.filter((task) => task > LONG_FRAME).length,
      [`longest task`]: Math.round(Math.max(0, ...tasks)),
      [`drawn over ${LONG_FRAME} ms`]: drawnGaps.filter((gap) => gap > LONG_FRAME).length,
    };
    for (const one of forced) console.info(name, one.name, one.args?.beginData?.stackTrace?.slice(0, 3).map(({ functionName, url, lineNumber, columnNumber }) => `${functionName} ${url.split("/").at(-1)}:${lineNumber}:${columnNumber}`).join(" < "));
    for (const [property, who] of Object.entries(properties)) if (!["transform", "opacity"].includes(property)) console.info(name, property, who);
  }
  console.table(rows);
  // The two figures that are the same on every machine.
  const all = Object.values(rows) as { animated: string; "forced layouts": number }[];
  const known = ["", "transform", "opacity"];
  expect(all.flatMap(({ animated }) => animated.split(" ")).filter((one) => !known.includes(one))).toEqual([]);
  expect(all.map((row) => row["forced layouts"])).toEqual(all.map(() => 0));
});
