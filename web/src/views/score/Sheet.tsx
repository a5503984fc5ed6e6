/** The table of points: a column for each seat, a row for each step of the reckoning, and why. */
import type { CSSProperties, ReactNode } from "react";
import { seatColour, Shape } from "../../cards/Shape";
import { useTexts } from "../../i18n/text";
import type { EndedView, GameView, PartyView } from "../../protocol/types";
import { useTable } from "../../table/context";
import { useNames } from "../../table/names";
import { portrait } from "../portrait";
import { Cell } from "./Cell";
import { ranked, type RowName } from "./rows";

interface Props {
  readonly party: PartyView;
  readonly view: GameView;
  readonly ended: EndedView;
  readonly rows: readonly RowName[];
  readonly filled: number;
  /** A tap anywhere on the sheet; there is a button that does the same. */
  readonly onSkip: (() => void) | null;
}

export function Sheet({ party, view, ended, rows, filled, onSkip }: Props): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const done = filled >= rows.length;
  // The order of the columns would tell who has won.
  const bySeat = party.places.map((_, seat) => ({ seat, rank: 0 }));
  const columns = done ? ranked(ended.scores, ended.winners) : bySeat;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys have the button below
    <div className="score-sheet" onClick={onSkip ?? undefined}>
      <table style={{ "--columns": columns.length } as CSSProperties}>
        <caption className="sr">{t("home.score.title")}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ seat, rank }) => (
              <th key={seat} scope="col" data-own={seat === you} style={{ "--pc": seatColour(seat) } as CSSProperties}>
                {rank > 0 && <span className="score-rank">{rank}</span>}
                <span className="portrait">
                  <img src={portrait(party.places[seat] ?? { kind: "empty" }, seat, you)} alt="" />
                </span>
                <b>
                  <Shape seat={seat} /> <span>{names[seat]}</span>
                </b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row} data-row={row} data-shown={index < filled}>
              <th scope="row">
                <b>{t(`home.score.row.${row}.title`)}</b>
                <small>{t(`home.score.row.${row}.why`)}</small>
              </th>
              {columns.map(({ seat }) => {
                const score = ended.scores[seat];
                return (
                  <td key={seat} data-own={seat === you}>
                    {index < filled && score !== undefined && <Cell row={row} score={score} rules={view.rules} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
