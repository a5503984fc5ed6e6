import { defineConfig } from "vitest/config";
import { patience } from "./machine.ts";

// Slow games of every family by people who never meet: `make days`.
export default defineConfig({
  test: {
    include: ["e2e/days.ts"],
    testTimeout: patience(5_400_000),
    hookTimeout: patience(120_000),
    globalSetup: ["e2e/built.ts"],
    setupFiles: ["e2e/clean.ts"],
    expect: { poll: { timeout: patience(60_000) } },
    fileParallelism: false,
  },
});
