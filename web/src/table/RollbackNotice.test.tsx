import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { TableContext } from "../model/table/context";
import { ShuffleWarning } from "./ShuffleWarning";
import { EMPTY, type TableStore } from "../model/table/store";
import { RollbackNotice } from "./RollbackNotice";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

test.each([
  ["en", 1, /has lost the last step at this table/, "All right"],
  ["en", 9, /lost the last 9 steps at this table/, "All right"],
  ["de", 1, /hat den letzten Schritt an diesem Tisch verloren/, "In Ordnung"],
  ["de", 9, /die letzten 9 Schritte an diesem Tisch verloren/, "In Ordnung"],
  ["ru", 3, /потеряно последних шагов за этим столом: 3/, "Понятно"],
  ["ru", 9, /потеряно последних шагов за этим столом: 9/, "Понятно"],
] as const)("says it in %s, for %d, until it is read", async (language, count, text, read) => {
  keepLanguage(language);
  const store = createStore(() => ({ table: "t", ...EMPTY })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <RollbackNotice className="banner" />
      </TableContext>
    </Texted>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
  settle(() => store.setState({ wentBack: count }));
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
  fireEvent.click(await screen.findByText(read));
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["en", /Your value for the shuffle is not in the deck, although the server had confirmed it/, "All right"],
  ["de", /Dein Wert zum Mischen fehlt im Stapel, obwohl der Server ihn bestätigt hatte/, "In Ordnung"],
  ["ru", /Вашего числа нет в колоде, хотя сервер подтвердил/, "Понятно"],
] as const)("says in %s that one's value is missing from the deck, until it is read", async (language, text, read) => {
  keepLanguage(language);
  localStorage.setItem("kuhstall.shown.t", "ab 0");
  const store = createStore(() => ({ table: "t", ...EMPTY })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <ShuffleWarning className="banner" />
      </TableContext>
    </Texted>,
  );
  settle(() => store.setState({ denied: true }));
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  render(<i />);
  fireEvent.click(await screen.findByText(read));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(localStorage.getItem("kuhstall.shown.t")).toBe("ab");
});
