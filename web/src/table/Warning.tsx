/** Warns whoever is to decide when their time runs out: by a noise, and in words for those who do not see the clock. */
import { type ReactNode, useEffect } from "react";
import { useTexts } from "../i18n/text";
import { SOON, useLength, useSecondsLeft } from "../model/table/clock";
import { useTable } from "../model/table/context";
import { play } from "./sound";

function Running({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const left = useSecondsLeft(seat);
  const lasts = useLength(seat);
  // What lasts no longer than that needs no warning.
  const soon = left !== null && left <= SOON && lasts !== null && lasts > 2 * SOON * 1000;
  useEffect(() => {
    if (soon) play("soon");
  }, [soon]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {soon && t("play.soon", { count: SOON })}
    </p>
  );
}

export function Warning(): ReactNode {
  const you = useTable((state) => state.you);
  return you !== null && <Running seat={you} />;
}
