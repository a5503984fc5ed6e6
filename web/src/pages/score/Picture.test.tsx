import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted, TextedAfter } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import { Picture } from "./Picture";
import { pictured } from "./podium";

vi.mock("./podium", () => ({ pictured: vi.fn(async () => new Blob(["picture"], { type: "image/png" })) }));
configure({ asyncUtilTimeout: patience(10_000) });

const party = { places: [{ kind: "person", name: "Ada" }, { kind: "bot", name: "Pip" }] } as unknown as PartyView;
const score = { result: { scores: [{ total: 1200 }, { total: 4140 }], winners: [1] }, gains: [[], ["/art/cow.svg"]] };
const saved = vi.fn<(name: string) => void>();

beforeEach(() => {
  keepLanguage("en");
  saved.mockClear();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function pressed(able: object): Promise<HTMLElement> {
  vi.stubGlobal("navigator", { languages: ["en"], ...able });
  const store = createStore<TableState>(() => ({ ...EMPTY, table: "t", party })) as unknown as TableStore;
  render(
    <Texted>
      <TextedAfter>
        <TableContext value={store}>
          <Picture party={party} score={score} text="Look!" />
        </TableContext>
      </TextedAfter>
    </Texted>,
  );
  const button = await screen.findByRole("button", { name: "Picture of the result" });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  return button;
}

test("everybody is on it, from the first to the last, with what they have got", async () => {
  await pressed({});
  const [podium] = vi.mocked(pictured).mock.lastCall ?? [];
  expect(podium?.steps.map(({ name, rank, points, won, gains }) => [name, rank, points, won, gains])).toEqual([
    ["Pip", 1, "4,140", true, ["/art/cow.svg"]],
    ["Ada", 2, "1,200", false, []],
  ]);
});

test("the system's own dialog comes first, where it takes files", async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
  await pressed({ share, canShare: () => true });
  expect(share.mock.lastCall?.[0].files?.map(({ name, type }) => [name, type])).toEqual([["kuhstall.png", "image/png"]]);
  expect(saved).not.toHaveBeenCalled();
});

test.each([
  ["there is none", {}],
  ["it takes no files", { share: async () => undefined, canShare: () => false }],
  ["it does not open", { share: async () => Promise.reject(new DOMException("late", "NotAllowedError")), canShare: () => true }],
])("where %s, the picture is a download", async (_, able) => {
  await pressed(able);
  expect(saved).toHaveBeenCalledWith("kuhstall.png");
});

test("who changes their mind gets no download instead", async () => {
  await pressed({ share: async () => Promise.reject(new DOMException("no", "AbortError")), canShare: () => true });
  expect(saved).not.toHaveBeenCalled();
});

test("that it could not be drawn is said", async () => {
  vi.mocked(pictured).mockRejectedValueOnce(new Error("no canvas"));
  await pressed({});
  expect(screen.getByRole("alert").textContent).toBe("The picture could not be drawn.");
});
