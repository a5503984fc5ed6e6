/** Every house rule of the table, in groups. What differs from the edition is marked. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { Dialog } from "../Dialog";
import { ReadOnly } from "./ReadOnly";
import { Refused } from "./Refused";
import { groupsOf, valueOf } from "./ruleBook";
import { RuleField } from "./RuleField";
import { useArranging } from "./useArranging";

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
      <div className="rules-head">
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
        groupsOf(rules).map(([group, names]) => (
          <section key={group} className="rule-group">
            <h3>{t(`home.rules.group.${group}`)}</h3>
            {names.map((name) => (
              <RuleField
                key={name}
                name={name}
                party={party}
                value={valueOf(rules, name)}
                usual={edition?.rules[name]}
                onChange={setRule === null ? undefined : (value) => setRule(name, value)}
              />
            ))}
          </section>
        ))}
    </Dialog>
  );
}
