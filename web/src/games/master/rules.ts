/** The rules of Kuhhandel Master in our own words: some chapters are its own, the others Kuhhandel's. */
import type { RuleBook } from "../game";
import { CHAPTERS, Figure } from "../kuhhandel/rules";

export default {
  chapters: [CHAPTERS, { en: () => import("./rules.en.json"), de: () => import("./rules.de.json"), ru: () => import("./rules.ru.json") }],
  order: "goal box turn auction buyout paying overbid pedigrees slap rats trade tie rat_trades donkeys two variants end".split(" "),
  Figure,
} satisfies RuleBook;
