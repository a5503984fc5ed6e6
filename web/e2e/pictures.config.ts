import { defineConfig } from "vitest/config";

// The pictures of the documentation: `make pictures`.
export default defineConfig({
  test: { include: ["e2e/pictures/pictures.ts"], testTimeout: 600_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
