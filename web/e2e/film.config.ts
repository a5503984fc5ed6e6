import { defineConfig } from "vitest/config";

// The moving picture of the README: `make film`.
export default defineConfig({
  test: { include: ["e2e/pictures/film.ts"], testTimeout: 1_200_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
