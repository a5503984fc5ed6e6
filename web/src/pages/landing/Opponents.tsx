/** How good the bots of one's own games are: chosen before, so that playing asks nothing. */
import { type ReactNode, useId } from "react";
import { useTexts } from "../../i18n/text";
import { chooseLevel, LEVELS, usePreferences } from "../../model/table/preferences";
import "./JoinByCode.css";

export function Opponents(): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const level = usePreferences((state) => state.level);
  return (
    <div className="sheet-of-paper line join">
      <label htmlFor={id}>{t("home.level.title")}</label>
      <select id={id} value={level} onChange={({ currentTarget: { value } }) => chooseLevel(LEVELS.find((one) => one === value) ?? level, "player")}>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(`home.level.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
