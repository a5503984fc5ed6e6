/** The options of one edition that a chapter of the rules is about. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { EditionInfo } from "../../protocol/types";
import { type RuleName, worded } from "../room/ruleBook";

const ABOUT: Readonly<Record<string, readonly RuleName[]>> = {
  auction: ["auction_mode", "self_raise"],
  paying: ["overpay", "payment_visibility", "hand_counts"],
  overbid: ["bluff_bids", "overbid"],
  trade: ["offer_count", "min_offer_cards", "min_counter_cards", "trade_money", "return_zero_cards"],
  tie: ["tie_money", "second_tie_money"],
  end: ["scoring", "dove", "tie_break", "no_progress_limit"],
};

interface Props {
  readonly chapter: string;
  readonly edition: EditionInfo | undefined;
  /** The edition that the chapters are written for. */
  readonly usual: EditionInfo | undefined;
}

export function EditionRules({ chapter, edition, usual }: Props): ReactNode {
  const { t, find } = useTexts();
  const names = ABOUT[chapter];
  if (names === undefined || edition === undefined) return null;
  return (
    <dl className="book-options" aria-label={t("home.book.here")}>
      {names.map((name) => {
        const value = edition.rules[name];
        const differs = usual !== undefined && value !== usual.rules[name];
        return (
          <div key={name} data-differs={differs}>
            <dt>
              {differs && (
                <span title={t("home.book.differs")}>
                  ★ <span className="sr">{t("home.book.differs")}:</span>
                </span>
              )}
              {t(`rule.${name}.title`)}:
            </dt>{" "}
            <dd>{worded(find, name, value, (seat) => t("seat.name", { seat: seat + 1 }))}</dd>
          </div>
        );
      })}
    </dl>
  );
}
