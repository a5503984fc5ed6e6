/** Laying cards face down, as an offer or against one: what the other sees, and what only you see. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { OfferingView, Pick, RespondingView } from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Hand } from "../cards/Hand";
import { kuhhandelView } from "../view";
import { useSmall } from "../cards/media";
import { useNames } from "../../../model/table/names";
import { filled, refusal, worth } from "../../../model/table/options";
import { usePreferences } from "../../../model/table/preferences";
import { FaceDown, Stake } from "./TradeStage";
import { useTradeWords } from "./tradeWords";
import "./Laying.css";

interface Props {
  readonly phase: OfferingView | RespondingView;
  /** One way to lay cards, or two: with their number shown and without. */
  readonly picks: readonly Pick[];
  readonly back: string;
  readonly onBack: () => void;
}

/** What a way of laying says about the number of cards; undefined: the rules say it. */
function shows(pick: Pick): boolean | undefined {
  return "show_count" in pick.action ? pick.action.show_count : undefined;
}

function useShown(pick: Pick): boolean {
  const rule = useTable((state) => kuhhandelView(state.view)?.rules.offer_count);
  return rule === "offerer_choice" ? (shows(pick) ?? true) : rule !== "hidden";
}

function Secret({ cards }: { readonly cards: readonly number[] }): ReactNode {
  const { t } = useTexts();
  const zeros = cards.filter((card) => card === 0).length;
  return (
    <div className="priv">
      <small>
        <Icon name="eyeoff" size={14} /> {t("play.trade.only_you")}
      </small>
      <b>{worth(cards)}</b>
      {zeros > 0 && <em>{t("play.trade.bluff", { zeros })}</em>}
    </div>
  );
}

/** Whether an offer is asked about once more: what is laid in secret cannot be taken back. */
function useAsks(): boolean {
  const confirm = usePreferences((state) => state.confirm);
  const small = useSmall();
  return confirm === "always" || (confirm === "phone" && small);
}

interface SureProps {
  readonly empty: boolean;
  readonly still: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A tap too many on the button before must not answer this question. */
const GUARD = 300;

function Sure({ empty, still, onYes, onNo }: SureProps): ReactNode {
  const { t } = useTexts();
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), GUARD);
    return () => clearTimeout(timer);
  }, []);
  return (
    <footer className="sure">
      <p role="alert">{t(empty ? "play.trade.sure_nothing" : "play.trade.sure")}</p>
      <button type="button" className="btn" onClick={onNo}>
        {t("play.trade.sure_no")}
      </button>
      <button type="button" className="btn btn--go" disabled={still || fresh} onClick={onYes}>
        <Icon name="lock" size={18} /> {t("play.trade.sure_yes")}
      </button>
    </footer>
  );
}

interface SideProps {
  readonly seat: number;
  readonly name: string;
  readonly children: ReactNode;
}

/** What lies before one of the two. */
function Side({ seat, name, children }: SideProps): ReactNode {
  return (
    <div className="trade-side">
      <span className="line trader">
        <Shape seat={seat} /> {name}
      </span>
      <div className="offer">{children}</div>
    </div>
  );
}

interface VersusProps {
  readonly phase: OfferingView | RespondingView;
  readonly you: number;
  readonly other: number;
  readonly name: string;
  /** Whether the other sees how many cards one lays. */
  readonly shown: boolean;
  readonly picked: readonly number[];
}

/** The two opposite each other: what each has laid, and what each can see of it. */
function Versus({ phase, you, other, name, shown, picked }: VersusProps): ReactNode {
  const { t } = useTexts();
  const seen = (count: number | null): string => (count === null ? t("play.trade.covered") : t("play.money.cards", { count }));
  const laid = shown ? picked.length : null;
  return (
    <div className="versus">
      <Side seat={you} name={t("play.you")}>
        <FaceDown count={laid} />
      </Side>
      <div className="trade-middle stakes">
        <Stake animal={phase.animal} count={phase.stake} />
        <Icon name="swap" size={24} />
      </div>
      <Side seat={other} name={name}>
        {phase.phase === "offering" ? <p className="none">{t("play.trade.answers_next", { seat: name })}</p> : <FaceDown count={phase.count} />}
      </Side>
      <div className="two">
        <div>
          <small>{t("play.trade.sees", { seat: name })}</small>
          <b>{seen(laid)}</b>
        </div>
        <Secret cards={picked} />
        {phase.phase === "responding" && (
          <div>
            <small>{t("play.trade.you_see")}</small>
            <b>{seen(phase.count)}</b>
          </div>
        )}
      </div>
    </div>
  );
}

export function Laying({ phase, picks, back, onBack }: Props): ReactNode {
  const { t, find } = useTexts();
  const act = useAct();
  const ready = useReady();
  const waiting = useWaiting();
  const names = useNames();
  const words = useTradeWords();
  const rules = useTable((state) => kuhhandelView(state.view)?.rules.trade_money);
  const you = useTable((state) => state.you);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [way, setWay] = useState(0);
  const asks = useAsks();
  const [asked, setAsked] = useState(false);
  const pick = picks[way] ?? picks[0];
  const shown = useShown(pick ?? ({ action: { type: "pass" } } as Pick));
  if (pick === undefined || you === null) return null;
  const other = phase.challenger === you ? phase.challenged : phase.challenger;
  const name = names[other] ?? "";
  const code = refusal(pick, picked);
  const still = code !== null || !ready || waiting;
  // Other cards are another question.
  const change = (cards: readonly number[]): void => {
    setPicked(cards);
    setAsked(false);
  };
  const lay = (): void => act(filled(pick, picked));
  return (
    <>
      <Versus phase={phase} you={you} other={other} name={name} shown={shown} picked={picked} />
      {picks.length > 1 && (
        <div className="ways" role="group" aria-label={t("play.trade.ways")}>
          {picks.map((one, place) => (
            <button
              key={place}
              type="button"
              className={`btn ${place === way ? "btn--go" : ""}`}
              aria-pressed={place === way}
              onClick={() => setWay(place)}
            >
              <Icon name={shows(one) === false ? "eyeoff" : "eye"} size={18} />{" "}
              {t(shows(one) === false ? "play.trade.hide" : "play.trade.show")}
            </button>
          ))}
        </div>
      )}
      <p className="hint">{code === null || picked.length === 0 ? t("play.trade.pick", { seat: name }) : find(`refusal.${code}`)}</p>
      <Hand cards={pick.pool} picked={picked} onPick={change} />
      {asked ? (
        <Sure empty={picked.length === 0} still={still} onYes={lay} onNo={() => setAsked(false)} />
      ) : (
        <footer>
          <span className="line reminder">
            <Icon name="help" size={16} /> {rules === undefined ? "" : words(phase.animal).money(rules)}
          </span>
          <button type="button" className="btn" onClick={onBack}>
            {back}
          </button>
          {picked.length > 0 || pick.pool.length === 0 ? (
            <button type="button" className="btn btn--go" disabled={still} onClick={() => (asks || picked.length === 0 ? setAsked(true) : lay())}>
              <Icon name="lock" size={18} /> {picked.length === 0 ? t("play.trade.lay_nothing") : t("play.trade.lay")}
            </button>
          ) : (
            <button type="button" className="btn pick-first" aria-disabled="true">
              {t("play.trade.pick_first")}
            </button>
          )}
          {picked.length === 0 && code === null && pick.pool.length > 0 && (
            <button type="button" className="empty-hand" disabled={still} onClick={() => setAsked(true)}>
              {t("play.trade.lay_nothing")}
            </button>
          )}
        </footer>
      )}
    </>
  );
}
