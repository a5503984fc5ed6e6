/** Tables of one's own that are not over yet. Nothing for those who have none. */
import { lazy, type ReactNode, Suspense } from "react";
import { useTexts } from "../../i18n/text";
import type { Me, TablePoster } from "../../protocol/types";
import { useMe } from "../useFetched";
import { Poster } from "./Poster";

const Waiting = lazy(async () => ({ default: (await import("../../bell")).Waiting }));

export function running(me: Me | null | undefined): readonly TablePoster[] {
  return me?.tables.filter(({ stage }) => stage !== "ended" && stage !== "closed") ?? [];
}

export function OwnTables(): ReactNode {
  const { t } = useTexts();
  const me = useMe();
  const tables = running(me);
  if (tables.length === 0) return null;
  return (
    <>
      {me?.waits?.length ? (
        <Suspense fallback={null}>
          <Waiting me={me} />
        </Suspense>
      ) : null}
      <section className="sheet-of-paper posters" aria-labelledby="own-tables">
        <h2 id="own-tables">{t("home.landing.own")}</h2>
        <ul>
          {tables.slice(0, 5).map((poster) => (
            <Poster key={poster.table} poster={poster} action={t("home.landing.go_on")} />
          ))}
        </ul>
      </section>
    </>
  );
}
