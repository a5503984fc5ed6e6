/** Kuhfstein through an upgrade, in a tab that stays open. */
import { test } from "vitest";
import { DESKTOP } from "../support/browsers";
import { playedThrough } from "../support/upgrade";

test("an open tab plays to the end through an upgrade", async () => playedThrough("kuhfstein", DESKTOP, "herder", "Herder"));
