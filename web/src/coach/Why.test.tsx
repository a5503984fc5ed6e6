import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { LANGUAGES } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { ReplayContext } from "../model/replay/context";
import { Replayer, type Viewer } from "../model/replay/store";
import { TableContext } from "../model/table/context";
import type { Coaching, PartyView, Remark } from "../protocol/types";
import Why from "./Why";

vi.setConfig({ testTimeout: patience(30_000) });

const PARTY = { places: ["Ada", "Ben", "Cleo"].map((name) => ({ kind: "person", name })) } as unknown as PartyView;
const remark = (seat: number, step: number): Remark => ({
  step,
  seat,
  cost: 1300,
  played: { key: "action.pass", seats: {}, args: {} },
  better: { key: "coach_action.offer", seats: {}, args: { amount: 60, cards: [10, 50] } },
  reason: { key: "review.accepted", seats: { other: 2 }, args: { animal: "horse", better: 90 } },
});
const SAID: Coaching = { remarks: [remark(0, 212), remark(0, 40), remark(1, 40)], reasons: [] };

beforeEach(() => {
  localStorage.setItem("kuhstall.language", "en");
  vi.stubGlobal("fetch", async () => Response.json(SAID));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function watched(step: number, viewer: Viewer): Promise<Replayer> {
  const replayer = new Replayer("t", () => 1000);
  replayer.state.setState({ step, viewer });
  replayer.table.setState({ seq: step, party: PARTY, you: typeof viewer === "number" ? viewer : null });
  render(
    <Texted>
      <ReplayContext value={replayer}>
        <TableContext value={replayer.table}>
          <Why />
        </TableContext>
      </ReplayContext>
    </Texted>,
  );
  await screen.findByRole("button", { name: /^(Why|Warum|Почему|Waarom)\?$/ }, { timeout: patience(10_000) });
  return replayer;
}

const said = (): string => document.querySelector(".why-said")?.textContent ?? "";

test("whoever comes to watch a moment reads the coach's remark there", async () => {
  const replayer = await watched(212, 0);
  await vi.waitFor(() => expect(said()).toMatch(/a counter-offer of about 90 had a good chance.*You.*Pass.*The coach.*This cost you about 1,300 points/));
  expect(said()).not.toMatch(/No explanation/);
  act(() => replayer.table.setState({ seq: 213 }));
  expect(said()).toMatch(/No explanation/);
});

test("at a step of several, each one's remark says whose it is", async () => {
  await watched(40, 1);
  await vi.waitFor(() => expect(document.querySelectorAll(".why-said .remark")).toHaveLength(2));
  expect(said()).toMatch(/Ada.*This cost Ada about.*You.*This cost you about/);
});

test.each([
  ["at another step", 41, 0],
  ["through other eyes", 212, 1],
  ["with all cards open", 212, "all"],
] as const)("nothing opens by itself %s", async (_, step, viewer) => {
  await watched(step, viewer);
  expect(said()).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "Why?" }));
  expect(said()).toMatch(step === 212 ? /This cost Ada about/ : /No explanation/);
});

test.each(LANGUAGES)("a remark is worded in %s", async (language) => {
  localStorage.setItem("kuhstall.language", language);
  await watched(40, 1);
  await vi.waitFor(() => expect(said()).toMatch(/Ada/));
  expect(said()).not.toMatch(/\{\{|\$t|review\.|coach_action\.|action\.|opinion\./);
});
