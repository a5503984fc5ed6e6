/** What games are called. */
import { useTexts } from "../../i18n/text";
import { useTable } from "./context";

/** The game of this table by its name. */
export function useGameName(): string {
  const { t, find } = useTexts();
  const game = useTable((state) => state.view?.game);
  return find(`home.games.${game}.title`) ?? t("home.title");
}
