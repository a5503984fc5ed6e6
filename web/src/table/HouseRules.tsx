/** The house rules in force, by their names. What differs from the edition comes first and is marked. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { changes, namesOf, valueOf, worded } from "../views/room/ruleBook";
import { useEditions } from "../views/useFetched";
import { useTable } from "./context";
import type { useHelpTexts } from "./help";
import { useNames } from "./names";

type Texts = NonNullable<ReturnType<typeof useHelpTexts>>;

export function RuleList({ help }: { readonly help: Texts }): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const view = useTable((state) => state.view);
  const editions = useEditions();
  if (view === null) return null;
  const title = find(`edition.${view.edition}.title`) ?? view.edition;
  const edition = editions?.find(({ key }) => key === view.edition);
  const changed = changes(view.rules, edition?.rules);
  const count = Object.keys(changed).length;
  const ordered = namesOf(view.rules).toSorted((one, other) => Number(other in changed) - Number(one in changed));
  return (
    <>
      <p>
        {edition === undefined ? title : count === 0 ? help("rules.as_printed", { edition: title }) : help("rules.differ", { count })}
      </p>
      <details className="rules" open={count > 0}>
        <summary>{t("play.menu.rules")}</summary>
        <dl>
          {ordered.map((rule) => (
            <div key={rule} data-differs={rule in changed}>
              <dt>
                {rule in changed && (
                  <span title={help("rules.marked")}>
                    ★ <span className="sr">{help("rules.marked")}:</span>
                  </span>
                )}
                {t(`rule.${rule}.title`)}
              </dt>
              <dd>{worded(find, rule, valueOf(view.rules, rule), (seat) => names[seat] ?? t("seat.name", { seat: seat + 1 }))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
