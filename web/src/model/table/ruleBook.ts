/** The house rules of an edition, as the server describes them. */
import { type Args, byLanguage, type TextFiles, type TextModule } from "../../i18n/catalogue";
import type { EditionInfo, RuleOption } from "../../protocol/types";

/** What the rules and their values are called. Nobody needs it at a table until they ask. */
export const RULE_TEXTS: readonly TextFiles[] = [byLanguage(import.meta.glob<TextModule>("@messages/??.json", { query: "?rules" }))];

/** The house rules of one game, by name; each game has some that the others know nothing of. */
export type Rules = object;

/** What is known of a rule that an older server does not describe: it can be read, and not changed. */
function undescribed(rules: Rules, name: string): RuleOption {
  const value = valueOf(rules, name);
  const kind = typeof value === "number" ? "number" : Array.isArray(value) ? "list" : "choice";
  return { name, group: "course", chapter: "", kind, values: [value], default: value, text: `rule.${name}` };
}

/** Describe the rules of a table, in the order of their groups. */
export function optionsOf(rules: Rules, edition: EditionInfo | undefined): readonly RuleOption[] {
  const { options }: Partial<EditionInfo> = edition ?? {};
  const all = options ?? Object.keys(rules).map((name) => undescribed(rules, name));
  return all.filter(({ name }) => name in rules);
}

/** Put options into their groups, in the order in which these come up. */
export function groupsOf(options: readonly RuleOption[]): ReadonlyMap<string, readonly RuleOption[]> {
  const groups = new Map<string, readonly RuleOption[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return groups;
}

/** Tell the value of a rule; undefined for a rule that the game does not have. */
export function valueOf(rules: Rules, name: string): unknown {
  return (rules as Readonly<Record<string, unknown>>)[name];
}

/** Whether two values of a rule are the same; some are lists. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Find = (key: string, args?: Args) => string | undefined;

const SEAT = "seat:";

/** The seat that a value names; null if it names none. */
export function seatOf(value: unknown): number | null {
  return typeof value === "string" && value.startsWith(SEAT) ? Number(value.slice(SEAT.length)) : null;
}

/** Word the value of a rule. */
export function worded(find: Find, { text, kind }: Pick<RuleOption, "text" | "kind">, value: unknown, seatName: (seat: number) => string): string {
  const seat = seatOf(value);
  if (seat !== null) return seatName(seat);
  // Numbers and lists can be any; a number may have words for some values, such as none at all.
  const own = find(`${text}.values.${String(value)}`);
  if (own !== undefined) return own;
  const shown = Array.isArray(value) ? value.join(", ") : String(value);
  const args: Args = typeof value === "number" ? { count: value } : { positions: shown };
  return (kind === "choice" ? undefined : find(`${text}.values.any`, args)) ?? shown;
}

/** Tell the rules that differ from those of an edition. */
export function changes(rules: Rules, edition: EditionInfo | undefined): Readonly<Record<string, unknown>> {
  if (edition === undefined) return {};
  const differing = Object.keys(rules).filter((name) => !same(valueOf(rules, name), edition.rules[name]));
  return Object.fromEntries(differing.map((name) => [name, valueOf(rules, name)]));
}

/** Leave out the rules that follow another, which is about to be changed: the server sets them anew. */
export function unled(chosen: Readonly<Record<string, unknown>>, edition: EditionInfo | undefined, leader: string): Readonly<Record<string, unknown>> {
  const { options }: Partial<EditionInfo> = edition ?? {};
  const led = (options ?? []).filter(({ follows }) => follows?.includes(leader) === true).map(({ name }) => name);
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !led.includes(name)));
}
