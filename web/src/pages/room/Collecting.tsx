/** A slow game has been started: whose values for the shuffle are still to come, and until when they can. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { commitment, ownValue } from "../../net/fairness";
import type { PartyView } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";

export function Collecting({ party }: { readonly party: PartyView }): ReactNode {
  const { t, language } = useTexts();
  const names = useNames();
  const table = useTable((state) => state.table);
  const you = useTable((state) => state.you);
  const until = useTable((state) => state.timers.find(({ seat }) => seat === null)?.at);
  const awaited = party.places.flatMap((place, seat) => (place.kind === "person" && place.commitment != null && place.revealed !== true ? [seat] : []));
  const elsewhere = you !== null && awaited.includes(you) && party.places[you]?.commitment !== commitment(table, you, ownValue(table));
  const time = until === undefined ? "" : new Date(until).toLocaleString(language, { weekday: "long", hour: "numeric", minute: "2-digit" });
  return (
    <>
      <p className="start-said" role="status">
        {t("home.room.collecting", { names: new Intl.ListFormat(language).format(awaited.map((seat) => names[seat] ?? "")), time })}
      </p>
      {elsewhere && <p className="notice">{t("home.room.elsewhere")}</p>}
    </>
  );
}
