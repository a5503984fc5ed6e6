import { defineConfig } from "vitest/config";

// What pages hear in every state, recorded anew: `make states`.
export default defineConfig({
  test: { include: ["e2e/states/record.ts"], testTimeout: 900_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
