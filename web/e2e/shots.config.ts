import { defineConfig } from "vitest/config";

// Pictures of every screen, to be looked at: `make shots`.
export default defineConfig({
  test: { include: ["e2e/**/*.shot.ts"], testTimeout: 600_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
