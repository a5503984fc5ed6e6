/** Why the bots are as good as they are, where the games of this browser say it; or which would suit better. */
import { type ReactNode, useState } from "react";
import { byLanguage, type Paths, type TextFiles, type TextModule } from "../../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../../i18n/text";
import { playedGames } from "../../../model/score/played";
import { suggestion } from "../../../model/score/suggestion";
import { chooseLevel, isOwnLevel, usePreferences } from "../../../model/table/preferences";
import type en from "./level.en.json";

const useTexts = useAll<Paths<typeof en>>;
const FILES: readonly TextFiles[] = [byLanguage(import.meta.glob<TextModule>("./level.*.json"))];

export default function Suggested(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Told />
    </TextedWith>
  );
}

function Told(): ReactNode {
  const { t } = useTexts();
  const [found] = useState(() => suggestion(playedGames()));
  const level = usePreferences((state) => state.level);
  if (found === null) return null;
  const { against, won, games } = found;
  if (found.level === level) return isOwnLevel() || <p className="wraps centred">{t("level.why", { level: against, won, games })}</p>;
  // Their own choice stands until they say otherwise.
  return (
    <p className="wraps centred">
      <span>{t("level.won", { level: against, won, games })}</span>
      <button type="button" className="btn" onClick={() => chooseLevel(found.level, "suggestion")}>
        {t("level.follow", { level: found.level })}
      </button>
    </p>
  );
}
