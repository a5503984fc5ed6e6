/** The end: who has won, and why. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { Icon } from "../ui/Icon";
import { useGame } from "../games/context";
import type { AfterGame } from "../games/game";
import { useLoaded } from "../games/useLoaded";
import { TextedAfter, TextedWith, useTexts } from "../i18n/text";
import type { PartyView } from "../protocol/types";
import { PlayYourself } from "../replay/PlayYourself";
import { Share } from "../replay/Share";
import { useTable } from "../table/context";
import { paced } from "../table/preferences";
import { isGiven, spoken, useNames } from "../table/names";
import { keepPlayed } from "./mine/played";
import { NameField } from "./NameField";
import { useGameName } from "./naming";
import { Page } from "./Page";
import { Picture } from "./score/Picture";
import { Rematch } from "./score/Rematch";
import { celebrated, ranked, type Result, type Score, standing } from "./score/score";
import { Sheet } from "./score/Sheet";
import { Story } from "./score/Story";
import { useFilling } from "./score/useFilling";
import { Winner } from "./score/Winner";
import { sharedLink } from "./sharedLink";
import "./ScoreSheet.css";

const Confetti = lazy(() => import("./score/Confetti"));
const Course = lazy(() => import("./score/Course"));
const Fairness = lazy(() => import("./score/Fairness"));
const Keep = lazy(async () => ({ default: (await import("../you")).Keep }));
const Opinion = lazy(() => import("../review/Opinion"));

export default function ScoreSheet(): ReactNode {
  const party = useTable((state) => state.party);
  const game = useGame();
  const after = useLoaded(game?.after);
  if (party === null || game === null || after === null) return null;
  return (
    <TextedAfter>
      <TextedWith files={game.texts}>
        <after.Score>{(score) => <Ended party={party} score={score} after={after} />}</after.Score>
      </TextedWith>
    </TextedAfter>
  );
}

interface Props {
  readonly party: PartyView;
  readonly score: Score;
  readonly after: AfterGame;
}

function Ended({ party, score, after: { course, coached = false } }: Props): ReactNode {
  const { result, rows, counting, early } = score;
  const { t, find } = useTexts();
  const you = useTable((state) => state.you);
  useRemembered(party, result);
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
        {done && you !== null && party.script === undefined && (
          <Suspense fallback={null}>
            <Keep />
          </Suspense>
        )}
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
  const you = useTable((state) => state.you);
  useEffect(() => {
    if (you === null || game === undefined || script !== undefined) return; // a tutorial is no game of one's own
    const { rank, all } = standing(result, you);
    const others = places.flatMap(({ name = "" }, seat) => (seat === you ? [] : [name]));
    const points = result.scores[you]?.total ?? 0;
    keepPlayed({ table, game, at: Date.now(), rank, all, points, won: result.winners.includes(you), others });
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
        <Share label={t("replay.result.share")} text={text} link={() => sharedLink(`${location.origin}/t/${table}/replay`, game, language)} />
        {/* It would tell who has won before the sheet does. */}
        {onSkip === null && <Picture party={party} score={score} text={text} />}
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("story")}>
          <Icon name="log" size={18} /> {t("home.score.story")}
        </button>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("fairness")}>
          <Icon name="check" size={18} /> {t("home.score.fair")}
        </button>
        <Rematch party={party} />
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
