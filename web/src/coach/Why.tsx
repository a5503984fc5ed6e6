/** In a replay: why bots did what they did at this step, and the coach's opinion of what people did. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../i18n/text";
import type { BotReason, Coaching, Remark } from "../protocol/types";
import { usePlaying, useReplayer } from "../model/replay/context";
import { useTable } from "../model/table/context";
import { Words } from "../widgets/LogLine";
import { useNames } from "../model/table/names";
import { portrait } from "../model/table/portrait";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/Icon";
import { Card, Remarks } from "./Remarks";
import { FILES, useTexts } from "./texts";
import { useCoaching } from "./useCoaching";
import "./Why.css";

export default function Why(): ReactNode {
  // A tutorial goes by its script: nobody had a reason of their own.
  const scripted = useTable((state) => state.party?.script !== undefined);
  if (scripted) return null;
  return (
    <TextedWith files={FILES}>
      <Asked />
    </TextedWith>
  );
}

function Asked(): ReactNode {
  const { t } = useTexts();
  const coaching = useCoaching();
  const step = useTable((state) => state.seq);
  const [open, setOpen] = useState(false);
  const [talking, setTalking] = useState(false);
  const replayer = useReplayer();
  // Whoever comes to watch a moment is told at once what there is to say of it; a replay that plays on is not interrupted.
  useEffect(() => {
    const { step: first, viewer } = replayer.state.getState();
    if (coaching?.remarks.some((remark) => remark.step === first && remark.seat === viewer) === true) setOpen(true);
  }, [coaching, replayer]);
  if (coaching == null) return null;
  return (
    <div className="why">
      <button type="button" className="btn" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("opinion.why")}
      </button>
      {open && (
        <aside className="called why-said" aria-label={t("opinion.why")}>
          <Answer reasons={coaching.reasons.filter((reason) => reason.step === step)} remarks={coaching.remarks.filter((remark) => remark.step === step)} />
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setTalking(true)}>
            {t("opinion.title")}
          </button>
        </aside>
      )}
      {talking && <Talk coaching={coaching} onWatch={() => setOpen(true)} onClose={() => setTalking(false)} />}
    </div>
  );
}

interface Said {
  readonly reasons: readonly BotReason[];
  readonly remarks: readonly Remark[];
}

/** What the bots of a step say for themselves, and the coach of what people did. */
function Answer({ reasons, remarks }: Said): ReactNode {
  const { t } = useTexts();
  return (
    <div role="status">
      {remarks.map((remark) => (
        <div key={remark.seat} className="column remark">
          <Card {...remark} />
        </div>
      ))}
      {reasons.map((reason) => (
        <Reason key={reason.seat} {...reason} />
      ))}
      {reasons.length + remarks.length === 0 && <small>{t("opinion.silent")}</small>}
      {reasons.length > 0 && <small>{t("opinion.saw")}</small>}
    </div>
  );
}

function Reason({ seat, action, reason, others }: BotReason): ReactNode {
  const { t, language } = useTexts();
  const names = useNames();
  const place = useTable((state) => state.party?.places[seat]);
  const number = new Intl.NumberFormat(language);
  return (
    <div className="line why-one">
      <img src={portrait(place, seat)} alt="" width="40" height="40" />
      <div>
        <h2>
          {t("opinion.why_who", { name: names[seat] ?? "" })} <Words line={action} />
        </h2>
        <p>
          <Words line={reason} />
        </p>
        {others.length > 0 && (
          <p>
            {t("opinion.weighed")}:{" "}
            {others.map(({ action: other, less }) => (
              <span key={other.key}>
                <Words line={other} /> ({less === 0 ? t("opinion.alike") : t("opinion.less", { points: number.format(less) })})
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

/** The opinion of everybody who is a person: one of them at a time. */
function Talk({ coaching, onWatch, onClose }: { readonly coaching: Coaching; readonly onWatch: () => void; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const replayer = useReplayer();
  const places = useTable((state) => state.party?.places) ?? [];
  const viewer = usePlaying((state) => state.viewer);
  const people = places.flatMap((place, seat) => (place.kind === "person" ? [seat] : []));
  const [chosen, choose] = useState(people.find((seat) => seat === viewer) ?? people[0] ?? 0);
  const watch = ({ seat, step }: Remark): void => {
    onClose();
    replayer.pause();
    replayer.see(seat);
    replayer.go(step);
    onWatch();
  };
  return (
    <Dialog title={t("opinion.title")} wide onClose={onClose}>
      {people.length > 1 && (
        <label className="line why-whom">
          {t("opinion.of")}
          <select value={chosen} onChange={(event) => choose(Number(event.target.value))}>
            {people.map((seat) => (
              <option key={seat} value={seat}>
                {names[seat]}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>{t("opinion.about_them", { name: names[chosen] ?? "" })}</p>
      <Remarks
        remarks={coaching.remarks.filter((remark) => remark.seat === chosen)}
        way={(remark) => (
          <button type="button" className="btn" onClick={() => watch(remark)}>
            <Icon name="play" size={18} /> {t("opinion.watch")}
          </button>
        )}
      />
    </Dialog>
  );
}
