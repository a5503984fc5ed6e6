/** A landscape, to look at and to go over with arrow keys; one's own also to lay tiles and to send cows. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { seatColour } from "../../../ui/Shape";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import type { KuhfsteinSeatView, Terrain } from "../../../protocol/types";
import { Cow, TileArt, Tree } from "../drawings";
import { type CellView, cellsOf, frameOf, outline, pressed } from "./cells";
import { useChoosing } from "./choosing";
import { useKuhfstein } from "../view";
import { inside, moved, nextOf } from "./gridKeys";
import { useFreshCells } from "./freshCells";
import { type Cell, keyOf, sameCell } from "./spots";
import { usePanZoom } from "./usePanZoom";
import "./Board.css";

/** Say what is on a cell, and what can be done there. */
function useLabel(): (view: CellView, top: number, left: number) => string {
  const { t } = useTexts();
  return ({ cell: [row, column], terrain, cow, herd, tree, place, pattern, other }, top, left) => {
    const where = t("kuhfstein.cell.at", { row: row - top + 1, column: column - left + 1 });
    const what = terrain === null ? t("kuhfstein.cell.empty") : t(cow ? `kuhfstein.terrain_cow.${terrain}` : `terrain.${terrain}`);
    const more = [
      herd === null ? "" : t("kuhfstein.cell.herd", { count: herd.cows }),
      herd?.chosen === true ? t("kuhfstein.cell.herd_chosen") : "",
      tree ? t("kuhfstein.cell.tree") : "",
      place === null ? "" : t(place.trees.length > 0 ? "kuhfstein.cell.spot_tree" : "kuhfstein.cell.spot"),
      pattern === null ? "" : t(pattern === "cow" ? "kuhfstein.cell.gets_cow" : "kuhfstein.cell.needed"),
      other ? t("kuhfstein.cell.other") : "",
    ];
    return [`${where}: ${what}`, ...more.filter((text) => text !== "")].join("; ");
  };
}

interface SquareProps {
  readonly view: CellView;
  readonly label: string;
  readonly ghost: Terrain | null;
  readonly laid: boolean;
  readonly fresh: boolean;
  readonly current: boolean;
  readonly live: boolean;
  readonly onFocus: () => void;
  /** The pointer or the focus comes, or goes. */
  readonly onHover: (over: boolean) => void;
  readonly onPress: () => void;
}

function Square({ view, label, ghost, laid, fresh, current, live, onFocus, onHover, onPress }: SquareProps): ReactNode {
  const { cell, terrain, cow, herd, place, pattern, other } = view;
  const usable = place !== null || pattern !== null || other || herd?.taken === true;
  const marks = [
    "middle cell",
    terrain === null ? "bare" : "tile",
    place === null ? "" : "spot",
    place !== null && place.trees.length > 0 ? "fertile" : "",
    ghost === null ? "" : "ghost",
    laid ? "laid" : "",
    pattern === null ? "" : `pattern wants-${pattern}`,
    other ? "other" : "",
    fresh ? "fresh" : "",
    herd?.chosen === true ? "taken" : "",
    live && usable ? "usable" : "",
  ];
  return (
    <button
      type="button"
      role="gridcell"
      className={marks.filter((mark) => mark !== "").join(" ")}
      style={{ "--r": cell[0], "--c": cell[1] } as CSSProperties}
      tabIndex={current ? 0 : -1}
      aria-label={label}
      aria-selected={laid || pattern !== null || herd?.chosen === true}
      aria-disabled={!(live && usable)}
      data-cell={keyOf(cell)}
      data-spot={place === null ? undefined : place.trees.length > 0 ? "tree" : "plain"}
      data-herd={herd?.taken === true ? herd.cows : undefined}
      onFocus={onFocus}
      onBlur={() => onHover(false)}
      onPointerEnter={(event) => event.pointerType === "mouse" && onHover(true)}
      onPointerLeave={() => onHover(false)}
      onClick={onPress}
    >
      {(terrain ?? ghost) !== null && <TileArt terrain={(terrain ?? ghost) as Terrain} />}
      {place !== null && ghost === null && (
        <span className="middle plus" aria-hidden="true">
          {place.trees.length > 0 ? <Tree /> : "+"}
        </span>
      )}
      {(cow || pattern === "cow") && <Cow />}
      {pattern === "any" && <i className="needed" aria-hidden="true" />}
    </button>
  );
}

interface Props {
  readonly seat: number;
  readonly data: KuhfsteinSeatView;
  readonly name: string;
  /** Whether it is one's own, to play on. */
  readonly live: boolean;
}

export function Board({ seat, data, name, live }: Props): ReactNode {
  const { t } = useTexts();
  const { options, chosen, ways, able, choose, act } = useChoosing();
  const display = useKuhfstein((view) => view.display);
  const latest = useFreshCells(seat);
  const offers = live ? options : [];
  const picked = live ? chosen : null;
  const bounds = useMemo(() => frameOf(data, live ? 1 : 0), [data, live]);
  const rows = useMemo(() => cellsOf(data, bounds, offers, picked), [data, bounds, offers, picked]);
  const { window, buttons, lie, fit, zoom, show, handlers } = usePanZoom(bounds);
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Cell>([0, 0]);
  const [hovered, setHovered] = useState<Cell | null>(null);
  const label = useLabel();
  const current = inside(focused, bounds);
  const ghost = picked?.kind === "tile" ? (display[picked.tile] ?? null) : null;
  const laid = picked?.kind === "tile" ? picked.cell : null;
  const tree = (laid === null ? undefined : ways.find((way) => way.tree !== null))?.tree ?? hoveredTree(rows, hovered, laid);

  // Something was picked up: what it is about should be in sight, and the next stop of the Tab key.
  const places = rows.flat().filter((view) => view.place !== null || view.pattern !== null);
  const about = picked?.kind === "herd" ? picked.cell : (laid ?? places[0]?.cell ?? null);
  const aboutKey = about === null ? null : keyOf(about);
  const seen = picked?.kind !== "tile" || laid !== null;
  useEffect(() => {
    if (about === null) return;
    if (grid.current?.contains(document.activeElement) !== true) setFocused(about);
    if (seen) show(about);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cell is what counts, not the pair of numbers
  }, [aboutKey, seen, show]);

  const go = (cell: Cell): void => {
    setFocused(cell);
    show(cell);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(cell)}"]`)?.focus({ preventScroll: true });
  };
  const press = (view: CellView): void => {
    if (!live) return;
    const next = pressed(view, data, offers, picked);
    if (next === "do") {
      const [way] = ways;
      if (way !== undefined && able) act(way.action);
    } else if (next !== null) choose(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const wanted = places.length > 0 ? places : rows.flat().filter((view) => view.herd?.taken === true);
    const next =
      event.key === "n" || event.key === "p"
        ? nextOf(wanted.map((view) => view.cell), current, event.key === "p")
        : moved(event.key, current, bounds);
    if (next === null) return;
    go(next);
    event.preventDefault();
  };
  const style = { "--u": `${lie.unit}px`, "--pc": seatColour(seat), transform: `translate(${lie.x}px, ${lie.y}px)` } as CSSProperties;
  return (
    <>
      <div className="window" ref={window} {...handlers}>
        <div
          ref={grid}
          className={data.tiles.length === 0 ? "board untouched" : "board"}
          role="grid"
          aria-label={t(live ? "kuhfstein.own" : "kuhfstein.of", { seat: name })}
          aria-rowcount={bounds.rows}
          aria-colcount={bounds.columns}
          style={style}
          data-seat={seat}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {rows.map((row, place) => (
            <div key={bounds.top + place} role="row" className="grid-row">
              {row.map((view) => (
                <Square
                  key={keyOf(view.cell)}
                  view={view}
                  label={label(view, bounds.top, bounds.left)}
                  ghost={view.place !== null && ((laid !== null && sameCell(laid, view.cell)) || (laid === null && hovered !== null && sameCell(hovered, view.cell))) ? ghost : null}
                  laid={laid !== null && sameCell(laid, view.cell)}
                  fresh={latest.cells.has(keyOf(view.cell))}
                  current={sameCell(current, view.cell)}
                  live={live && able}
                  onFocus={() => {
                    setFocused(view.cell);
                    setHovered(view.cell);
                  }}
                  onHover={(over) => setHovered(over ? view.cell : null)}
                  onPress={() => press(view)}
                />
              ))}
            </div>
          ))}
          <Herds herds={data.herds} bounds={bounds} chosen={picked?.kind === "herd" ? picked.cell : null} />
          {data.trees.map((at) => (
            <Planted key={keyOf(at)} at={at} fresh={latest.tree !== null && sameCell(latest.tree, at)} />
          ))}
          {tree !== undefined && tree !== null && <Planted at={tree} maybe />}
          {live && data.tiles.length === 0 && picked === null && (
            // Screen readers hear it from the tip.
            <p className="first-tile" aria-hidden="true">
              {t("kuhfstein.first_tile")}
            </p>
          )}
        </div>
      </div>
      <div className="zooms" ref={buttons} role="group" aria-label={t("kuhfstein.zoom.title")}>
        <button type="button" className="middle" aria-label={t("kuhfstein.zoom.in")} onClick={() => zoom(1.3)}>
          <Icon name="plus" size={20} />
        </button>
        <button type="button" className="middle" aria-label={t("kuhfstein.zoom.out")} onClick={() => zoom(1 / 1.3)}>
          <svg className="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" aria-hidden="true">
            <path d="M5 12h14" />
          </svg>
        </button>
        <button type="button" className="middle" aria-label={t("kuhfstein.zoom.fit")} onClick={fit}>
          <svg className="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
            <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />
          </svg>
        </button>
      </div>
    </>
  );
}

/** The tree that would stand if the tile were laid under the pointer. */
function hoveredTree(rows: readonly (readonly CellView[])[], hovered: Cell | null, laid: Cell | null): Cell | null {
  if (hovered === null || laid !== null) return null;
  const view = rows.flat().find(({ cell }) => sameCell(cell, hovered));
  return view?.place?.trees[0]?.also ?? null;
}

function Planted({ at: [row, column], maybe = false, fresh = false }: { readonly at: Cell; readonly maybe?: boolean; readonly fresh?: boolean }): ReactNode {
  return (
    <span className={`planted ${maybe ? "maybe" : ""} ${fresh ? "fresh" : ""}`} style={{ "--r": row + 1, "--c": column + 1 } as CSSProperties} aria-hidden="true">
      <Tree />
      {maybe && <b>+5</b>}
    </span>
  );
}

interface HerdsProps {
  readonly herds: readonly (readonly Cell[])[];
  readonly bounds: { readonly top: number; readonly left: number; readonly rows: number; readonly columns: number };
  readonly chosen: Cell | null;
}

function Herds({ herds, bounds: { top, left, rows, columns }, chosen }: HerdsProps): ReactNode {
  return (
    <svg
      className="herds"
      viewBox={`${left} ${top} ${columns} ${rows}`}
      style={{ "--r": top, "--c": left, "--rows": rows, "--columns": columns } as CSSProperties}
      aria-hidden="true"
    >
      {herds.map((herd) => {
        const marked = chosen !== null && herd.some((cell) => sameCell(cell, chosen));
        return (
          <g key={keyOf(herd[0] ?? [0, 0])} className={marked ? "chosen" : ""}>
            <path className="halo" d={outline(herd)} />
            <path d={outline(herd)} />
          </g>
        );
      })}
    </svg>
  );
}
