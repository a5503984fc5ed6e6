import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { decisionTime } from "../../i18n/decisionTime";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableStore } from "../../model/table/store";
import { PaceDialog } from "./dialogs";
import { Settings } from "./Settings";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ROOM = { stage: "open", edition: "kuhhandel/2", pace: "slow", host: 0, places: [{ kind: "person", name: "Anna" }] } as unknown as PartyView;

function shown(party: PartyView, may: readonly string[]): ReturnType<typeof vi.fn> {
  keepLanguage("en");
  vi.stubGlobal("fetch", async () => Response.json([]));
  const ask = vi.fn();
  const state = createStore(() => ({ table: "t", ...EMPTY, party, you: 0, may: [...may] }));
  render(
    <Texted>
      <TableContext value={{ ...state, ask } as unknown as TableStore}>
        <Settings party={party} />
        <PaceDialog party={party} onClose={() => undefined} />
      </TableContext>
    </Texted>,
  );
  return ask;
}

test("the host of a slow table chooses the time for each decision", async () => {
  const ask = shown(ROOM, ["arrange", "choose_decision_time"]);
  const field = await screen.findByLabelText<HTMLSelectElement>("Time for each decision");
  expect(field.value).toBe("48");
  expect([...field.options].map((one) => one.text)).toEqual(["4 hours", "8 hours", "12 hours", "1 day", "2 days", "3 days", "7 days"]);
  fireEvent.change(field, { target: { value: "12" } });
  expect(ask).toHaveBeenCalledWith({ type: "choose_decision_time", hours: 12 });
  expect(field.value).toBe("12");
});

test("everybody sees what was chosen, also a time that is not offered", async () => {
  shown({ ...ROOM, decision_hours: 5 }, []);
  expect((await screen.findByRole("button", { name: "Slow · 5 hours" })).tagName).toBe("BUTTON");
  const field = screen.getByLabelText<HTMLSelectElement>("Time for each decision");
  expect([field.value, field.disabled]).toEqual(["5", true]);
});

test("other paces have no such choice", async () => {
  shown({ ...ROOM, pace: "live" }, ["arrange", "choose_decision_time"]);
  await screen.findByRole("button", { name: "Live" });
  expect(screen.queryByLabelText("Time for each decision")).toBeNull();
});

test.each([
  ["en", "1 day", "12 hours"],
  ["de", "1 Tag", "12 Stunden"],
  ["ru", "1 день", "12 часов"],
])("times are said as people say them in %s", (language, day, hours) => {
  expect([decisionTime(24, language), decisionTime(12, language)]).toEqual([day, hours]);
});
