/** When a table goes on by itself: until its start, or until bots take the free seats. */
import type { ReactNode } from "react";
import { TextedWith } from "../i18n/text";
import type { PartyView } from "../protocol/types";
import { clockText, useSecondsLeft } from "../model/table/clock";
import { FILES, useTexts } from "./texts";

interface Props {
  readonly party: PartyView;
}

/** As high as what is said, so that nothing moves when that comes. */
function Blank(): ReactNode {
  return <p className="start-said">&nbsp;</p>;
}

export function StartClock({ party }: Props): ReactNode {
  return (
    <TextedWith files={FILES} fallback={<Blank />}>
      <Said party={party} />
    </TextedWith>
  );
}

function Said({ party }: Props): ReactNode {
  const { t } = useTexts();
  const left = useSecondsLeft(null);
  const full = party.places.every(({ kind }) => kind !== "empty");
  if (left === null) return party.starts === "full" ? <p className="start-said">{t("people.start.waits")}</p> : <Blank />;
  // What is called out is the news, not every second of it.
  return (
    <p className="start-said" role="timer" data-start={full ? "begins" : "fills"}>
      {t(full ? "people.start.begins" : "people.start.fills", { time: clockText(left) })}
    </p>
  );
}
