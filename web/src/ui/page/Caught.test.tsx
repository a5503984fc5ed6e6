import { cleanup, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Caught } from "./Caught";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("shows something else where a part cannot be loaded, and leaves the rest alone", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const Gone = lazy(async () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  render(
    <>
      <p>the game</p>
      <Caught fallback={<p>a newer version</p>}>
        <Suspense fallback={null}>
          <Gone />
        </Suspense>
      </Caught>
    </>,
  );
  expect(await screen.findByText("a newer version")).toBeTruthy();
  expect(screen.getByText("the game")).toBeTruthy();
});
