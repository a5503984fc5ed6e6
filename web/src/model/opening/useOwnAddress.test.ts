// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useOwnAddress } from "./useOwnAddress";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOUSE = "http://192.168.178.20:8000";

it.each([
  ["http://127.0.0.1:8000", HOUSE, HOUSE],
  ["http://localhost:8000", HOUSE, HOUSE],
  ["http://127.0.0.1:8000", "", "http://127.0.0.1:8000"],
  ["http://kuh.test:8000", HOUSE, "http://kuh.test:8000"],
  ["https://kuhstall.example", HOUSE, "https://kuhstall.example"],
])("a page at %s of a house at '%s' invites to %s", async (origin, address, expected) => {
  vi.stubGlobal("location", new URL(origin));
  const asked = vi.fn(async () => Response.json({ address, wish: null }));
  vi.stubGlobal("fetch", asked);
  const { result } = renderHook(useOwnAddress);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await waitFor(() => expect(result.current).toBe(expected));
});
