/** The whole game as a line: pull along it, and see where donkeys, sales, trades and quartets were, or trees and bonuses. */
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useTexts } from "../i18n/text";
import type { Mark, Stop } from "../protocol/types";
import { useTable } from "../table/context";
import { useNames } from "../table/names";
import { plain, wording } from "../table/wording";
import { usePlaying, useReplayer } from "./context";

/** One mark a step: what is rarest is told. */
const RARITY: readonly Mark[] = ["donkey", "quartet", "trade", "sale", "last_round", "bonus", "tree", "grazing"];

export function markOf(stop: Stop): Mark | undefined {
  return RARITY.find((mark) => stop.marks.includes(mark));
}

function Marks({ stops, steps }: { readonly stops: readonly Stop[]; readonly steps: number }): ReactNode {
  return (
    <div className="marks" aria-hidden="true">
      {stops.map((stop) => {
        const mark = markOf(stop);
        if (mark === undefined) return null;
        const style = { "--at": (stop.step - 1) / Math.max(1, steps - 1) } as CSSProperties;
        return (
          <i key={stop.step} data-mark={mark} style={style}>
            {mark === "donkey" && <img src="/art/donkey.svg" alt="" />}
          </i>
        );
      })}
    </div>
  );
}

export function Scrubber(): ReactNode {
  const { t, find } = useTexts();
  const replayer = useReplayer();
  const names = useNames();
  const step = usePlaying((state) => state.step);
  const steps = usePlaying((state) => state.steps);
  const stops = usePlaying((state) => state.stops);
  const line = useTable((state) => state.lines.at(-1));
  const said = line === undefined ? "" : plain(wording(line, names, find));
  const marks = useMemo(() => <Marks stops={stops} steps={steps} />, [stops, steps]);
  const place = t("replay.step", { step, steps });
  return (
    <div className="scrub">
      {marks}
      <input
        type="range"
        min={1}
        max={steps}
        value={step}
        aria-label={t("replay.place")}
        aria-valuetext={`${place}. ${said}`}
        style={{ "--done": (step - 1) / Math.max(1, steps - 1) } as CSSProperties}
        onChange={(event) => {
          replayer.pause();
          replayer.go(Number(event.target.value));
        }}
      />
    </div>
  );
}
