import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { TextedWith, Texted } from "../../i18n/text";
import { IDLE } from "./useAutoCover";
import { FILES } from "./texts";
import { useWakeLock } from "../../ui/useWakeLock";
import { Covered, Veil } from "./Veil";
import "./hand.en.json";

configure({ asyncUtilTimeout: patience(10_000) });

const show = (what: React.ReactNode): void =>
  void render(
    <Texted>
      <TextedWith files={FILES}>{what}</TextedWith>
    </Texted>,
  );

/** Whether the page is seen, as the browser tells it. */
function seen(state: "hidden" | "visible"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  settle(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function veiled(onCover: (() => void) | null = null): Promise<HTMLElement> {
  show(
    <Veil name="Your money" covered={<i>backs</i>} onCover={onCover}>
      <b>450</b>
    </Veil>,
  );
  return screen.findByRole("button");
}

it("shows what is behind the veil as long as a finger holds it, and it is not in the page before", async () => {
  const button = await veiled();
  expect([screen.queryByText("450"), screen.getByText("backs")]).toEqual([null, expect.anything()]);
  fireEvent.pointerDown(button);
  expect([screen.getByText("450"), screen.queryByText("backs")]).toEqual([expect.anything(), null]);
  fireEvent.pointerUp(button);
  // A finger's own click comes after it was lifted.
  fireEvent.click(button, { detail: 1 });
  expect(screen.queryByText("450")).toBeNull();
  fireEvent.pointerDown(button);
  fireEvent.pointerCancel(button);
  expect(screen.queryByText("450")).toBeNull();
});

it("turns over by the keyboard, and says so", async () => {
  const button = await veiled();
  expect(button.getAttribute("aria-label")).toBe("Your money: Hold to look");
  fireEvent.click(button, { detail: 0 });
  expect(button.getAttribute("aria-label")).toBe("Your money: Let go to cover");
  expect(screen.getByText("450")).toBeTruthy();
  fireEvent.click(button, { detail: 0 });
  expect(screen.queryByText("450")).toBeNull();
});

it.each([
  ["the page is hidden", () => seen("hidden")],
  ["the window loses the focus", () => settle(() => void dispatchEvent(new Event("blur")))],
  ["the focus goes on", () => fireEvent.blur(screen.getByRole("button"))],
])("covers when %s", async (_, happens) => {
  const button = await veiled();
  fireEvent.click(button, { detail: 0 });
  happens();
  expect(screen.queryByText("450")).toBeNull();
});

it("lies open to be chosen from until it is covered, or nobody touches it", async () => {
  const cover = vi.fn();
  const button = await veiled(cover);
  expect(screen.getByText("450")).toBeTruthy();
  fireEvent.click(button);
  expect(cover).toHaveBeenCalledTimes(1);
});

it("covers what is chosen from when nobody has touched it for a while, and keeps it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(
    <Covered>
      <input aria-label="cards" />
    </Covered>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>("cards");
  fireEvent.change(field, { target: { value: "50" } });
  settle(() => void vi.advanceTimersByTime(IDLE - 1000));
  fireEvent.pointerDown(document.body);
  settle(() => void vi.advanceTimersByTime(IDLE - 1000));
  expect(field.closest("[hidden]")).toBeNull();
  settle(() => void vi.advanceTimersByTime(2000));
  expect(field.closest("[hidden]")).not.toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Your cards are covered.");
  fireEvent.click(screen.getByRole("button", { name: "Show my cards" }));
  expect(field.closest("[hidden]")).toBeNull();
  expect(field.value).toBe("50");
  fireEvent.click(screen.getByRole("button", { name: "Cover" }));
  expect(field.closest("[hidden]")).not.toBeNull();
});

it("keeps the screen on while it is seen, and lets go of it afterwards", async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as Navigator, { wakeLock: { request } }));
  const Kept = (): null => {
    useWakeLock();
    return null;
  };
  const { unmount } = render(<Kept />);
  expect(request).toHaveBeenCalledTimes(1);
  seen("hidden");
  expect(request).toHaveBeenCalledTimes(1);
  seen("visible");
  expect(request).toHaveBeenCalledTimes(2);
  await settle(async () => Promise.resolve());
  unmount();
  expect(release).toHaveBeenCalled();
});
