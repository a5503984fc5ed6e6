/** The next game night on the page of a group: who comes, and a new one. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import { keepNightWords } from "../../notifications/push";
import type { GameNight } from "../../protocol/types";
import { Act } from "./Act";
import { CalendarDialog } from "./CalendarDialog";
import { PlanDialog } from "./PlanDialog";
import { FILES, useTexts } from "./texts";
import { inWords } from "./when";
import "./NightPage.css";

interface Props {
  readonly code: string;
  readonly hosts: boolean;
}

const EVERY = 15_000;
/** A night that did not take place is past half a day after its beginning. */
const GRACE = 12 * 3600;

export function NextNight(props: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Shown {...props} />
    </TextedWith>
  );
}

/** The night that goes on, or else the next one. */
function nextOf(nights: readonly GameNight[], now: number): GameNight | undefined {
  return nights.filter((one) => !one.ended && one.starts > now - GRACE).toSorted((one, other) => one.starts - other.starts)[0];
}

function Shown({ code, hosts }: Props): ReactNode {
  const { t, language } = useTexts();
  const [nights, setNights] = useState<readonly GameNight[] | null>(null);
  const [open, setOpen] = useState<"plan" | "calendar" | null>(null);
  const ask = useCallback(() => {
    if (document.visibilityState !== "hidden") call("GET /api/groups/{code}/nights", null, { code }).then(setNights, () => undefined);
  }, [code]);
  useEffect(() => {
    ask();
    const timer = setInterval(ask, EVERY);
    return () => clearInterval(timer);
  }, [ask]);
  if (nights === null) return null;
  const next = nextOf(nights, Date.now() / 1000);
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-night">
      <h2 id="group-night">{t("night.next")}</h2>
      {next === undefined ? <p>{t("night.none")}</p> : <Night code={code} night={next} onChange={ask} when={inWords(next.starts, language)} />}
      <div className="wraps">
        {hosts && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("plan")}>
            {t("night.plan")}
          </button>
        )}
        {next !== undefined && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("calendar")}>
            {t("night.calendar")}
          </button>
        )}
      </div>
      {open === "plan" && <PlanDialog code={code} onDone={ask} onClose={() => setOpen(null)} />}
      {open === "calendar" && <CalendarDialog code={code} onClose={() => setOpen(null)} />}
    </section>
  );
}

interface NightProps {
  readonly code: string;
  readonly night: GameNight;
  readonly when: string;
  readonly onChange: () => void;
}

function Night({ code, night, when, onChange }: NightProps): ReactNode {
  const { t } = useTexts();
  const coming = night.guests.filter(({ state }) => state === "coming" || state === "here").length;
  const say = (state: "coming" | "absent") => async (): Promise<void> => {
    await keepNightWords(t("night.reminder")).catch(() => undefined);
    await call("POST /api/groups/{code}/nights/{night}/guests", { state }, { code, night: night.id }).then(onChange);
  };
  return (
    <>
      <p>
        <b>{when}</b>
        <br />
        {t("night.round_count", { count: night.rounds })}
        {night.every > 0 && ` · ${t(night.every === 1 ? "night.every_1" : night.every === 2 ? "night.every_2" : "night.every_4")}`}
        {" · "}
        {coming === 0 ? t("night.nobody") : t("night.coming", { count: coming })}
      </p>
      <div className="wraps">
        <Act label={t("night.come")} pressed={night.you === "coming" || night.you === "here"} act={say("coming")} />
        <Act label={t("night.stay")} pressed={night.you === "absent"} act={say("absent")} />
        <Link className="btn" href={`/g/${code}/${night.id}`}>
          {t("night.open")}
        </Link>
      </div>
    </>
  );
}
