/** Public tables that wait for players. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useLobby } from "../useFetched";
import { Poster } from "./Poster";

const MOST = 8;

export function Lobby(): ReactNode {
  const { t } = useTexts();
  const posters = useLobby();
  const free = posters?.filter(({ people, bots, seats }) => people + bots < seats) ?? [];
  const said = posters === undefined ? t("home.problem.unavailable") : t("home.landing.open_tables", { count: free.length });
  return (
    <section className="sheet-of-paper posters" aria-labelledby="open-tables">
      <h2 id="open-tables">{t("home.landing.lobby")}</h2>
      <p className="posters-said" role="status">
        {posters !== null && said}
      </p>
      {free.length > 0 && (
        <ul>
          {free.slice(0, MOST).map((poster) => (
            <Poster key={poster.table} poster={poster} action={t("home.landing.look_in")} />
          ))}
        </ul>
      )}
    </section>
  );
}
