/** How much of offline play has been loaded: a bar, and the same in words. */
import type { ReactNode } from "react";
import { useTexts } from "./texts";
import "./Progress.css";

interface Props {
  readonly loaded: number;
  readonly total: number;
}

export function Progress({ loaded, total }: Props): ReactNode {
  const { t, language } = useTexts();
  const part = total > 0 ? Math.min(1, loaded / total) : 0;
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(part);
  // What is loaded has to begin, too, which takes a while.
  const words = part < 1 ? t("offline.loaded", { percent }) : t("offline.starting");
  const now = Math.round(100 * part);
  return (
    <>
      <div className="offline-bar" role="progressbar" aria-label={t("offline.bar")} aria-valuemin={0} aria-valuemax={100} aria-valuenow={now} aria-valuetext={words}>
        <span style={{ width: `${now}%` }} />
      </div>
      <p>{words}</p>
    </>
  );
}
