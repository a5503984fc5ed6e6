/** Complaints of the browser are heard, whoever forgets to ask for them. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complained, DESKTOP, launched, opened } from "./support/browsers";
import { type Cluster, cluster } from "./support/servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

const PLANTED = [
  [() => console.error("planted"), /^error: planted/],
  [() => console.warn("planted"), /^warning: planted/],
  [
    () => {
      setTimeout(() => {
        throw new Error("planted");
      });
    },
    /^thrown: Error: planted/,
  ],
  [() => void Promise.reject(new Error("lost")), /^thrown: Error: lost/],
  [() => document.body.appendChild(document.createElement("p")).setAttribute("style", "color:red"), /policy: style-src/],
  [() => void setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<p>planted</p>")), /policy: require-trusted-types-for/],
  [() => void (document.body.appendChild(new Image()).src = "http://127.0.0.2/x.png"), /policy: img-src/],
  [() => void (document.body.appendChild(new Image()).src = "/planted.png"), /404.*planted\.png/],
] as const;

test("whatever is planted in any tab is heard, and fails the test if it is left", async () => {
  const { page, context, complaints } = await opened(browser, DESKTOP, "en");
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(`${servers.nodes[0]?.url ?? ""}/`);
    await tab.locator(".btn--go").first().waitFor();
    for (const [planted, heard] of PLANTED) {
      expect(complaints).toEqual([]);
      await tab.evaluate(planted);
      await expect.poll(() => complaints.join("\n")).toMatch(heard);
      // The browser may say it twice, the second time a little later.
      await tab.evaluate(async () => fetch("/readyz"));
      complaints.length = 0;
    }
  }
  await page.evaluate(() => console.error("left"));
  await expect.poll(() => complaints.length).toBe(1);
  expect(await complained()).toEqual([expect.stringMatching("left")]);
});
