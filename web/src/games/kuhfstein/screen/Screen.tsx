/** Kuhfstein on the big screen: all landscapes side by side, and the display. */
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { TextedWith } from "../../../i18n/text";
import type { ScreenProps } from "../../../model/game/game";
import { soleAsked } from "../../../model/table/asked";
import { useTable } from "../../../model/table/context";
import { useNames } from "../../../model/table/names";
import type { KuhfsteinSeatView } from "../../../protocol/types";
import { Icon } from "../../../ui/Icon";
import { seatColour } from "../../../ui/Shape";
import { Face, Name } from "../../../widgets/screen/Seated";
import { cellsOf, frameOf, squareOf } from "../board/cells";
import { useFreshCells } from "../board/freshCells";
import { keyOf } from "../board/spots";
import { Pattern, useCardName } from "../display/PatternCard";
import { Cow, Drawings, TileArt, Tree } from "../drawings";
import { TEXTS, useTexts } from "../texts";
import { kuhfsteinView, useKuhfstein } from "../view";
import "./Screen.css";

const FILES = [TEXTS];

export default function Screen({ Frame }: ScreenProps): ReactNode {
  const there = useTable((state) => kuhfsteinView(state.view) !== null);
  if (!there) return null;
  return (
    <TextedWith files={FILES}>
      <Frame aside={<LastRound />}>
        <Drawings />
        <Landscapes />
      </Frame>
    </TextedWith>
  );
}

function LastRound(): ReactNode {
  const { t } = useTexts();
  const last = useKuhfstein((view) => view.last_round && view.phase.phase === "acting");
  return last && <b className="tv-last">{t("kuhfstein.last_round")}</b>;
}

function Landscapes(): ReactNode {
  const { t } = useTexts();
  const seats = useKuhfstein((view) => view.seats);
  return (
    <div className="tv-meadows">
      <OpenDisplay />
      <ul className="tv-lands" aria-label={t("play.seats")}>
        {seats.map((data, seat) => (
          // oxlint-disable-next-line react/no-array-index-key -- a seat is its number
          <Landscape key={seat} seat={seat} data={data} />
        ))}
      </ul>
    </div>
  );
}

/** The task cards and tiles that every player can take. */
function OpenDisplay(): ReactNode {
  const { t } = useTexts();
  const nameOf = useCardName();
  const cards = useKuhfstein((view) => view.cards);
  const display = useKuhfstein((view) => view.display);
  const pile = useKuhfstein((view) => view.pile);
  const tiles = useKuhfstein((view) => view.tiles);
  return (
    <section className="tv-open" aria-label={t("kuhfstein.display")}>
      <h2>
        {t("kuhfstein.cards.title")} <small>{t("kuhfstein.left", { count: pile })}</small>
      </h2>
      <div className="tv-open-cards">
        {cards.map((face) => (
          <span key={face.card} className="middle tv-card" role="img" aria-label={nameOf(face)}>
            <Pattern rows={face.rows} />
            <b aria-hidden="true">{face.points}</b>
          </span>
        ))}
      </div>
      <h2>
        {t("kuhfstein.tiles.title")} <small>{t("kuhfstein.left", { count: tiles })}</small>
      </h2>
      <div className="tv-open-tiles">
        {display.map((terrain, tile) => (
          // oxlint-disable-next-line react/no-array-index-key -- tiles have no names: equal ones are the same to everybody
          <span key={tile} role="img" aria-label={t(`terrain.${terrain}`)}>
            <TileArt terrain={terrain} />
          </span>
        ))}
      </div>
    </section>
  );
}

interface Props {
  readonly seat: number;
  readonly data: KuhfsteinSeatView;
}

function Landscape({ seat, data }: Props): ReactNode {
  const { t } = useTexts();
  const name = useNames()[seat] ?? "";
  const asked = useKuhfstein((view) => soleAsked(view) === seat);
  const has = t("kuhfstein.other.has", { points: data.score, tiles: data.tiles.length, cows: data.supply, grazing: data.cows.length, cards: data.cards, trees: data.trees.length });
  return (
    <li className="sheet-of-paper tv-land" style={{ "--pc": seatColour(seat) } as CSSProperties} data-seat={seat} data-asked={asked}>
      <header>
        <Face seat={seat} />
        <Name seat={seat} />
        <strong aria-hidden="true">{data.score}</strong>
      </header>
      <LandscapeGrid seat={seat} data={data} />
      <p className="line tv-stock" role="img" aria-label={`${name}: ${has}`}>
        <img src="/art/cow-face.svg" alt="" /> {data.supply} <Icon name="deck" size={28} /> {data.cards}
        {data.trees.length > 0 && (
          <>
            <Tree /> {data.trees.length}
          </>
        )}
      </p>
    </li>
  );
}

/** A landscape as large as there is room for. */
function LandscapeGrid({ seat, data }: Props): ReactNode {
  const fresh = useFreshCells(seat);
  const bounds = useMemo(() => frameOf(data, 0), [data]);
  const rows = useMemo(() => cellsOf(data, bounds, [], null), [data, bounds]);
  const place = (row: number, column: number): string => `${row - bounds.top + 1} / ${column - bounds.left + 1}`;
  return (
    <div className="middle tv-room" aria-hidden="true">
      <div className="tv-cells" style={{ "--rows": bounds.rows, "--columns": bounds.columns } as CSSProperties}>
        {rows.flat().map(
          ({ cell, terrain, cow }) =>
            terrain !== null && (
              <span key={keyOf(cell)} className="middle" data-fresh={fresh.cells.has(keyOf(cell))} style={{ gridArea: place(...cell) }}>
                <TileArt terrain={terrain} />
                {cow && <Cow />}
              </span>
            ),
        )}
        {data.trees.map((tree) => (
          <i key={keyOf(tree)} style={{ gridArea: `${place(...tree)} / span ${squareOf(tree).length / 2} / span 2` }}>
            <Tree />
          </i>
        ))}
      </div>
    </div>
  );
}
