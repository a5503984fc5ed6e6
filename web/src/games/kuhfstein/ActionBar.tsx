/** What one can do now: the four kinds of action, the ways to do what is picked up, going back, ending the turn. */
import { type ReactNode, useEffect } from "react";
import { Icon, type IconName } from "../../ui/Icon";
import { useTexts } from "./texts";
import type { GameAction } from "../../protocol/types";
import { TakeBackSeat } from "../../widgets/TakeBackSeat";
import { useTable } from "../../model/table/context";
import { SkipToDecision } from "../../widgets/SkipToDecision";
import { REFUGE, takeRefuge } from "../../ui/lostFocus";
import { Tree } from "./drawings";
import { ACTIONS, firstOf, mayDo, plainActions, type Way } from "./board/chosen";
import { useChoosing } from "./board/choosing";
import { useKuhfstein } from "./view";
import { type Cell, spotsOf } from "./board/spots";
import "./ActionBar.css";

function ActionButtons(): ReactNode {
  const { t } = useTexts();
  const { options, chosen, able, choose } = useChoosing();
  if (!ACTIONS.some((kind) => mayDo(options, kind))) return null;
  return (
    <div className="action-kinds">
      {ACTIONS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`btn ${chosen?.kind === kind ? "current" : ""}`}
          aria-pressed={chosen?.kind === kind}
          disabled={!able || !mayDo(options, kind)}
          data-action={kind}
          onClick={() => choose(chosen?.kind === kind ? null : firstOf(options, kind))}
        >
          {t(`kuhfstein.action.${kind}`)}
        </button>
      ))}
    </div>
  );
}

/** Where a tree stands, seen from the tile that is laid: only of use where there are two. */
function corner(tree: Cell, action: GameAction): "nw" | "ne" | "sw" | "se" {
  if (action.type !== "place_tile") return "se";
  const down = tree[0] === action.spot.row;
  const right = tree[1] === action.spot.column;
  return down ? (right ? "se" : "sw") : right ? "ne" : "nw";
}

function useWayName(): (way: Way, among: readonly Way[]) => string {
  const { t } = useTexts();
  return (way, among) => {
    if (way.tree === null) return t(`kuhfstein.do.${way.kind}`);
    const several = among.filter((one) => one.tree !== null).length > 1;
    return several ? t(`kuhfstein.do.tree_${corner(way.tree, way.action)}`) : t("kuhfstein.do.tree");
  };
}

function Ways(): ReactNode {
  const { ways, able, act } = useChoosing();
  const name = useWayName();
  return ways.map((way, place) => (
    <button
      key={place}
      type="button"
      className={`btn ${place === 0 ? "btn--go" : ""}`}
      disabled={!able}
      data-act={way.action.type}
      data-tree={way.tree !== null}
      onClick={() => act(way.action)}
    >
      {way.tree !== null && <Tree />} {name(way, ways)}
    </button>
  ));
}

/** Several places for one card: go through them. */
function Turning(): ReactNode {
  const { t } = useTexts();
  const { options, chosen, choose } = useChoosing();
  if (chosen?.kind !== "play") return null;
  const count = spotsOf(options, "play_card", chosen.card).length;
  if (count < 2) return null;
  const to = (step: number): void => choose({ ...chosen, at: (chosen.at + step + count) % count });
  return (
    <div className="line turning" role="group" aria-label={t("kuhfstein.place.title")}>
      <button type="button" className="btn" aria-label={t("kuhfstein.place.before")} onClick={() => to(-1)}>
        <Icon name="left" size={20} />
      </button>
      <output>
        {chosen.at + 1}/{count}
      </output>
      <button type="button" className="btn" aria-label={t("kuhfstein.place.next")} onClick={() => to(1)}>
        <i className="flip">
          <Icon name="left" size={20} />
        </i>
      </button>
    </div>
  );
}

const PLAIN: Readonly<Partial<Record<GameAction["type"], IconName>>> = {
  take_back: "undo",
  finish_turn: "check",
  pass_action: "hand",
  decline: "x",
};

/** Taking back, ending the turn, passing. */
function Plain(): ReactNode {
  const { t } = useTexts();
  const { options, able, act } = useChoosing();
  return plainActions(options).map((action) => {
    const icon = PLAIN[action.type];
    if (icon === undefined) return null;
    return (
      <button key={action.type} type="button" className={`btn ${action.type === "finish_turn" ? "btn--go" : ""} ${action.type}`} disabled={!able} data-act={action.type} onClick={() => act(action)}>
        <Icon name={icon} size={18} /> <span>{t(`kuhfstein.do.${action.type as "take_back" | "finish_turn" | "pass_action" | "decline"}`)}</span>
      </button>
    );
  });
}

function PutBack(): ReactNode {
  const { t } = useTexts();
  const { chosen, choose } = useChoosing();
  if (chosen === null) return null;
  return (
    <button type="button" className="btn put-back" aria-label={t("kuhfstein.do.put_back")} title={t("kuhfstein.do.put_back")} onClick={() => choose(null)}>
      <Icon name="x" size={20} />
    </button>
  );
}

export function ActionBar(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const away = useTable((state) => state.you !== null && state.party?.places[state.you]?.away === true);
  const idle = useChoosing().options.length === 0;
  const moment = useKuhfstein((view) => view.moment);
  // The button that was pressed may be gone with what it did.
  useEffect(takeRefuge, [moment]);
  if (you === null) {
    return (
      <div className="action-bar quiet" {...REFUGE}>
        <p className="line prompt">
          <Icon name="eye" /> {t("play.bar.spectator")}
        </p>
      </div>
    );
  }
  return (
    <div className={`action-bar ${idle ? "quiet" : ""}`} role="group" aria-label={t("play.bar.title")} data-moment={moment} {...REFUGE}>
      {away ? (
        <TakeBackSeat />
      ) : (
        <>
          <ActionButtons />
          <div className="confirm">
            <PutBack />
            <Turning />
            <Ways />
            <Plain />
            {idle && <SkipToDecision />}
          </div>
        </>
      )}
    </div>
  );
}

