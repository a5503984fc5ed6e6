import en from "@messages/en.json";
import { expect, it } from "vitest";
import type { ClassicRules, MasterRules } from "../../protocol/types";
import { changes, GROUPS, groupsOf, namesOf, VALUES, worded } from "./ruleBook";
import { Catalogue } from "../../i18n/catalogue";

const CLASSIC = { overbid: "restart_excluded", scoring: "multiply", dove: false, dove_multiplied: false } as ClassicRules;
const MASTER = { overbid: "restart_all", pedigree_mode: "realtime", kassensturz: false } as MasterRules;

it("has every rule in one group", () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(Object.keys(VALUES).toSorted());
});

it("shows only the rules that a game has", () => {
  expect(namesOf(CLASSIC)).toEqual(["overbid", "scoring", "dove", "dove_multiplied"]);
  expect(namesOf(MASTER)).toEqual(["overbid", "pedigree_mode", "kassensturz"]);
  expect(groupsOf(CLASSIC).map(([group]) => group)).toEqual(["auction", "scoring"]);
  expect(groupsOf(MASTER)).toEqual([
    ["auction", ["overbid"]],
    ["master", ["pedigree_mode", "kassensturz"]],
  ]);
});

it("tells what differs from the edition, and nothing of other games", () => {
  expect(changes(MASTER, { ...MASTER, kassensturz: true })).toEqual({ kassensturz: false });
  expect(changes(MASTER, { ...MASTER })).toEqual({});
  expect(changes(MASTER, undefined)).toEqual({});
});

it("has words for every value", () => {
  const catalogue = new Catalogue("en", en);
  const missed: string[] = [];
  const find = (key: string, args?: Record<string, string | number>): string | undefined => {
    const text = catalogue.find(key, args);
    if (text === undefined) missed.push(key);
    return text;
  };
  for (const [name, values] of Object.entries(VALUES)) {
    for (const value of values) worded(find, name as keyof typeof VALUES, value, (seat) => `seat ${seat + 1}`);
  }
  expect(missed).toEqual([]);
});
