/** The end: who has won, and why. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { Icon } from "../../ui/Icon";
import { useGame } from "../../model/game/context";
import type { AfterGame } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { TextedAfter, TextedWith, useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { PlayYourself } from "../../widgets/PlayYourself";
import { Share } from "../../ui/Share";
import { useIsOffline, useTable } from "../../model/table/context";
import { isShared, ownSeat } from "../../model/table/passing";
import { paced } from "../../model/table/preferences";
import { isGiven, spoken, useNames } from "../../model/table/names";
import { NameField } from "../../widgets/NameField";
import { useGameName } from "../../model/table/naming";
import { Caught } from "../../ui/page/Caught";
import { Page } from "../../ui/page/Page";
import { Picture } from "./Picture";
import { Rematch } from "./Rematch";
import { remember } from "./remember";
import { celebrated, ranked, type Result, type Score } from "../../model/score/score";
import { Sheet } from "./Sheet";
import { Story } from "./Story";
import { useFilling } from "./useFilling";
import { Winner } from "./Winner";
import { sharedLink } from "../../model/opening/sharedLink";
import "./ScoreSheet.css";

const Confetti = lazy(() => import("./Confetti"));
const Course = lazy(() => import("./Course"));
const Highlights = lazy(() => import("./Highlights"));
const Fairness = lazy(() => import("./Fairness"));
const Keep = lazy(async () => ({ default: (await import("../account")).Keep }));
const PassAgain = lazy(() => import("../offline/PassAgain"));
const Opinion = lazy(() => import("../../coach/Opinion"));

/** How long the moments may take to come, in milliseconds. */
const SOON = 2000;

interface SheetProps {
  /** Whether this page has seen the game end just now. */
  readonly fresh?: boolean;
}

export default function ScoreSheet({ fresh = false }: SheetProps): ReactNode {
  const party = useTable((state) => state.party);
  const game = useGame();
  const after = useLoaded(game?.after);
  if (party === null || game === null || after === null) return null;
  return (
    <TextedAfter>
      <TextedWith files={game.texts}>
        <after.Score>{(score) => <Told party={party} score={score} after={after} fresh={fresh} />}</after.Score>
      </TextedWith>
    </TextedAfter>
  );
}

interface Props {
  readonly party: PartyView;
  readonly score: Score;
  readonly after: AfterGame;
}

/** The moments of a game that has just ended, and then its points. A tutorial has a story of its own. */
function Told({ fresh, ...props }: Props & { readonly fresh: boolean }): ReactNode {
  const { t } = useTexts();
  useRemembered(props.party, props.score.result);
  const wanted = fresh && props.party.script === undefined;
  const told = useLoaded(wanted ? props.after.highlights : undefined);
  const [over, setOver] = useState(() => !wanted || props.after.highlights === undefined || paced(1) === 0);
  const [end] = useState(() => () => setOver(true));
  useEffect(() => {
    // What does not come soon is not waited for.
    if (over || told !== null) return undefined;
    const timer = setTimeout(end, SOON);
    return () => clearTimeout(timer);
  }, [over, told, end]);
  const moments = (onEnd: (() => void) | null): ReactNode =>
    told !== null && (
      <Caught fallback={null}>
        <Suspense fallback={null}>
          <Highlights told={told} result={props.score.result} onEnd={onEnd} />
        </Suspense>
      </Caught>
    );
  if (over) return <Ended {...props} moments={moments(null)} />;
  return (
    <Page title={t("home.score.title")} back>
      <main className="column score">{moments(end)}</main>
    </Page>
  );
}

function Ended({ party, score, after: { course, coached = false }, moments }: Props & { readonly moments: ReactNode }): ReactNode {
  const { result, rows, counting, early } = score;
  const { t, find } = useTexts();
  const you = useTable(ownSeat);
  const here = useIsOffline();
  const { filled, skip } = useFilling(rows.length);
  const done = filled >= rows.length;
  const own = you === null ? undefined : party.places[you]?.name;
  const cheered = celebrated(result.winners, you);
  return (
    <Page title={t("home.score.title")} back bar={<span className="page-note">{find(`edition.${party.edition}.title`)}</span>}>
      <main className="column score">
        <Winner ended={result} counting={counting} early={early} shown={done} />
        <Sheet party={party} ended={result} rows={rows} filled={filled} onSkip={done ? null : skip} />
        {done && own !== undefined && isGiven(own) && (
          <p className="sheet-of-paper wraps score-name">
            {t("home.name.kindly")} <NameField name={spoken(own, find)} />
          </p>
        )}
        <Foot party={party} score={score} onSkip={done ? null : skip} />
        {done && you !== null && !here && party.script === undefined && (
          <Suspense fallback={null}>
            <Keep />
          </Suspense>
        )}
        {done && moments}
        {/* A tutorial goes by its script: nobody is judged by it. */}
        {done && coached && you !== null && party.script === undefined && (
          <Suspense fallback={null}>
            <Opinion seat={you} />
          </Suspense>
        )}
        {/* The course would tell who has won before the sheet does. */}
        {done && (
          <Suspense fallback={<div className="sheet-of-paper course" />}>
            <Course seats={party.places.length} words={course} />
          </Suspense>
        )}
      </main>
      {done && cheered.length > 0 && paced(1) > 0 && (
        <Suspense fallback={null}>
          <Confetti seats={cheered} />
        </Suspense>
      )}
    </Page>
  );
}

/** Keeps the end of a game for the list of one's own, in this browser. */
function useRemembered({ places, script }: PartyView, result: Result): void {
  const table = useTable((state) => state.table);
  const game = useTable((state) => state.view?.game);
  const you = useTable(ownSeat);
  useEffect(() => {
    if (you === null || game === undefined || script !== undefined) return; // a tutorial is no game of one's own
    remember({ table, game, places, you, result });
  }, [table, game, you, places, script, result]);
}

interface FootProps {
  readonly party: PartyView;
  readonly score: Score;
  readonly onSkip: (() => void) | null;
}

function Foot({ party, score, onSkip }: FootProps): ReactNode {
  const { t, language } = useTexts();
  const table = useTable((state) => state.table);
  const game = useTable((state) => state.view?.game);
  const stranger = useTable((state) => state.you === null);
  const here = useIsOffline();
  const shared = useTable(isShared);
  const [open, setOpen] = useState<"story" | "fairness" | null>(null);
  const text = useResult(score.result);
  return (
    <>
      <footer className="wraps score-foot">
        {onSkip !== null && (
          <button type="button" className="btn" onClick={onSkip}>
            {t("home.score.skip")}
          </button>
        )}
        <Link className="btn" href={`/t/${table}/replay`}>
          <Icon name="play" size={18} /> {t("replay.watch")}
        </Link>
        {/* A link to this device would lead nobody anywhere. */}
        {here || <Share label={t("replay.result.share")} text={text} link={() => sharedLink(`${location.origin}/t/${table}/replay`, game, language)} />}
        {/* It would tell who has won before the sheet does. */}
        {onSkip === null && <Picture party={party} score={score} text={text} />}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("story")}>
          <Icon name="log" size={18} /> {t("home.score.story")}
        </button>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("fairness")}>
          <Icon name="check" size={18} /> {t("home.score.fair")}
        </button>
        {shared ? (
          <Suspense fallback={null}>
            <PassAgain party={party} />
          </Suspense>
        ) : (
          <Rematch party={party} />
        )}
        {stranger && <PlayYourself className="btn btn--go" />}
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
