import { playedGames } from "../../model/score/played";
import { isOffline } from "../../net/offline/where";
import type { PlaceView } from "../../protocol/types";

/** Note a game that somebody has played with bots alone on a server, once: after a few, this device may play them itself. */
export function noteSolo(table: string, places: readonly Pick<PlaceView, "kind">[]): void {
  const alone = places.filter(({ kind }) => kind === "person").length === 1;
  if (!alone || isOffline(table) || playedGames().some((one) => one.table === table)) return;
  import("../../net/offline/policy").then(
    ({ noteSoloGame }) => noteSoloGame(),
    // A newer version of the site has taken its place.
    () => undefined,
  );
}
