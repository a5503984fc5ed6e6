import { act as settle, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Texted, TextedWith } from "../../i18n/text";
import { useSound } from "../../table/sound";
import { Controls } from "./Controls";
import { FILES } from "./texts";
import "./screen.en.json";

const requestFullscreen = vi.fn(async () => Promise.resolve());

function touched(active: boolean): void {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as Navigator, { userActivation: { hasBeenActive: active } }));
}

beforeEach(() => {
  localStorage.setItem("kuhstall.language", "en");
  useSound.setState({ muted: false });
  touched(false);
  Object.assign(document, { fullscreenEnabled: true, fullscreenElement: null });
  Object.assign(document.documentElement, { requestFullscreen });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  requestFullscreen.mockClear();
});

const shown = (children: ReactNode): unknown =>
  render(
    <Texted>
      <TextedWith files={FILES}>{children}</TextedWith>
    </Texted>,
  );
const names = (): readonly (string | undefined)[] => screen.queryAllByRole("button").map((one) => one.textContent?.trim());
const key = (name: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

it("goes from one to the other by the arrows of a remote control", async () => {
  shown(<Controls always />);
  const sound = await screen.findByRole("button", { name: "Turn the sound on" });
  const full = screen.getByRole("button", { name: "Full screen" });
  key("ArrowDown");
  expect(document.activeElement).toBe(sound);
  key("ArrowRight");
  expect(document.activeElement).toBe(full);
  key("ArrowRight");
  expect(document.activeElement).toBe(sound);
  key("ArrowLeft");
  expect(document.activeElement).toBe(full);
  // Enter is the button's own business then.
  expect(key("Enter")).toBe(true);
  fireEvent.click(full);
  expect(requestFullscreen).toHaveBeenCalledTimes(1);
});

it("says that a screen is mute which nobody has touched, and that a touch has changed it", async () => {
  shown(<Controls always={false} />);
  expect((await screen.findByRole("button")).textContent).toContain("Turn the sound on");
  expect(names()).toEqual(["Turn the sound on"]);
  touched(true);
  fireEvent.click(screen.getByRole("button"));
  fireEvent.keyDown(document.body, { key: "Enter" });
  expect(names()).toEqual(["Turn the sound off", "Full screen"]);
  expect(useSound.getState().muted).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Turn the sound off" }));
  expect(useSound.getState().muted).toBe(true);
});

it("leaves the picture alone a while after the last key", async () => {
  touched(true);
  shown(<Controls always={false} />);
  await vi.waitFor(() => expect(screen.getByRole("group")).toBeTruthy());
  vi.useFakeTimers();
  expect(names()).toEqual([]);
  key("a");
  expect(names()).toHaveLength(2);
  settle(() => void vi.advanceTimersByTime(6000));
  expect(names()).toEqual([]);
});
