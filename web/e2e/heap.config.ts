import { defineConfig } from "vitest/config";

// What a long evening leaves in the memory of a slow phone: `make heap`. It takes MINUTES, and as long again if the machine is busy.
const MINUTES = Number(process.env["MINUTES"] ?? 30);

export default defineConfig({
  test: { include: ["e2e/speed/heap.ts"], testTimeout: (2 * MINUTES + 10) * 60_000, hookTimeout: 60_000, globalSetup: ["e2e/built.ts"] },
});
