/** The table of points: a column for each seat, a row for each step of the reckoning, and why. */
import type { CSSProperties, ReactNode } from "react";
import { seatColour, Shape } from "../../ui/Shape";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { portrait } from "../../model/table/portrait";
import { ranked, type Result, type Row } from "../../model/score/score";
import "./Sheet.css";
import "../../ui/Portrait.css";

interface Props {
  readonly party: PartyView;
  readonly ended: Result;
  readonly rows: readonly Row[];
  readonly filled: number;
  /** A tap anywhere on the sheet; there is a button that does the same. */
  readonly onSkip: (() => void) | null;
}

export function Sheet({ party, ended, rows, filled, onSkip }: Props): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const done = filled >= rows.length;
  // The order of the columns would tell who has won.
  const bySeat = party.places.map((_, seat) => ({ seat, rank: 0 }));
  const columns = done ? ranked(ended) : bySeat;
  const scrolls = columns.length > 4 ? ({ role: "region", "aria-label": t("replay.sheet_scrolls"), tabIndex: 0 } as const) : {};
  return (
    // A sheet that is too wide for a phone scrolls, also by keyboard; the tap that skips has a button below.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div className="score-sheet" data-wide={columns.length > 4} {...scrolls} onClick={onSkip ?? undefined}>
      <table className="sheet-of-paper" style={{ "--columns": columns.length } as CSSProperties}>
        <caption className="visually-hidden">{t("home.score.title")}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ seat, rank }) => (
              <th key={seat} scope="col" data-own={seat === you} style={{ "--pc": seatColour(seat) } as CSSProperties}>
                {rank > 0 && <span className="score-rank">{rank}</span>}
                <span className="portrait">
                  <img src={portrait(party.places[seat], seat)} alt="" />
                </span>
                <b className="line">
                  <Shape seat={seat} /> <span>{names[seat]}</span>
                </b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name} data-row={row.name} data-shown={index < filled}>
              <th scope="row">
                <b>{row.title}</b>
                <small>{row.why}</small>
              </th>
              {columns.map(({ seat }) => (
                <td key={seat} data-own={seat === you}>
                  {index < filled && row.cell(seat)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
