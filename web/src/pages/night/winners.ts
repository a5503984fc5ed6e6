/** Who has won a night, in words. */
import type { GameNight } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { useTexts } from "./texts";

export function useWinners(night: GameNight): string {
  const { t, find, language } = useTexts();
  const first = night.standings.filter(({ place, total }) => place === 1 && total > 0);
  if (first.length === 0) return t("night.ended");
  const names = new Intl.ListFormat(language).format(first.map(({ name }) => spoken(name, find)));
  return t(first.length === 1 ? "night.wins" : "night.win_many", { names });
}
