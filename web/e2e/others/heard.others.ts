/** A silence proves something only where noise would be heard: whatever is planted, in each browser. */
import { expect, test } from "vitest";
import { BROWSERS, guest } from "./played";

const PLANTED = [
  [() => console.error("planted"), /^error: planted/m],
  [() => console.warn("planted"), /^warn: planted/m],
  [
    () =>
      void setTimeout(() => {
        throw new Error("thrown in passing");
      }),
    /thrown in passing/,
  ],
  [() => void Promise.reject(new Error("lost")), /lost/],
  [() => document.body.appendChild(document.createElement("p")).setAttribute("style", "color:red"), /policy: style-src/],
  [() => void (document.body.appendChild(new Image()).src = "http://127.0.0.2/x.png"), /policy: img-src/],
  [() => void (document.body.appendChild(new Image()).src = "/planted.png"), /404.*planted\.png/],
] as const;

test.each(BROWSERS)("whatever is planted in %s is heard", async (browser) => {
  const { tab, origin } = await guest(browser);
  await tab.open(`${origin}/`);
  expect(tab.complaints).toEqual([]);
  for (const [plant, heard] of PLANTED) {
    await tab.evaluate<null, unknown>(plant, null);
    await expect.poll(() => tab.complaints.join("\n")).toMatch(heard);
  }
  console.info(`${tab.browser}:\n${tab.complaints.join("\n")}`);
});
