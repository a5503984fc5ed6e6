/** The rules of Kuhfstein in our own words. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { RuleBook } from "../../../model/game/game";
import { RuleFigure } from "./RuleFigure";

export default {
  chapters: [byLanguage(import.meta.glob<TextModule>("./rules.*.json"))],
  Figure: RuleFigure,
} satisfies RuleBook;
