/** Whose turn it is, and what is to be done, in words. */
import { useTexts } from "./texts";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { useLabels } from "../../model/table/said";
import type { Turn } from "../../model/table/turn";
import { type Chosen, mayDo, waysOf } from "./board/chosen";
import { useChoosing } from "./board/choosing";
import { soleAsked } from "../../model/table/asked";
import { useKuhfstein } from "./view";
import { placesOf, spotsOf } from "./board/spots";

export function useTurn(): Turn {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const phase = useKuhfstein((view) => view.phase);
  const seat = useKuhfstein(soleAsked);
  if (seat !== null) {
    return { seat, text: seat === you ? t("play.turn.you") : t("play.turn.chooses", { seat: names[seat] ?? "" }) };
  }
  switch (phase.phase) {
    case "final":
      return { seat: null, text: t("kuhfstein.final.title") };
    case "over":
      return { seat: null, text: t("phase.ended") };
    default:
      return { seat: null, text: t("phase.between") };
  }
}

/** Which action of the turn this is: the first or second of two, a bonus, or the end of it. */
export function useStep(): string | null {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const phase = useKuhfstein((view) => view.phase);
  if (phase.phase !== "acting") return null;
  if (phase.committed !== null) return t(phase.committed === "card" ? "kuhfstein.step.must_take" : "kuhfstein.step.must_lay");
  switch (phase.doing) {
    case "action":
      return t(phase.left > 0 ? "kuhfstein.step.first" : "kuhfstein.step.second");
    case "extra":
      return t("kuhfstein.step.extra");
    case "tile":
      return t("kuhfstein.step.tile");
    case "card":
      return t("kuhfstein.step.card");
    case "confirm":
      return t(phase.seat === you ? "kuhfstein.step.confirm" : "kuhfstein.step.confirm_told");
  }
}

/** The bonuses that wait for their turn, after the present one. */
function useWaitingBonuses(): string {
  const { t } = useTexts();
  const phase = useKuhfstein((view) => view.phase);
  const track = useKuhfstein((view) => view.track);
  const waiting = phase.phase === "acting" ? phase.waiting : [];
  const names = waiting.flatMap((field) => track[field]?.bonus ?? []).map((bonus) => t(`bonus.${bonus}`));
  return names.length === 0 ? "" : t("kuhfstein.step.then", { bonuses: names.join(", ") });
}

function useChosenText(): (chosen: Chosen) => string {
  const { t } = useTexts();
  const { options } = useChoosing();
  const display = useKuhfstein((view) => view.display);
  return (chosen) => {
    switch (chosen.kind) {
      case "tile": {
        const name = t(`terrain.${display[chosen.tile] ?? "hay"}`);
        const ways = waysOf(chosen, options);
        if (chosen.cell !== null) return t(ways.some((way) => way.tree !== null) ? "kuhfstein.tip.tile_tree" : "kuhfstein.tip.tile_here", { terrain: name });
        return t("kuhfstein.tip.tile", { terrain: name, count: placesOf(spotsOf(options, "place_tile", chosen.tile)).size });
      }
      case "take":
        return t("kuhfstein.tip.take");
      case "play": {
        const places = spotsOf(options, "play_card", chosen.card).length;
        return places > 1 ? t("kuhfstein.tip.play", { place: chosen.at + 1, places }) : t("kuhfstein.tip.play_only");
      }
      case "herd":
        return t("kuhfstein.tip.herd");
      case "goal":
        return t("kuhfstein.tip.goal");
    }
  };
}

/** What to do next, in a sentence. */
export function useTip(): string {
  const { t } = useTexts();
  const names = useLabels();
  const { chosen, options } = useChoosing();
  const you = useTable((state) => state.you);
  const paused = useTable((state) => state.party?.stage === "paused");
  const held = useTable((state) => state.held);
  const phase = useKuhfstein((view) => view.phase);
  const step = useStep();
  const then = useWaitingBonuses();
  const words = useChosenText();
  if (paused) return t("play.banner.paused");
  if (chosen !== null) return words(chosen);
  switch (phase.phase) {
    case "acting": {
      const how = [step ?? "", then].filter((text) => text !== "").join(" ");
      if (phase.seat !== you || options.length === 0) return t("kuhfstein.tip.other", { seat: names[phase.seat] ?? "", step: how });
      if (phase.doing === "confirm") return how;
      const possible = (["tile", "take", "play", "herd"] as const).filter((kind) => mayDo(options, kind));
      return possible.length === 0 ? `${how} ${t("kuhfstein.tip.nothing")}` : how;
    }
    case "picking":
      return phase.seat === you ? t("kuhfstein.picking.yours") : t("kuhfstein.picking.other", { seat: names[phase.seat] ?? "" });
    case "final":
      return t(held === null && options.length > 0 ? "kuhfstein.final.choose" : "kuhfstein.final.wait");
    case "over":
      return t("phase.ended");
    case "shuffling":
      return t("phase.between");
  }
}
