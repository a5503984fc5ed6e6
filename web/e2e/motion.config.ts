import { defineConfig } from "vitest/config";

// What moves on a slow phone, and at what cost: `make motion`. It judges nothing but what does not depend on the machine.
export default defineConfig({
  test: { include: ["e2e/**/*.motion.ts"], testTimeout: 300_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
