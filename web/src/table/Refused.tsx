/** Why the server did not take what one did. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../ui/Icon";
import { useGame } from "../model/game/context";
import { useTexts } from "../i18n/text";
import { useTable } from "../model/table/context";
import "./Refused.css";

const SHOWN = 4000;

export function Refused(): ReactNode {
  const { t, find } = useTexts();
  const refused = useTable((state) => state.refused);
  const refusalKey = useGame()?.refusalKey;
  const [old, setOld] = useState(0);
  useEffect(() => {
    if (refused === null) return undefined;
    const timer = setTimeout(() => setOld(refused.at), SHOWN);
    return () => clearTimeout(timer);
  }, [refused]);
  if (refused === null || refused.at === old) return <div className="refused" role="alert" />;
  const special = refusalKey?.(refused) ?? null;
  const known = find(special ?? `refusal.${refused.code}`) ?? find(`play.refused.${refused.code}`);
  return (
    <div className="refused" role="alert">
      <p key={refused.at} className="line">
        <Icon name="x" size={18} /> {known ?? t("play.refused.other")}
      </p>
    </div>
  );
}
