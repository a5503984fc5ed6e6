/** A pattern card: which landscapes must lie how, and what it brings. */
import type { CSSProperties, ReactNode } from "react";
import { useTexts } from "../texts";
import type { CardFace, Terrain } from "../../../protocol/types";
import { ground, Sign } from "../drawings";
import { boundsOf, needsOf } from "../board/spots";
import "./PatternCard.css";

/** Say what a card shows, row by row. */
export function useCardName(): (face: CardFace) => string {
  const { t } = useTexts();
  return (face) => {
    const needs = needsOf(face.rows);
    const rows = [...new Set(needs.map(({ cell }) => cell[0]))].map((row) =>
      needs
        .filter(({ cell }) => cell[0] === row)
        .map(({ terrain }) => t(terrain === null ? "kuhfstein.card.any" : `terrain.${terrain}`))
        .join(", "),
    );
    return t("kuhfstein.card.name", { points: face.points, rows: rows.join(" / ") });
  };
}

export function Pattern({ rows }: { readonly rows: CardFace["rows"] }): ReactNode {
  const needs = needsOf(rows);
  const { columns, rows: lines } = boundsOf(needs.map(({ cell }) => cell));
  return (
    <span className="pattern-grid" style={{ "--columns": columns, "--rows": lines } as CSSProperties}>
      {needs.map(({ cell: [row, column], terrain }) => (
        <i key={`${row},${column}`} className="middle" style={{ background: ground(terrain), gridArea: `${row + 1} / ${column + 1}` }}>
          <Sign terrain={terrain} />
        </i>
      ))}
    </span>
  );
}

function Strip({ rows }: { readonly rows: CardFace["rows"] }): ReactNode {
  const terrains = [...new Set(needsOf(rows).map(({ terrain }) => terrain))].filter((terrain): terrain is Terrain => terrain !== null);
  return (
    <span className="strip">
      {terrains.map((terrain) => (
        <i key={terrain} style={{ background: ground(terrain) }} />
      ))}
    </span>
  );
}

interface Props {
  readonly face: CardFace;
  /** What goes with its name: that it can be played, or taken. */
  readonly note?: string;
  readonly tag?: string | undefined;
  readonly chosen?: boolean;
  readonly disabled?: boolean;
  readonly onPress?: () => void;
  readonly data: "open" | "hand";
}

export function PatternCard({ face, note, tag, chosen = false, disabled = false, onPress, data }: Props): ReactNode {
  const name = useCardName()(face);
  const label = note === undefined ? name : `${name}; ${note}`;
  const inside = (
    <>
      <Strip rows={face.rows} />
      <Pattern rows={face.rows} />
      <b aria-hidden="true">{face.points}</b>
      {tag !== undefined && <em aria-hidden="true">{tag}</em>}
    </>
  );
  const marks = `middle pattern-card ${tag === undefined ? "" : "ok"} ${chosen ? "selected" : ""}`;
  if (onPress === undefined) {
    return (
      <span className={marks} role="img" aria-label={label} data-card={face.card}>
        {inside}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={marks}
      aria-pressed={chosen}
      aria-disabled={disabled}
      data-card={face.card}
      data-from={data}
      onClick={disabled ? undefined : onPress}
    >
      {inside}
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
