/** Kuhhandel in Firefox and WebKit, to the score sheet. */
import { test } from "vitest";
import { press } from "../support/robot";
import { BROWSERS, played } from "./played";

test.each(BROWSERS)("a whole game in %s, and nothing in its console", async (browser) =>
  played(browser, {
    table: { edition: "kuhhandel/2", seats: 3, bots: ["farmer:bold", "farmer:bluffer"] },
    press,
    looks: { choice: "dialog[open] .trade-pair", trade: "dialog[open]:not(.pay) .versus", pay: "dialog.pay[open]" },
  }),
);
