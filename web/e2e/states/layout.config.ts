import { defineConfig } from "vitest/config";

// Flaws in the layout of every recorded state, at all sizes and by night: `make layout`.
export default defineConfig({
  test: { include: ["e2e/states/layout.e2e.ts"], testTimeout: 7_200_000, hookTimeout: 60_000 },
});
