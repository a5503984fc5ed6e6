/** Tables of one's own that are not over yet: those that wait, and then those that go on without. */
import { lazy, type ReactNode, Suspense } from "react";
import { useTexts } from "../../i18n/text";
import type { Me, TablePoster } from "../../protocol/types";
import { Poster } from "../../widgets/Poster";

const WaitingTables = lazy(async () => ({ default: (await import("../../notifications")).WaitingTables }));

/** How many are shown. */
const FEW = 5;

export function running(me: Me | null | undefined): readonly TablePoster[] {
  return me?.tables.filter(({ stage }) => stage !== "ended" && stage !== "closed") ?? [];
}

export function OwnTables({ me }: { readonly me: Me }): ReactNode {
  const { t } = useTexts();
  const waiting = new Set(me.waits?.map(({ table }) => table));
  const others = running(me).filter(({ table }) => !waiting.has(table));
  return (
    <>
      {waiting.size > 0 && (
        <Suspense fallback={null}>
          <WaitingTables me={me} />
        </Suspense>
      )}
      {others.length > 0 && (
        <section className="sheet-of-paper posters" aria-labelledby="own-tables">
          <h2 id="own-tables">{t("home.landing.own")}</h2>
          <ul>
            {others.slice(0, FEW).map((poster) => (
              <Poster key={poster.table} poster={poster} action={t("home.landing.go_on")} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
