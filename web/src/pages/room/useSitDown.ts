/** Taking a seat, with one's own part in the shuffle. */
import { useTexts } from "../../i18n/text";
import { commitment, freshValue } from "../../net/fairness";
import type { Join } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import { order } from "../../model/opening/opening";
import { call } from "../../net/http";

/** Return how to take a seat; null for those who cannot. */
export function useSitDown(): ((seat: number) => void) | null {
  const { t } = useTexts();
  const store = useTableStore();
  const you = useTable((state) => state.you);
  const may = useTable((state) => state.may);
  const stage = useTable((state) => state.party?.stage);
  const table = useTable((state) => state.table);
  const online = useTable((state) => state.status === "online");
  if (you !== null || stage !== "open" || !online) return null;
  const joined = (seat: number): Join => ({
    type: "join",
    seat,
    commitment: commitment(table, seat, freshValue(table)),
  });
  if (may.includes("join")) return (seat) => store.ask(joined(seat));
  if (may.length > 0) return null;
  // Somebody without a cookie looks on as nobody: they become a guest, sit down, and come in anew.
  const number = 10 + Math.floor(Math.random() * 90);
  const enter = async (seat: number): Promise<void> => {
    await call("POST /api/guests", { name: t("home.name.guest", { number }) });
    await order(table, joined(seat)).catch(() => undefined);
    location.reload();
  };
  return (seat) => void enter(seat).catch(() => location.reload());
}
