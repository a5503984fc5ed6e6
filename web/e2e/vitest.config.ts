import { defineConfig } from "vitest/config";
import { patience } from "./machine.ts";

// What is timed has the machine to itself, after all others; so has what looks long at one state while clocks run.
const ALONE = ["home", "kuhfstein", "latency", "speed"].map((name) => `e2e/${name}.e2e.ts`);

// Whole games in real browsers, as long as they take. They mostly wait for each other, so two go on at once.
export default defineConfig({
  test: {
    testTimeout: patience(420_000),
    hookTimeout: patience(60_000),
    globalSetup: ["e2e/built.ts"],
    setupFiles: ["e2e/clean.ts"],
    // What a page shall come to show, it may show late on a busy machine.
    expect: { poll: { timeout: patience(20_000) } },
    projects: [
      {
        extends: true,
        test: { name: "games", include: ["e2e/**/*.e2e.ts"], exclude: ALONE, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
