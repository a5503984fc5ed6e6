/** The standings of a night, round by round. */
import type { ReactNode } from "react";
import type { GameNight, NightStanding } from "../../protocol/types";
import { Person } from "./Person";
import { useTexts } from "./texts";

export function Standings({ night, most }: { readonly night: GameNight; readonly most?: number }): ReactNode {
  const { t } = useTexts();
  const rounds = Array.from({ length: night.round }, (_, at) => at + 1);
  return (
    <table className="night-standings">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("night.place")}</span>
          </th>
          <th scope="col">{t("night.name")}</th>
          {rounds.map((round) => (
            <th key={round} scope="col">
              <span className="visually-hidden">{t("night.round", { round })}</span>
              <span aria-hidden="true">{round}</span>
            </th>
          ))}
          <th scope="col">{t("night.points")}</th>
        </tr>
      </thead>
      <tbody>
        {night.standings.slice(0, most).map((one, at) => (
          <Row key={one.number ?? `gone-${String(at)}`} standing={one} own={one.number === night.number} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ standing, own }: { readonly standing: NightStanding; readonly own: boolean }): ReactNode {
  return (
    <tr data-own={own}>
      <td>{standing.place}</td>
      <th scope="row">
        <Person number={standing.number} name={standing.name} />
      </th>
      {standing.points.map((points, at) => (
        <td key={at}>{points ?? "–"}</td>
      ))}
      <td>
        <b>{standing.total}</b>
      </td>
    </tr>
  );
}
