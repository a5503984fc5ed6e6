import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Texted, TextedAfter } from "../i18n/text";
import { Share } from "./Share";

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function pressed(navigator: object): Promise<void> {
  vi.stubGlobal("navigator", { languages: ["en"], ...navigator });
  render(
    <Texted>
      <TextedAfter>
        <Share label="Pass on" text="Look!" link={() => "http://barn/t/x/replay#e=7"} />
      </TextedAfter>
    </Texted>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Pass on" }));
}

test("the system's own dialog comes first", async () => {
  const share = vi.fn(async () => undefined);
  await pressed({ share });
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ text: "Look!", url: "http://barn/t/x/replay#e=7" }));
});

test("who changes their mind there is told nothing", async () => {
  await pressed({ share: async () => Promise.reject(new DOMException("no", "AbortError")) });
  expect(screen.queryByRole("textbox", { hidden: true })).toBeNull();
});

test("without it, the clipboard", async () => {
  const writeText = vi.fn(async () => undefined);
  await pressed({ clipboard: { writeText } });
  expect(await screen.findByText("Copied", { selector: "[role=status]" })).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith("Look!\nhttp://barn/t/x/replay#e=7");
});

test("on plain http, by hand: everything is there and selected", async () => {
  await pressed({});
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { hidden: true });
  expect(field.value).toBe("Look!\nhttp://barn/t/x/replay#e=7");
  expect(document.activeElement).toBe(field);
});
