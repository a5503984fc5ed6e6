import { defineConfig } from "vitest/config";

// Whole games in real browsers: one after the other, and as long as they take.
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    testTimeout: 420_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    globalSetup: ["e2e/built.ts"],
  },
});
