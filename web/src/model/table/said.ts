/** Sentences about seats. Whoever is one of them is spoken to, in the words under `you`, as in the log. */
import { useMemo } from "react";
import type { Args } from "../../i18n/catalogue";
import { useTexts } from "../../i18n/text";
import { useTable } from "./context";
import { useNames } from "./names";
import { plain, wording } from "./wording";

/** Say something: the key of a text, the seats in it by their part, and the rest of its arguments. */
export function useSaid(): (key: string, seats: Readonly<Record<string, number>>, args?: Args) => string {
  const { find } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  return (key, seats, args = {}) => plain(wording({ key, seats, args }, names, find, you));
}

/** How the seats are called where a name stands alone: one's own seat is "You". */
export function useLabels(): readonly string[] {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  return useMemo(() => names.map((name, seat) => (seat === you ? t("play.you") : name)), [names, t, you]);
}
