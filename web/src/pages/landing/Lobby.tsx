/** Public tables that wait for players. Nothing where there are none. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useLobby } from "../../net/useFetched";
import { Poster } from "../../widgets/Poster";

const MOST = 8;

export function Lobby(): ReactNode {
  const { t } = useTexts();
  const posters = useLobby();
  const free = posters?.filter(({ people, bots, seats }) => people + bots < seats) ?? [];
  const failed = posters === undefined;
  if (free.length === 0 && !failed) return null;
  return (
    <section className="sheet-of-paper posters" aria-labelledby="open-tables">
      <h2 id="open-tables">{t("home.landing.lobby")}</h2>
      <p className="posters-said" role="status">
        {failed ? t("home.problem.unavailable") : t("home.landing.open_tables", { count: free.length })}
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
