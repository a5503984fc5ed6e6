import { expect, it } from "vitest";
import { Catalogue } from "../../i18n/catalogue";
import type { EditionInfo, RuleOption } from "../../protocol/types";
import { changes, groupsOf, optionsOf, RULE_TEXTS, unled, worded } from "./ruleBook";

const option = (name: string, group: string, more: Partial<RuleOption> = {}): RuleOption => ({
  name,
  group,
  chapter: "",
  kind: "choice",
  values: [],
  default: null,
  text: `rule.${name}`,
  ...more,
});
const EDITION = {
  rules: { overbid: "restart_all", scoring: "multiply", dove: false },
  options: [option("overbid", "auction"), option("kassensturz", "master"), option("scoring", "scoring"), option("dove", "scoring")],
} as unknown as EditionInfo;

it("shows only the rules that a game has, group by group as the server has them", () => {
  const options = optionsOf(EDITION.rules, EDITION);
  expect(options.map(({ name }) => name)).toEqual(["overbid", "scoring", "dove"]);
  expect([...groupsOf(options)].map(([group, all]) => [group, all.map(({ name }) => name)])).toEqual([
    ["auction", ["overbid"]],
    ["scoring", ["scoring", "dove"]],
  ]);
});

it("shows the rules of a server that does not describe them, as they are", () => {
  const { options: _, ...old } = EDITION;
  const options = optionsOf(EDITION.rules, old as EditionInfo);
  expect(options.map(({ name, values }) => [name, values])).toEqual([
    ["overbid", ["restart_all"]],
    ["scoring", ["multiply"]],
    ["dove", [false]],
  ]);
});

it("tells what differs from the edition", () => {
  expect(changes({ ...EDITION.rules, dove: true }, EDITION)).toEqual({ dove: true });
  expect(changes(EDITION.rules, EDITION)).toEqual({});
  expect(changes(EDITION.rules, undefined)).toEqual({});
});

it("words a value by its kind", async () => {
  const catalogue = await (await Catalogue.load("en")).with(RULE_TEXTS);
  const words = (one: RuleOption, value: unknown): string => worded(catalogue.find.bind(catalogue), one, value, (seat) => `seat ${seat + 1}`);
  const patience = option("no_progress_limit", "course", { kind: "number" });
  expect([words(patience, 0), words(patience, 1), words(patience, 60)]).toEqual(["no limit", "after 1 fruitless trade", "after 60 fruitless trades"]);
  expect(words(option("bonus_positions", "track", { kind: "list" }), [13, 26])).toBe("on fields 13, 26");
  const first = option("start_player", "course", { kind: "seat" });
  expect([words(first, "random"), words(first, "seat:2")]).toEqual(["chance decides", "seat 3"]);
  expect(words(option("min_offer_cards", "trade"), 1)).toBe("one card");
  expect(words(option("unheard_of", "course"), "new")).toBe("new");
});

it("lets go of what follows a rule that is changed, and of nothing else", () => {
  const edition = { options: [option("mode", "auction"), option("raise", "auction", { follows: ["mode"] })] } as unknown as EditionInfo;
  const chosen = { mode: "turns", raise: false, dove: true };
  expect(unled(chosen, edition, "mode")).toEqual({ mode: "turns", dove: true });
  expect(unled(chosen, edition, "dove")).toEqual(chosen);
  // An older server does not describe its rules.
  expect(unled(chosen, {} as EditionInfo, "mode")).toEqual(chosen);
});
