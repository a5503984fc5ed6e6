import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useEditions } from "./useFetched";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("editions that could not be fetched are asked for again, until they are there", async () => {
  vi.useFakeTimers();
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return asked < 3 ? new Response("{}", { status: 503 }) : Response.json([{ key: "master" }]);
  });
  const Shown = (): ReactNode => <p>{useEditions()?.map(({ key }) => key).join() ?? "none"}</p>;
  const page = render(<Shown />);
  await act(async () => vi.advanceTimersByTimeAsync(15_000));
  expect([asked, page.container.textContent]).toEqual([2, "none"]);
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect([asked, page.container.textContent]).toEqual([3, "master"]);
});
