/** Every house rule of the table, in groups. What differs from the edition is marked. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { ReadOnly } from "./ReadOnly";
import { Refused } from "./Refused";
import { groupsOf, optionsOf, valueOf } from "./ruleBook";
import { RuleField } from "./RuleField";
import { useArranging } from "./useArranging";
import "./RulesDialog.css";

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
      {rules !== undefined &&
        edition !== undefined &&
        [...groupsOf(optionsOf(rules, edition))].map(([group, options]) => (
          <section key={group} className="rule-group">
            <h3>{find(`home.rules.group.${group}`) ?? group}</h3>
            {options.map((option) => (
              <RuleField
                key={option.name}
                option={option}
                party={party}
                value={valueOf(rules, option.name)}
                usual={edition?.rules[option.name]}
                onChange={setRule === null ? undefined : (value) => setRule(option.name, value)}
              />
            ))}
          </section>
        ))}
    </Dialog>
  );
}
