import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("the policy admits the two workers of the site, and is made once", async () => {
  const createPolicy = vi.fn((_: string, { createScriptURL }: { createScriptURL: (address: string) => string }) => ({ createScriptURL }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  vi.resetModules();
  const { OFFLINE_WORKER, SERVICE_WORKER, trusted } = await import("./trusted");
  expect([trusted(SERVICE_WORKER), trusted(OFFLINE_WORKER)]).toEqual(["/sw.js", OFFLINE_WORKER]);
  expect(() => trusted("/assets/offline-worker.js?x")).toThrow(TypeError);
  expect(() => trusted("https://evil.example/sw.js")).toThrow(TypeError);
  expect(createPolicy).toHaveBeenCalledTimes(1);
});
