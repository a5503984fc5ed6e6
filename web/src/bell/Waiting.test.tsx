import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage, type Language } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Me, TablePoster } from "../protocol/types";
import { Waiting } from "./Waiting";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(cleanup);

const POSTER: TablePoster = {
  table: "a1",
  code: "c1",
  edition: "kuhhandel/2",
  pace: "slow",
  stage: "playing",
  seats: 4,
  people: 4,
  bots: 0,
  host: "Anna",
  brought: false, by_itself: false,
};

function shown(language: Language, me: Me): void {
  keepLanguage(language);
  render(
    <Texted>
      <Waiting me={me} />
    </Texted>,
  );
}

function waiting(count: number): Me {
  const tables = Array.from({ length: count }, (_, place) => ({ ...POSTER, table: `t${place}` }));
  // The most urgent comes first, whatever the order of the tables is.
  return { name: "Ben", tables, waits: tables.map(({ table }, place) => ({ table, until: 1_800_000_000 + place })).toReversed() };
}

test.each([
  ["en", 1, "1 table waits for you", "Answer the next"],
  ["en", 5, "5 tables wait for you", "Answer the next"],
  ["de", 2, "2 Tische warten auf dich", "Den nächsten beantworten"],
  ["ru", 2, "2 стола ждут вас", "Ответить по очереди"],
  ["ru", 5, "5 столов ждут вас", "Ответить по очереди"],
] as const)("in %s %i are counted, and one tap leads to the most urgent", async (language, count, head, next) => {
  shown(language, waiting(count));
  expect((await screen.findByRole("heading")).textContent).toBe(head);
  expect(screen.getByRole("link", { name: next }).getAttribute("href")).toBe(`/t/t${count - 1}`);
  expect(screen.getAllByRole("listitem")).toHaveLength(Math.min(count, 3));
});
