import { act as settle, cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { Banner } from "./Banner";
import { TableContext } from "../model/table/context";
import { EMPTY, type TableStore } from "../model/table/store";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

test.each([
  ["en", /Your action will be sent again automatically/, /Too many people are watching/],
  ["de", /wird automatisch noch einmal gesendet/, /Zum Zuschauen ist gerade zu viel los/],
  ["ru", /Ваше действие будет отправлено ещё раз/, /слишком людно, чтобы смотреть/],
] as const)("says in %s that the server has too much to do, as long as it has", async (language, busy, crowded) => {
  keepLanguage(language);
  const store = createStore(() => ({ table: "t", ...EMPTY, status: "online" })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Banner />
      </TableContext>
    </Texted>,
  );
  const command = { cid: "c", action: null, moment: 1 };
  settle(() => store.setState({ pending: [command] }));
  expect(screen.queryByRole("status")).toBeNull();
  settle(() => store.setState({ pending: [{ ...command, busy: true }] }));
  expect((await screen.findByRole("status")).textContent).toMatch(busy);
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
  settle(() => store.setState({ pending: [] }));
  expect(screen.queryByRole("status")).toBeNull();
  settle(() => store.setState({ status: "offline", crowded: true }));
  expect((await screen.findByRole("status")).textContent).toMatch(crowded);
});
