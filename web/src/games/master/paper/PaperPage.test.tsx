import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patience } from "../../../../e2e/machine";
import { keepLanguage } from "../../../i18n/catalogue";
import { Texted } from "../../../i18n/text";
import PaperPage from "./PaperPage";
import { BLANK, keepPaper } from "./sheet";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => keepLanguage("en"));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function sheet(): Promise<void> {
  render(
    <Texted>
      <PaperPage />
    </Texted>,
  );
  await screen.findByRole("table");
}

/** The points of each column, row by row. */
function points(): readonly (readonly (string | null)[])[] {
  const rows = [...document.querySelectorAll("tfoot tr")];
  return rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));
}

it("has empty cells where nothing is entered, so that it can be printed and filled in by hand", async () => {
  keepPaper({ ...BLANK, game: "master", names: ["", ""], counts: true });
  await sheet();
  expect(points().flat().every((cell) => cell === "")).toBe(true);

  fireEvent.change(screen.getByLabelText("Money: Player 1"), { target: { value: "30" } });
  expect(points().map(([first]) => first)).toEqual(["0", "0", "0", "0", "0", "0", "30", "30"]);
  expect(points().every(([, second]) => second === "")).toBe(true);
  expect((screen.getByLabelText("Money: Player 2") as HTMLInputElement).value).toBe("");

  fireEvent.change(screen.getByLabelText("Money: Player 1"), { target: { value: "" } });
  expect(points().flat().every((cell) => cell === "")).toBe(true);
});

it("gives no points to somebody without a quartet once all are given away", async () => {
  const all = { rooster: 0, goose: 0, cat: 0, dog: 0, sheep: 0, goat: 0, donkey: 0, pig: 0, cow: 0, horse: 1 };
  keepPaper({ ...BLANK, quartets: all });
  await sheet();
  expect(points().at(-1)).toEqual(["25,650", "1,000", "0"]);
});
