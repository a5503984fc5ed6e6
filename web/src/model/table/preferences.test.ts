// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { keep, kept } from "../../lib/storage";
import { paced, read, usePreferences } from "./preferences";

it("is as usual where nothing sensible was kept", () => {
  const usual = { confirm: "phone", tempo: "normal", level: "easy", moves: true, blink: false, faces: true };
  for (const text of [null, "", "null", "[]", "{", '{"confirm":"often","tempo":7,"level":"hopeless","speed":7,"blink":"yes"}']) expect(read(text)).toEqual(usual);
  expect(read('{"confirm":"never","tempo":"fast","level":"medium","moves":false,"blink":true,"faces":false}')).toEqual({ confirm: "never", tempo: "fast", level: "medium", moves: false, blink: true, faces: false });
});

it("moves as fast as somebody likes", () => {
  usePreferences.getState().choose({ moves: false });
  expect(paced(700)).toBe(0);
  usePreferences.getState().choose({ moves: true, tempo: "fast" });
  expect(paced(700)).toBe(350);
  expect(document.documentElement.dataset["speed"]).toBe("fast");
});

it("remembers for as long as the page where nothing may be stored", () => {
  const forbidden = (): never => {
    throw new DOMException("no", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  keep("kuhstall.test", "yes");
  expect(kept("kuhstall.test")).toBe("yes");
  expect(kept("kuhstall.other")).toBeNull();
  vi.unstubAllGlobals();
});
