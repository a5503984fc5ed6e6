import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Texted } from "../../i18n/text";
import * as handheld from "../../ui/handheld";
import ScreenPage from "./ScreenPage";
import "./screen.en.json";

const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  sessionStorage.clear();
  localStorage.setItem("kuhstall.language", "en");
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    return Response.json(path === "/api/screens" ? { screen: "s", code: "k7mwq3npz", token: "t", lasts: 300_000 } : {}, { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (): void =>
  void render(
    <Texted>
      <ScreenPage />
    </Texted>,
  );

it("asks on a phone before it becomes a screen, but not after a reload", async () => {
  vi.spyOn(handheld, "useHandheld").mockReturnValue(true);
  show();
  expect((await screen.findByRole("link", { name: "Start page" })).getAttribute("href")).toBe("/");
  expect(calls).not.toContain("/api/screens");
  fireEvent.click(screen.getByRole("button", { name: "Use this phone as the screen" }));
  await screen.findByText("K7M WQ3 NPZ");
  cleanup();
  show();
  await screen.findByText("K7M WQ3 NPZ");
});

it("shows its code at once elsewhere", async () => {
  vi.spyOn(handheld, "useHandheld").mockReturnValue(false);
  show();
  await screen.findByText("K7M WQ3 NPZ");
});
