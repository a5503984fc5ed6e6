import { defineConfig } from "vitest/config";

// The pictures that messengers show of links: `make previews`.
export default defineConfig({
  test: { include: ["e2e/pictures/previews.ts"], testTimeout: 120_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
