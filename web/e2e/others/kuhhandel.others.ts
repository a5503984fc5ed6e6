/** Kuhhandel in Firefox and WebKit, to the score sheet. */
import { test } from "vitest";
import { press } from "../robot";
import { BROWSERS, played } from "./played";

test.each(BROWSERS)("a whole game in %s, and nothing in its console", async (browser) =>
  played(browser, { edition: "kuhhandel/2", seats: 4, bots: ["farmer", "farmer:bold", "farmer:bluffer"] }, press),
);
