/** The options of one edition that a chapter of the rules is about. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { EditionInfo } from "../../protocol/types";
import { optionsOf, same, worded } from "../../model/table/ruleBook";

interface Props {
  readonly chapter: string;
  readonly edition: EditionInfo | undefined;
  /** The edition that the chapters are written for. */
  readonly usual: EditionInfo | undefined;
}

export function EditionRules({ chapter, edition, usual }: Props): ReactNode {
  const { t, find } = useTexts();
  if (edition === undefined) return null;
  const known = optionsOf(edition.rules, edition).filter((option) => option.chapter === chapter);
  if (known.length === 0) return null;
  return (
    <dl className="book-options" aria-label={t("home.book.here")}>
      {known.map((option) => {
        const { name, text } = option;
        const value = edition.rules[name];
        const differs = usual !== undefined && name in usual.rules && !same(value, usual.rules[name]);
        return (
          <div key={name} data-differs={differs}>
            <dt>
              {differs && (
                <span title={t("home.book.differs")}>
                  ★ <span className="visually-hidden">{t("home.book.differs")}:</span>
                </span>
              )}
              {find(`${text}.title`)}:
            </dt>{" "}
            <dd>{worded(find, option, value, (seat) => t("seat.name", { seat: seat + 1 }))}</dd>
          </div>
        );
      })}
    </dl>
  );
}
