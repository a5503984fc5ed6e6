/** Every house rule of the table, in groups. What differs from the edition is marked. */
import type { ReactNode } from "react";
import { TextedWith, useTexts } from "../../i18n/text";
import type { EditionInfo, PartyView, RuleOption } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { ReadOnly } from "../../ui/ReadOnly";
import { Refused } from "./Refused";
import { groupsOf, optionsOf, RULE_TEXTS, type Rules, valueOf } from "../../model/table/ruleBook";
import { RuleField } from "./RuleField";
import { useArranging } from "../../model/table/useArranging";
import "./RulesDialog.css";

/** What people argue about, as plain questions before everything else. */
const ASKED = ["bluff_bids", "offer_count", "min_offer_cards", "trade_money", "scoring"] as const;
type Asked = (typeof ASKED)[number];

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

export function RulesDialog({ party, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const { edition, rules, changed, arrange, setRule } = useArranging();
  const own = Object.keys(changed).length;
  return (
    <Dialog title={t("home.rules.title")} wide onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <div className="line rules-head">
        <p role="status">
          {own === 0
            ? t("home.rules.as_printed", { edition: find(`edition.${party.edition}.title`) ?? party.edition })
            : t("home.rules.differ", { count: own })}
        </p>
        {arrange !== null && own > 0 && (
          <button type="button" className="btn" onClick={() => arrange({ rules: {} })}>
            {t("home.rules.reset")}
          </button>
        )}
      </div>
      <Refused />
      {rules !== undefined && edition !== undefined && (
        <TextedWith files={RULE_TEXTS}>
          <Fields party={party} rules={rules} edition={edition} setRule={setRule} />
        </TextedWith>
      )}
    </Dialog>
  );
}

interface FieldsProps {
  readonly party: PartyView;
  readonly rules: Rules;
  readonly edition: EditionInfo;
  readonly setRule: ((name: string, value: unknown) => void) | null;
}

/** The questions first; the rest is folded, where there are any. */
function Fields({ party, rules, edition, setRule }: FieldsProps): ReactNode {
  const { t, find } = useTexts();
  const all = optionsOf(rules, edition);
  const asked = ASKED.flatMap((name) => all.filter((option) => option.name === name));
  const field = (option: RuleOption, question?: string): ReactNode => (
    <RuleField
      key={option.name}
      option={option}
      question={question}
      party={party}
      value={valueOf(rules, option.name)}
      usual={edition.rules[option.name]}
      onChange={setRule === null ? undefined : (value) => setRule(option.name, value)}
    />
  );
  const groups = [...groupsOf(all.filter((option) => !asked.includes(option)))].map(([group, options]) => (
    <section key={group} className="rule-group">
      <h3>{find(`home.rules.group.${group}`) ?? group}</h3>
      {options.map((option) => field(option))}
    </section>
  ));
  if (asked.length === 0) return groups;
  return (
    <>
      {asked.map((option) => field(option, t(`home.rules.ask.${option.name as Asked}`)))}
      <details className="rules-rest">
        <summary>{t("home.rules.rest", { count: all.length - asked.length })}</summary>
        {groups}
      </details>
    </>
  );
}
