/** The rules of Kuhhandel Master in our own words: some chapters are its own, the others Kuhhandel's. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { RuleBook } from "../../../model/game/game";
import { CHAPTERS, Figure } from "../../kuhhandel/rules/rules";

export default {
  chapters: [CHAPTERS, byLanguage(import.meta.glob<TextModule>("./rules.*.json"))],
  order: "goal box turn auction buyout paying overbid envelopes orders pedigrees slap rats sealed trade tie rat_trades donkeys two variants end".split(" "),
  Figure,
} satisfies RuleBook;
