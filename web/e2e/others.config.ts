import { defineConfig } from "vitest/config";
import { patience } from "./machine.ts";

// What takes browsers that are not Chromium: `make browsers`.
export default defineConfig({
  test: {
    include: ["e2e/others/*.others.ts"],
    testTimeout: patience(600_000),
    globalSetup: ["e2e/built.ts", "e2e/others/present.ts"],
    expect: { poll: { timeout: patience(20_000) } },
    fileParallelism: false,
  },
});
