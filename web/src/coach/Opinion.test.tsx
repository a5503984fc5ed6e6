import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../e2e/machine";
import { LANGUAGES } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Coaching, PartyView, Remark } from "../protocol/types";
import { TableContext } from "../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../model/table/store";
import Opinion from "./Opinion";

const PARTY = { places: ["Ada", "Ben", "Cleo"].map((name) => ({ kind: "person", name })) } as unknown as PartyView;
const remark = (seat: number, step: number): Remark => ({
  step,
  seat,
  cost: 1300,
  played: { key: "action.pass", seats: {}, args: {} },
  better: { key: "coach_action.offer", seats: {}, args: { amount: 60, cards: [10, 50] } },
  reason: { key: "review.let_go", seats: { winner: 2 }, args: { animal: "horse", amount: 50, worth: 90 } },
});
const SAID: Coaching = { remarks: [remark(0, 212), remark(0, 40), remark(1, 99)], reasons: [] };

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function told(answer: Response, wanted: RegExp): Promise<string> {
  vi.stubGlobal("fetch", async () => answer);
  const state = createStore<TableState>(() => ({ ...EMPTY, table: "t", party: PARTY, you: 0 }));
  const { container } = render(
    <Texted>
      <TableContext value={state as unknown as TableStore}>
        <Opinion seat={0} />
      </TableContext>
    </Texted>,
  );
  await screen.findAllByText(wanted, undefined, { timeout: patience(10_000) });
  return container.textContent ?? "";
}

test("one's own decisions lead to their moments, and those of others are not told", async () => {
  const text = await told(Response.json(SAID), /Watch this moment/);
  expect(text).toMatch(/The horse went to Cleo for 50.*You.*Pass.*The coach.*Offer 60: 10, 50.*This cost you about 1,300 points/);
  expect(text).toMatch(/may be wrong/);
  const ways = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(ways).toEqual(["/t/t/replay#e=212&as=0", "/t/t/replay#e=40&as=0"]);
});

test.each(LANGUAGES)("it is all worded in %s", async (language) => {
  localStorage.setItem("kuhstall.language", language);
  const text = await told(Response.json(SAID), /\b(Watch|ansehen|bekijken|Bekijk)\b|Смотреть/);
  expect(text).not.toMatch(/\{\{|\$t|review\.|coach_action\.|action\.|opinion\./);
});

test("whoever did nothing wrong is told so", async () => {
  expect(await told(Response.json({ remarks: [remark(1, 99)], reasons: [] }), /No mistakes found/)).not.toMatch(/horse/);
});

test("a coach without time says so", async () => {
  await told(Response.json({ code: "no_coach", text: "" }, { status: 503 }), /busy right now/);
});
