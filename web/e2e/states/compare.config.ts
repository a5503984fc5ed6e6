import { defineConfig } from "vitest/config";

// Pictures of every state in two builds of the client: `make compare BASE=<client folder>`.
export default defineConfig({
  test: { include: ["e2e/states/compare.ts"], testTimeout: 7_200_000, hookTimeout: 60_000 },
});
