import { act as settle, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { TableContext } from "./context";
import { EMPTY, type TableStore } from "./store";
import { WentBack } from "./WentBack";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

test.each([
  ["en", 1, /lost the last 1 step of/, "All right"],
  ["en", 9, /lost the last 9 steps of/, "All right"],
  ["de", 9, /die letzten 9 Schritte/, "In Ordnung"],
  ["ru", 3, /последние 3 шага/, "Понятно"],
  ["ru", 9, /последние 9 шагов/, "Понятно"],
] as const)("says it in %s, for %d, until it is read", async (language, count, text, read) => {
  keepLanguage(language);
  const store = createStore(() => ({ table: "t", ...EMPTY })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <WentBack className="banner" />
      </TableContext>
    </Texted>,
  );
  expect(screen.queryByRole("alert")).toBeNull();
  settle(() => store.setState({ wentBack: count }));
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  fireEvent.click(await screen.findByText(read));
  expect(screen.queryByRole("alert")).toBeNull();
});
