/** The others: a small map of each, what they have, and the whole landscape in large. */
import { type CSSProperties, type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { seatColour, Shape } from "../../../ui/Shape";
import { useTexts } from "../texts";
import type { KuhfsteinSeatView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { useNames } from "../../../model/table/names";
import { portrait } from "../../../model/table/portrait";
import { SeatTags } from "../../../widgets/SeatTags";
import { Dialog } from "../../../ui/Dialog";
import { ground, Sign, Tree } from "../drawings";
import { Board } from "../board/Board";
import { soleAsked } from "../../../model/table/asked";
import { useKuhfstein } from "../view";
import { useFreshCells } from "../board/freshCells";
import { boundsOf, type Cell, keyOf } from "../board/spots";
import "../../../ui/Portrait.css";
import "./Opponents.css";

export function MiniMap({ seat, data }: { readonly seat: number; readonly data: KuhfsteinSeatView }): ReactNode {
  const cells = data.tiles.map(([row, column]): Cell => [row, column]);
  const { top, left, rows, columns } = boundsOf(cells);
  const cows = new Set(data.cows.map(keyOf));
  const latest = useFreshCells(seat);
  return (
    <span className="minimap" style={{ "--side": Math.max(rows, columns, 3) } as CSSProperties} aria-hidden="true">
      {data.tiles.map(([row, column, terrain]) => (
        <i
          key={keyOf([row, column])}
          className={`middle ${cows.has(keyOf([row, column])) ? "has-cows" : ""}`}
          data-fresh={latest.cells.has(keyOf([row, column]))}
          style={{ background: ground(terrain), gridArea: `${row - top + 1} / ${column - left + 1}` }}
        >
          <Sign terrain={terrain} />
        </i>
      ))}
    </span>
  );
}

/** What a seat has, in numbers. */
function Counts({ data, fox }: { readonly data: KuhfsteinSeatView; readonly fox: boolean }): ReactNode {
  return (
    <span className="line holdings" aria-hidden="true">
      <img src="/art/cow-face.svg" alt="" /> {data.supply}
      <Icon name="deck" size={14} /> {data.cards}
      {data.trees.length > 0 && (
        <span className="line holdings-trees">
          <Tree /> {data.trees.length}
        </span>
      )}
      {fox && <FoxMark />}
    </span>
  );
}

function Other({ seat, data, onOpen }: { readonly seat: number; readonly data: KuhfsteinSeatView; readonly onOpen: () => void }): ReactNode {
  const { t } = useTexts();
  const name = useNames()[seat] ?? "";
  const place = useTable((state) => state.party?.places[seat]);
  const acting = useKuhfstein((view) => soleAsked(view) === seat);
  const fox = useKuhfstein((view) => view.fox === seat);
  const gone = place?.kind === "person" && place.here !== true;
  const has = t("kuhfstein.other.has", { points: data.score, tiles: data.tiles.length, cows: data.supply, grazing: data.cows.length, cards: data.cards, trees: data.trees.length });
  return (
    <section className={`player opponent ${acting ? "asked" : ""} ${gone ? "off" : ""}`} style={{ "--pc": seatColour(seat) } as CSSProperties} aria-label={name} data-seat={seat}>
      <button type="button" aria-haspopup="dialog" onClick={onOpen}>
        {data.tiles.length === 0 ? (
          <span className="portrait" style={{ "--portrait": "min(40px, var(--map))" } as CSSProperties}>
            <img src={portrait(place, seat)} alt="" />
          </span>
        ) : (
          <MiniMap seat={seat} data={data} />
        )}
        <span className="opponent-name">
          <b className="line">
            <Shape seat={seat} /> <span className="name">{name}</span>
          </b>
          <Counts data={data} fox={fox} />
        </span>
        <strong aria-hidden="true">{data.score}</strong>
        <span className="visually-hidden">{`: ${fox ? `${t("kuhfstein.fox")}, ` : ""}${has} ${t("kuhfstein.other.open")}`}</span>
      </button>
      <SeatTags place={place} />
    </section>
  );
}

/** Who began: the last round ends before their turn. */
function FoxMark(): ReactNode {
  const { t } = useTexts();
  return (
    <svg className="fox" viewBox="0 0 24 24">
      <title>{t("kuhfstein.fox")}</title>
      <path d="M3 3l6 4h6l6-4-1 10-8 8-8-8z" fill="#d9702b" />
      <path d="M4 13l8 8 8-8-5 0-3 3-3-3z" fill="#fff4e2" />
      <circle cx="8.500" cy="11" r="1.300" fill="#2a2016" />
      <circle cx="15.500" cy="11" r="1.300" fill="#2a2016" />
      <circle cx="12" cy="19.500" r="1.500" fill="#2a2016" />
    </svg>
  );
}

function Large({ seat, onClose }: { readonly seat: number; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const name = useNames()[seat] ?? "";
  const data = useKuhfstein((view) => view.seats[seat]);
  if (data === undefined) return null;
  return (
    <Dialog
      wide
      className="land-large"
      onClose={onClose}
      title={
        <>
          <Shape seat={seat} /> {name}
        </>
      }
      aside={<span className="pill">{t("kuhfstein.points", { count: data.score })}</span>}
    >
      <p className="land-has">
        {t("kuhfstein.other.has", { points: data.score, tiles: data.tiles.length, cows: data.supply, grazing: data.cows.length, cards: data.cards, trees: data.trees.length })}
      </p>
      <div className="field">
        <Board seat={seat} data={data} name={name} live={false} />
      </div>
    </Dialog>
  );
}

export function Opponents({ shown }: { readonly shown: number }): ReactNode {
  const { t } = useTexts();
  const seats = useKuhfstein((view) => view.seats);
  const [open, setOpen] = useState<number | null>(null);
  const order = seats.map((_, place) => (shown + 1 + place) % seats.length).filter((seat) => seat !== shown);
  return (
    <div className={`opponents opponents-${order.length}`} role="group" aria-label={t("play.seats")}>
      {order.map((seat) => {
        const data = seats[seat];
        return data && <Other key={seat} seat={seat} data={data} onOpen={() => setOpen(seat)} />;
      })}
      {open !== null && <Large seat={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
