import { defineConfig } from "vitest/config";
import { patience } from "./machine.ts";

// What takes an older version beside this one: `make drill`.
export default defineConfig({
  test: {
    include: ["e2e/**/*.drill.ts"],
    testTimeout: patience(420_000),
    hookTimeout: patience(120_000),
    globalSetup: ["e2e/built.ts"],
    setupFiles: ["e2e/clean.ts"],
    expect: { poll: { timeout: patience(60_000) } },
    fileParallelism: false,
  },
});
