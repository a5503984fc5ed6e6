/** The end: who has won, and why. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import { Icon } from "../cards/Icon";
import { TextedAfter, useTexts } from "../i18n/text";
import type { EndedView, KuhfsteinView, OverView, PartyView } from "../protocol/types";
import { Share } from "../replay/Share";
import { useTable } from "../table/context";
import type { MarketView } from "../table/market";
import { paced } from "../table/preferences";
import { useNames } from "../table/names";
import { NameField } from "./NameField";
import { isDefaultName, useGameName } from "./naming";
import { Page } from "./Page";
import { Rematch } from "./score/Rematch";
import { ranked, type Result } from "./score/rows";
import { type Row, Sheet } from "./score/Sheet";
import { Story } from "./score/Story";
import { useFilling } from "./score/useFilling";
import { useLandRows } from "./score/useLandRows";
import { useMarketRows } from "./score/useMarketRows";
import { Winner } from "./score/Winner";
import "../styles/after.css";

const Confetti = lazy(() => import("./score/Confetti"));
const Course = lazy(() => import("./score/Course"));
const Fairness = lazy(() => import("./score/Fairness"));

export default function ScoreSheet(): ReactNode {
  const party = useTable((state) => state.party);
  const view = useTable((state) => state.view);
  if (party === null || view === null) return null;
  if (view.game === "kuhfstein") {
    if (view.phase.phase !== "over") return null;
    return (
      <TextedAfter>
        <LandEnded party={party} view={view} ended={view.phase} />
      </TextedAfter>
    );
  }
  if (view.phase.phase !== "ended") return null;
  return (
    <TextedAfter>
      <MarketEnded party={party} view={view} ended={view.phase} />
    </TextedAfter>
  );
}

interface MarketProps {
  readonly party: PartyView;
  readonly view: MarketView;
  readonly ended: EndedView;
}

function MarketEnded({ party, view, ended }: MarketProps): ReactNode {
  const { t } = useTexts();
  const rows = useMarketRows(view, ended);
  const early = ended.reason === "no_progress" ? t("home.score.no_progress") : null;
  return <Ended party={party} ended={ended} rows={rows} counting={t("home.score.counting")} early={early} />;
}

interface LandProps {
  readonly party: PartyView;
  readonly view: KuhfsteinView;
  readonly ended: OverView;
}

function LandEnded({ party, view, ended }: LandProps): ReactNode {
  const { t } = useTexts();
  const rows = useLandRows(view, ended);
  const early = ended.reason === "reached" ? null : t(`home.score.land_${ended.reason}`);
  return <Ended party={party} ended={ended} rows={rows} counting={t("home.score.counting_land")} early={early} />;
}

interface Props {
  readonly party: PartyView;
  readonly ended: Result;
  readonly rows: readonly Row[];
  readonly counting: string;
  readonly early: string | null;
}

function Ended({ party, ended, rows, counting, early }: Props): ReactNode {
  const { t, find } = useTexts();
  const you = useTable((state) => state.you);
  const { filled, skip } = useFilling(rows.length);
  const done = filled >= rows.length;
  const own = you === null ? undefined : party.places[you]?.name;
  return (
    <Page title={t("home.score.title")} back bar={<span className="page-note">{find(`edition.${party.edition}.title`)}</span>}>
      <main className="score">
        <Winner ended={ended} counting={counting} early={early} shown={done} />
        <Sheet party={party} ended={ended} rows={rows} filled={filled} onSkip={done ? null : skip} />
        {done && own !== undefined && isDefaultName(own) && (
          <p className="sheet-of-paper score-name">
            {t("home.name.kindly")} <NameField name={own} />
          </p>
        )}
        <Foot party={party} ended={ended} onSkip={done ? null : skip} />
        {/* The course would tell who has won before the sheet does. */}
        {done && (
          <Suspense fallback={<div className="sheet-of-paper course" />}>
            <Course seats={party.places.length} />
          </Suspense>
        )}
      </main>
      {done && paced(1) > 0 && (
        <Suspense fallback={null}>
          <Confetti seats={ended.winners} />
        </Suspense>
      )}
    </Page>
  );
}

interface FootProps {
  readonly party: PartyView;
  readonly ended: Result;
  readonly onSkip: (() => void) | null;
}

function Foot({ party, ended, onSkip }: FootProps): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const [open, setOpen] = useState<"story" | "fairness" | null>(null);
  const text = useResult(ended);
  return (
    <>
      <footer className="score-foot">
        {onSkip !== null && (
          <button type="button" className="btn" onClick={onSkip}>
            {t("home.score.skip")}
          </button>
        )}
        <Link className="btn" href={`/t/${table}/replay`}>
          <Icon name="play" size={18} /> {t("replay.watch")}
        </Link>
        <Share label={t("replay.result.share")} text={text} link={() => `${location.origin}/t/${table}/replay`} />
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("story")}>
          <Icon name="log" size={18} /> {t("home.score.story")}
        </button>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("fairness")}>
          <Icon name="check" size={18} /> {t("home.score.fair")}
        </button>
        <Rematch party={party} />
      </footer>
      {open === "story" && <Story onClose={() => setOpen(null)} />}
      {open === "fairness" && (
        <Suspense fallback={null}>
          <Fairness party={party} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The result in a line, from the first to the last. */
function useResult(ended: Result): string {
  const { t, language } = useTexts();
  const names = useNames();
  const game = useGameName();
  const number = new Intl.NumberFormat(language);
  const each = ranked(ended).map(
    ({ seat, rank }) => `${rank}. ${names[seat] ?? ""} ${number.format(ended.scores[seat]?.total ?? 0)}`,
  );
  return t("replay.result.text", { game, scores: each.join(" · ") });
}
