/** The house rules in force, by their names. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";
import { useNames } from "./names";

export function HouseRules(): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const view = useTable((state) => state.view);
  if (view === null) return null;
  const value = (rule: string, chosen: string | number | boolean): string => {
    const known = find(`rule.${rule}.values.${chosen}`);
    if (known !== undefined) return known;
    if (typeof chosen === "number") return find(`rule.${rule}.values.any`, { count: chosen }) ?? String(chosen);
    return (rule === "start_player" ? names[Number(chosen)] : undefined) ?? String(chosen);
  };
  return (
    <details className="rules">
      <summary>{t("play.menu.rules")}</summary>
      <p>
        <b>{find(`edition.${view.edition}.title`) ?? view.edition}</b>
      </p>
      <dl>
        {Object.entries(view.rules).map(([rule, chosen]) => (
          <div key={rule}>
            <dt>{find(`rule.${rule}.title`) ?? rule}</dt>
            <dd>{value(rule, chosen as string | number | boolean)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
