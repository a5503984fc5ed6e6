/** The rules of Kuhhandel in our own words. */
import type { ReactNode } from "react";
import { type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import type { RuleBook } from "../../../model/game/game";
import { Animal } from "../cards/Animal";
import { ANIMALS } from "../values";

export const CHAPTERS: TextFiles = byLanguage(import.meta.glob<TextModule>("./rules.*.json"));

/** The animals with what they are worth. */
export function Figure({ chapter }: { readonly chapter: string }): ReactNode {
  if (chapter !== "box") return null;
  return (
    <div className="wraps book-values" aria-hidden="true">
      {ANIMALS.map((animal) => (
        <Animal key={animal} animal={animal} mute />
      ))}
    </div>
  );
}

export default { chapters: [CHAPTERS], Figure } satisfies RuleBook;
