import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableStore } from "../../model/table/store";
import { noteKept } from "../../net/offline/policy";
import Unkept from "./Unkept";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

const TABLE = `offline${"a".repeat(26)}`;

test.each([
  ["en", "This game is not being saved", "All right"],
  ["de", "Dieses Spiel wird nicht gespeichert", "In Ordnung"],
  ["ru", "Эта игра не сохраняется", "Понятно"],
] as const)("says in %s that a game is not kept, until it is read or kept again", async (language, title, read) => {
  keepLanguage(language);
  const store = createStore(() => ({ ...EMPTY, table: TABLE })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Unkept />
      </TableContext>
    </Texted>,
  );
  act(() => noteKept(`offline${"b".repeat(26)}`, false));
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => noteKept(TABLE, false));
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  fireEvent.click(await screen.findByText(read));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => noteKept(TABLE, false));
  await screen.findByRole("heading", { name: title });
  act(() => noteKept(TABLE, true));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
