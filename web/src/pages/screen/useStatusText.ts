/** Why the game does not go on, as a text; null while it does. */
import { useTable } from "../../model/table/context";
import { useTexts } from "./texts";

export function useStatusText(): string | null {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  const paused = useTable(({ party }) => party?.stage === "paused");
  const pause = useTable(({ party }) => party?.pause ?? null);
  if (status === "offline" || status === "connecting") return t("screen.search");
  if (!paused) return null;
  return t(pause === null ? "play.banner.paused" : `play.banner.paused_${pause}`);
}
