/** How long everybody has for a decision at a slow table. */
import type { ReactNode } from "react";
import { decisionTime } from "../../i18n/decisionTime";
import { useTexts } from "../../i18n/text";
import { useTable, useTableStore } from "../../model/table/context";
import { useWanted } from "../../model/table/useWanted";

const OFFERED: readonly number[] = [4, 8, 12, 24, 48, 72, 168];

export function DecisionTime({ hours }: { readonly hours: number }): ReactNode {
  const { t, language } = useTexts();
  const store = useTableStore();
  const host = useTable((state) => state.may.includes("choose_decision_time"));
  const [shown, want] = useWanted(hours);
  // A program may have chosen another.
  const offered = [...new Set([...OFFERED, hours])].toSorted((one, other) => one - other);
  const choose = (chosen: number): void => {
    want(chosen);
    store.ask({ type: "choose_decision_time", hours: chosen });
  };
  return (
    <label className="line decision-time">
      {t("home.room.decision_time")}{" "}
      <select disabled={!host} value={shown} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {decisionTime(one, language)}
          </option>
        ))}
      </select>
    </label>
  );
}
