/** The house rules in force, by their names. What differs from the edition comes first and is marked. */
import type { ReactNode } from "react";
import { decisionTime, USUAL_HOURS } from "../../i18n/decisionTime";
import { useTexts } from "../../i18n/text";
import { changes, optionsOf, valueOf, worded } from "../../model/table/ruleBook";
import { useEditions } from "../../net/useFetched";
import { useTable } from "../../model/table/context";
import type { HelpTexts } from "../../model/game/game";
import { useNames } from "../../model/table/names";
import "./HouseRules.css";

export function RuleList({ help }: { readonly help: HelpTexts }): ReactNode {
  const { t, find, language } = useTexts();
  const names = useNames();
  const view = useTable((state) => state.view);
  const hours = useTable(({ party }) => (party?.pace === "slow" ? (party.decision_hours ?? USUAL_HOURS) : null));
  const editions = useEditions();
  if (view === null) return null;
  const title = find(`edition.${view.edition}.title`) ?? view.edition;
  const edition = editions?.find(({ key }) => key === view.edition);
  const changed = changes(view.rules, edition);
  const count = Object.keys(changed).length;
  const ordered = optionsOf(view.rules, edition).toSorted((one, other) => Number(other.name in changed) - Number(one.name in changed));
  return (
    <>
      <p>
        {edition === undefined ? title : count === 0 ? help("rules.as_printed", { edition: title }) : help("rules.differ", { count })}
      </p>
      {hours !== null && (
        <p>
          {t("home.room.decision_time")}: {decisionTime(hours, language)}
        </p>
      )}
      <details className="rules" open={count > 0}>
        <summary>{t("play.menu.rules")}</summary>
        <dl>
          {ordered.map((option) => (
            <div key={option.name} data-differs={option.name in changed}>
              <dt>
                {option.name in changed && (
                  <span title={help("rules.marked")}>
                    ★ <span className="visually-hidden">{help("rules.marked")}:</span>
                  </span>
                )}
                {find(`${option.text}.title`)}
              </dt>
              <dd>{worded(find, option, valueOf(view.rules, option.name), (seat) => names[seat] ?? t("seat.name", { seat: seat + 1 }))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
