/** The house rules in force, by their names. What differs from the edition comes first and is marked. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { changes, optionsOf, valueOf, worded } from "../views/room/ruleBook";
import { useEditions } from "../views/useFetched";
import { useTable } from "./context";
import type { HelpTexts } from "../games/game";
import { useNames } from "./names";
import "./HouseRules.css";

export function RuleList({ help }: { readonly help: HelpTexts }): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const view = useTable((state) => state.view);
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
