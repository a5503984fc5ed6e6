/** The whole game as a line: pull along it, and see where what the game marks has happened. */
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import type { Mark, Stop } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { plain, wording } from "../../model/table/wording";
import { usePlaying, useReplayer } from "../../model/replay/context";
import "./Scrubber.css";

const NOTHING: readonly Mark[] = [];

interface MarksProps {
  readonly stops: readonly Stop[];
  readonly steps: number;
}

/** One mark for each step: what is rarest is told. */
function Marks({ stops, steps }: MarksProps): ReactNode {
  const game = useGame();
  const rarity = game?.marks ?? NOTHING;
  return (
    <div className="marks" aria-hidden="true">
      {stops.map((stop) => {
        const mark = rarity.find((one) => stop.marks.includes(one));
        if (mark === undefined) return null;
        const image = game?.markImages?.[mark];
        const style = { "--at": (stop.step - 1) / Math.max(1, steps - 1) } as CSSProperties;
        return (
          <i key={stop.step} data-mark={mark} style={style}>
            {image !== undefined && <img src={image} alt="" />}
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
