/** The moments of a game, one after the other before the points are counted, and all of them below the sheet. */
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../i18n/text";
import type { Highlights as Told, Moment } from "../../model/game/game";
import { hashOf } from "../../model/replay/address";
import type { Result } from "../../model/score/score";
import { useTable } from "../../model/table/context";
import { paced } from "../../model/table/preferences";
import { useSaid } from "../../model/table/said";
import { Icon } from "../../ui/Icon";
import type texts from "./highlights.en.json";
import { useMoments } from "./useMoments";
import "./Highlights.css";

const FILES: TextFiles = byLanguage(import.meta.glob<TextModule>("./highlights.*.json"));
const useTexts = useAll<Paths<typeof texts>>;

/** How long each is looked at, in milliseconds. */
const LASTS = 5000;

interface Props {
  readonly told: Told;
  readonly result: Result;
  /** What is done when all have been seen; null: all are there at once. */
  readonly onEnd: (() => void) | null;
}

export default function Highlights(props: Props): ReactNode {
  return (
    <TextedWith files={[FILES, ...props.told.files]}>
      <Moments {...props} />
    </TextedWith>
  );
}

function Card({ kind, image, seats, args, step }: Moment): ReactNode {
  const { t, find } = useTexts();
  const said = useSaid();
  const table = useTable((state) => state.table);
  return (
    <li className="line sheet-of-paper moment" data-moment={kind}>
      <img src={image} alt="" width="72" height="72" />
      <div>
        <h2>{find(`highlights.${kind}.title`)}</h2>
        <p>{said(`highlights.${kind}.text`, seats, args)}</p>
        {step !== null && (
          <Link className="text-btn" href={`/t/${table}/replay${hashOf({ step, viewer: "all" })}`}>
            <Icon name="play" size={16} /> {t("highlight.watch")}
          </Link>
        )}
      </div>
    </li>
  );
}

function Moments({ told, result, onEnd }: Props): ReactNode {
  const { t } = useTexts();
  const moments = useMoments(told, result);
  const [seen, setSeen] = useState(1);
  const count = moments?.length ?? 0;
  const plays = onEnd !== null;
  const over = moments !== null && seen > count;
  useEffect(() => {
    if (!plays || moments === null || over) return undefined;
    const timer = setTimeout(() => setSeen(seen + 1), paced(LASTS));
    return () => clearTimeout(timer);
  }, [plays, moments, over, seen]);
  useEffect(() => {
    if (over) onEnd?.();
  }, [over, onEnd]);
  if (!plays && count === 0) return null;
  return (
    <section className="column highlights" aria-labelledby="highlights" aria-busy={moments === null}>
      <h1 id="highlights">{t("highlight.title")}</h1>
      {plays && (
        <div className="highlights-done" aria-hidden="true">
          {(moments ?? []).map(({ kind }, place) => (
            <i key={kind} className={place < seen ? "on" : ""} />
          ))}
        </div>
      )}
      <ol>
        {(moments ?? []).slice(0, plays ? seen : count).map((moment) => (
          <Card key={moment.kind} {...moment} />
        ))}
      </ol>
      {plays && (
        <div className="wraps">
          <button type="button" className="btn" onClick={onEnd}>
            {t("highlight.skip")}
          </button>
          <button type="button" className="btn btn--go" onClick={() => setSeen(seen + 1)}>
            {t("highlight.next")}
          </button>
        </div>
      )}
    </section>
  );
}
