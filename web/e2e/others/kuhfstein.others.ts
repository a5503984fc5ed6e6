/** Kuhfstein in Firefox and WebKit, to the score sheet. */
import { test } from "vitest";
import { press } from "../kuhfstein/kuhfsteinRobot";
import { BROWSERS, played } from "./played";

test.each(BROWSERS)("a whole game in %s, and nothing in its console", async (browser) =>
  played(browser, {
    table: { edition: "kuhfstein", seats: 3, bots: ["farmer", "herder"] },
    press,
    looks: { confirm: ".confirm" },
  }),
);
