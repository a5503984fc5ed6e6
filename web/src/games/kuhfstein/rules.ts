/** The rules of Kuhfstein in our own words. */
import type { RuleBook } from "../game";
import { RuleFigure } from "./RuleFigure";

export default {
  chapters: [{ en: () => import("./rules.en.json"), de: () => import("./rules.de.json"), ru: () => import("./rules.ru.json") }],
  Figure: RuleFigure,
} satisfies RuleBook;
