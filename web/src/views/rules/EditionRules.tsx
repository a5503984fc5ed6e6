/** The options of one edition that a chapter of the rules is about. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { EditionInfo } from "../../protocol/types";
import { type RuleName, same, worded } from "../room/ruleBook";

const ABOUT: Readonly<Record<string, readonly RuleName[]>> = {
  auction: ["auction_mode", "self_raise"],
  paying: ["overpay", "payment_visibility", "hand_counts"],
  overbid: ["bluff_bids", "overbid"],
  trade: ["offer_count", "min_offer_cards", "min_counter_cards", "trade_money", "return_zero_cards"],
  tie: ["tie_money", "second_tie_money"],
  slap: ["pedigree_mode", "slap", "slap_tie"],
  rats: ["after_rat"],
  two: ["two_player_zero_cards", "division_donkey", "peek_next_back"],
  variants: ["super_kuhhandel", "kassensturz", "bonus_layout", "start_card"],
  end: ["scoring", "dove", "rat_cover", "tie_break", "no_progress_limit", "early_end", "extra_final_round", "final_tile"],
  turn: ["allow_pass"],
  track: ["bonus_positions", "bonus_optional"],
  goals: ["house_surround"],
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
  const known = names.filter((name) => name in edition.rules);
  if (known.length === 0) return null;
  return (
    <dl className="book-options" aria-label={t("home.book.here")}>
      {known.map((name) => {
        const value = edition.rules[name];
        const differs = usual !== undefined && name in usual.rules && !same(value, usual.rules[name]);
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
