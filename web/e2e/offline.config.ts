import { defineConfig } from "vitest/config";

// What offline play costs a phone: `make offline`. Not part of CI: it takes a quarter of an hour, and root for the slow processor.
export default defineConfig({
  test: { include: ["e2e/speed/offline.ts"], testTimeout: 1_800_000, hookTimeout: 120_000, globalSetup: ["e2e/built.ts"], fileParallelism: false },
});
