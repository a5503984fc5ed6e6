/** The coach of a tutorial: one word at a time, beside what it is about, and a way out at any time. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { useGame } from "../../model/game/context";
import type { Game, Tutorial, TutorStep } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../i18n/text";
import { Icon } from "../../ui/Icon";
import { useOpening } from "../../model/opening/useOpening";
import { noteGiven } from "../../coach/hints/givenHints";
import { useTable } from "../../model/table/context";
import { onceRead, useReading } from "../../model/table/halt";
import { useNames } from "../../model/table/names";
import { useHolding } from "../../theatre/context";
import type { TableState } from "../../model/table/store";
import { after, BEGINNING, stepNow } from "./tutoring";
import { type Box, placed } from "./tutorPlace";
import type en from "./tutor.en.json";
import "./Tutor.css";

const SHARED: TextFiles = byLanguage(import.meta.glob<TextModule>("./tutor.*.json"));

const useTexts = useAll<Paths<typeof en>>;

interface Props {
  /** Called when the coach can speak. */
  readonly onReady: () => void;
}

export default function Tutor({ onReady }: Props): ReactNode {
  const game = useGame();
  const tutorial = useLoaded(game?.tutorial);
  const files = useMemo(() => (tutorial === null ? null : [SHARED, tutorial.texts]), [tutorial]);
  if (game === null || tutorial === null || files === null) return null;
  return (
    <TextedWith files={files}>
      <Coaching game={game} tutorial={tutorial} onReady={onReady} />
    </TextedWith>
  );
}

interface CoachingProps extends Props {
  readonly game: Game;
  readonly tutorial: Tutorial;
}

function Coaching({ game, tutorial: { steps }, onReady }: CoachingProps): ReactNode {
  const state = useTable((all) => all);
  const [progress, setProgress] = useState(BEGINNING);
  const [over, setOver] = useState(false);
  const now = over ? null : stepNow(steps, progress, state);
  const step = now === null ? undefined : steps[now];
  const holding = useHolding();
  // Noted at once: what a step explains is not asked about while it is there.
  useEffect(() => noteGiven(step?.teaches ?? []), [step]);
  useEffect(() => {
    if (now === null || step === undefined || holding) return undefined;
    if (step.read === true) setProgress((before) => ({ ...before, reading: now }));
    // It was done, or the game went on without it. A step that was gone at once comes again, if it still fits.
    return onceRead(() => setProgress((before) => (before.reading === now ? before : after(before, now))));
  }, [now, step, holding]);
  useEffect(onReady, [onReady]);
  // Whoever has handed something in under seal waits for the others, not they for the reader.
  useReading(step !== undefined && state.held === null);
  if (over) return null;
  // The table waits already, but what a step is about is not to be seen before it is played.
  if (now === null || step === undefined || holding) return <Waiting />;
  const next = (): void => {
    if (now === steps.length - 1) setOver(true);
    else setProgress((before) => after(before, now));
  };
  return <Bubble key={step.key} game={game} step={step} state={state} place={now} of={steps.length} onNext={next} />;
}

/** While others play there is nothing to say, but still a way out. */
function Waiting(): ReactNode {
  const { t } = useTexts();
  return (
    <aside className="line called tutor-waits" aria-label={t("tutor.title")}>
      <p>{t("tutor.watch")}</p>
      <Skip />
    </aside>
  );
}

function Skip(): ReactNode {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  return (
    <button type="button" className="text-btn tutor-skip" onClick={() => navigate("/")}>
      {t("tutor.skip")}
    </button>
  );
}

interface Seen {
  /** The dialog that lies over the table, if one does. */
  readonly dialog: Element | null;
  readonly spots: readonly Box[];
  /** What is good to see as well: the dialog, or what the table is about. */
  readonly good: readonly Box[];
}

const NOTHING: Seen = { dialog: null, spots: [], good: [] };

/** How often it is looked where things are: cards move, dialogs open, windows are turned. */
const LOOKS = 200;
const ROUND = 4;

function lookAt(selectors: readonly string[]): Seen {
  const dialog = document.querySelector("dialog[open]");
  const boxes = (selector: string): readonly Box[] => {
    const found = [...(dialog ?? document).querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    if (found.length === 0) return [];
    const x = Math.max(2, Math.min(...found.map((one) => one.left)) - ROUND);
    const y = Math.max(2, Math.min(...found.map((one) => one.top)) - ROUND);
    const right = Math.min(innerWidth - 2, Math.max(...found.map((one) => one.right)) + ROUND);
    const bottom = Math.min(innerHeight - 2, Math.max(...found.map((one) => one.bottom)) + ROUND);
    return [{ x, y, width: right - x, height: bottom - y }];
  };
  return { dialog, spots: selectors.flatMap(boxes), good: boxes(dialog === null ? ".lot, .bidbox" : ".dialog-in") };
}

/** Where the things are that a step is about. */
function useSeen(selectors: readonly string[]): Seen {
  const [seen, setSeen] = useState(NOTHING);
  useLayoutEffect(() => {
    const look = (): void =>
      setSeen((before) => {
        const now = lookAt(selectors);
        return now.dialog === before.dialog && JSON.stringify([now.spots, now.good]) === JSON.stringify([before.spots, before.good]) ? before : now;
      });
    look();
    const timer = setInterval(look, LOOKS);
    addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", look);
    };
  }, [selectors]);
  return seen;
}

const outline = ({ x, y, width, height }: Box): string => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Darkens all but what the step is about, and winks where it is. It stops nobody from pressing anything. */
function Veil({ spots, shown }: { readonly spots: readonly Box[]; readonly shown: boolean }): ReactNode {
  return (
    <svg className={`tutor-veil ${shown ? "shown" : ""}`} aria-hidden="true">
      <path fillRule="evenodd" d={`M0 0H9999V9999H0z${spots.map(outline).join("")}`} />
      {spots.map((spot, place) => (
        <rect key={place} x={spot.x} y={spot.y} width={spot.width} height={spot.height} rx="8" />
      ))}
    </svg>
  );
}

/** What can be pressed just now. */
const PRESSED = 'button:not(:disabled, [aria-disabled="true"])';

interface BubbleProps {
  readonly game: Game;
  readonly step: TutorStep;
  readonly state: TableState;
  readonly place: number;
  readonly of: number;
  readonly onNext: () => void;
}

function Bubble({ game, step, state, place, of, onNext }: BubbleProps): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const [, navigate] = useLocation();
  const id = useId();
  const args = step.args?.(state, names);
  const { dialog, spots, good } = useSeen(step.spots);
  const element = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const [at, setAt] = useState<Box | null>(null);
  /** How often somebody pressed what the coach says, instead of what it is about: focus alone is not seen after a tap. */
  const [asked, setAsked] = useState(0);
  const hidden = dialog !== null && spots.length === 0;
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = element.current ?? {};
    setAt(placed({ width, height }, spots, { width: innerWidth, height: innerHeight }, good));
  }, [spots, good, hidden]);
  // A new step is read from its title on, wherever the focus was.
  useEffect(() => head.current?.focus({ preventScroll: true }), [dialog]);
  const word = (part: string): string => find(`tutor.${game.name}.${step.key}.${part}`, args) ?? "";
  const last = place === of - 1;
  const show = (): void => {
    setAsked((before) => before + 1);
    const presses = (step.press ?? step.spots.toReversed()).flatMap((one) => [...(dialog ?? document).querySelectorAll<HTMLElement>(one)]);
    presses.find((one) => one.matches(PRESSED))?.focus();
  };
  // What is open over the table is not what this step is about: the menu, or the help.
  if (hidden) return null;
  return createPortal(
    <>
      <Veil key={asked} spots={spots} shown={asked > 0} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves, as it does everywhere */}
      <section
        ref={element}
        className="tutor"
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        data-step={step.key}
        style={at === null ? { visibility: "hidden" } : { left: at.x, top: at.y }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          navigate("/");
        }}
      >
        <h2 id={`${id}-title`} ref={head} tabIndex={-1}>
          {word("title")}
        </h2>
        <p id={`${id}-text`}>{word("text")}</p>
        {step.read !== true && (
          <button type="button" className="line tutor-do" onClick={show}>
            <Icon name="hand" size={20} /> {word("do")}
          </button>
        )}
        <div className="line tutor-row">
          {last ? (
            <End game={game} onStay={onNext} />
          ) : (
            <>
              <Skip />
              <span className="tutor-of" role="img" aria-label={t("tutor.step", { step: place + 1, of })}>
                {place + 1}/{of}
              </span>
              {step.read === true && (
                <button type="button" className="btn btn--go" onClick={onNext}>
                  {t("tutor.next")}
                </button>
              )}
            </>
          )}
        </div>
      </section>
    </>,
    dialog ?? document.body,
  );
}

/** On to a game of one's own, or on with this one. */
function End({ game, onStay }: { readonly game: Game; readonly onStay: () => void }): ReactNode {
  const { t } = useTexts();
  const { busy, open } = useOpening();
  return (
    <>
      <button type="button" className="btn" onClick={onStay}>
        {t("tutor.stay")}
      </button>
      <button type="button" className="btn btn--go" aria-busy={busy !== null} onClick={() => open(game)}>
        {t("tutor.play")}
      </button>
    </>
  );
}
