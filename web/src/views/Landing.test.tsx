import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { GAMES } from "../games";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { NewTable, TablePoster } from "../protocol/types";
import { usePreferences } from "../table/preferences";
import Landing from "./Landing";
import { playNow } from "./opening";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const OPEN: TablePoster = {
  table: "m".repeat(26), code: "abcdefg", edition: "kuhhandel/2", pace: "live", stage: "open", seats: 4, people: 1, bots: 0, host: "Гость 12", brought: false, by_itself: false,
};

let answered: Promise<void>;

function arrive(tables: readonly TablePoster[], pages: readonly string[] = []): void {
  answered = new Promise((resolve) => {
    vi.stubGlobal("fetch", async (path: string) => {
      if (path === "/api/house") return Response.json({ address: "", wish: null, pages });
      if (path !== "/api/lobby") return Response.json({ name: "", tables: [] });
      setTimeout(resolve);
      return Response.json(tables);
    });
  });
  render(
    <Texted>
      <Landing />
    </Texted>,
  );
}

beforeEach(() => keepLanguage("en"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("every game has a button to play it", async () => {
  arrive([]);
  const buttons = await screen.findAllByRole("button", { name: /^Play against bots/ });
  expect(buttons).toHaveLength(GAMES.length);
});

test("there is no box for open tables where there are none", async () => {
  arrive([]);
  await screen.findByRole("heading", { level: 1 });
  await answered;
  expect(screen.queryByRole("heading", { name: "Open tables" })).toBeNull();
});

test("a name that nobody has chosen is told in the reader's language", async () => {
  arrive([OPEN]);
  await screen.findByRole("heading", { name: "Open tables" });
  expect(screen.getByRole("link", { name: /Guest 12/ }).getAttribute("href")).toBe(`/t/${OPEN.table}`);
});

test("the pages of the host are linked where there are any", async () => {
  arrive([], ["imprint", "privacy"]);
  expect((await screen.findByRole("link", { name: "Legal notice" })).getAttribute("href")).toBe("/imprint");
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("/privacy");
});

test("a host who has set none has no links to them", async () => {
  arrive([]);
  await screen.findByRole("heading", { level: 1 });
  await answered;
  expect(screen.queryByRole("link", { name: "Legal notice" })).toBeNull();
});

/** Who is seated by the button of a game. */
async function seatedBy(button: RegExp): Promise<readonly string[]> {
  const wishes: NewTable[] = [];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path === "/api/tables") wishes.push(JSON.parse(options?.body as string) as NewTable);
    return Response.json(path === "/api/tables" ? { code: "no", text: "no" } : {}, { status: path === "/api/tables" ? 400 : 200 });
  });
  fireEvent.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(wishes).toHaveLength(1));
  return wishes[0]?.bots ?? [];
}

test("the bots are easy until somebody chooses, and then as chosen, also next time", async () => {
  arrive([]);
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Opponents" });
  expect(choice.value).toBe("easy");
  expect(await seatedBy(/^Play now/)).toEqual(["easy", "easy", "easy"]);
  fireEvent.change(choice, { target: { value: "medium" } });
  expect(JSON.parse(localStorage.getItem("kuhstall.preferences") ?? "{}")).toMatchObject({ level: "medium" });
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(GAMES[0].poster.bots));
  fireEvent.change(choice, { target: { value: "hard" } });
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(["hard", "hard", "hard"]));
  usePreferences.getState().choose({ level: "easy" });
});

test("plays against farmers where a server knows no levels yet", async () => {
  const wished: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path !== "/api/tables") return Response.json({});
    const { bots } = JSON.parse(options?.body as string) as NewTable;
    wished.push(bots);
    return bots?.includes("easy") === true ? Response.json({ code: "no_such_bot", text: "no" }, { status: 400 }) : Response.json({ table: "t" });
  });
  await expect(playNow("Anna", GAMES[0], "en")).resolves.toBe("t");
  expect(wished).toEqual([["easy", "easy", "easy"], ["farmer", "farmer", "farmer"]]);
});
