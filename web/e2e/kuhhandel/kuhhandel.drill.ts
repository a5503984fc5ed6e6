/** Kuhhandel through an upgrade, in a tab that stays open. */
import { test } from "vitest";
import { PHONE } from "../support/browsers";
import { playedThrough } from "../support/upgrade";

test("an open tab plays to the end through an upgrade", async () => playedThrough("kuhhandel/2", PHONE, "robot", "Robot"));
