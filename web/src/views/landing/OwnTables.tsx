/** Tables of one's own that are not over yet. Nothing for those who have none. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useMe } from "../useFetched";
import { Poster } from "./Poster";

export function OwnTables(): ReactNode {
  const { t } = useTexts();
  const me = useMe();
  const running = me?.tables.filter(({ stage }) => stage !== "ended" && stage !== "closed") ?? [];
  if (running.length === 0) return null;
  return (
    <section className="posters" aria-labelledby="own-tables">
      <h2 id="own-tables">{t("home.landing.own")}</h2>
      <ul>
        {running.slice(0, 5).map((poster) => (
          <Poster key={poster.table} poster={poster} action={t("home.landing.go_on")} />
        ))}
      </ul>
    </section>
  );
}
