/** Why the server did not take what one did. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";

const SHOWN = 4000;

export function Refused(): ReactNode {
  const { t, find } = useTexts();
  const refused = useTable((state) => state.refused);
  const [old, setOld] = useState(0);
  useEffect(() => {
    if (refused === null) return undefined;
    const timer = setTimeout(() => setOld(refused.at), SHOWN);
    return () => clearTimeout(timer);
  }, [refused]);
  if (refused === null || refused.at === old) return <div className="refused" role="alert" />;
  const overtaken = refused.action?.type === "bid" && refused.code === "too_low";
  const known = overtaken ? t("play.refused.faster") : (find(`refusal.${refused.code}`) ?? find(`play.refused.${refused.code}`));
  return (
    <div className="refused" role="alert">
      <p key={refused.at}>
        <Icon name="x" size={18} /> {known ?? t("play.refused.other")}
      </p>
    </div>
  );
}
