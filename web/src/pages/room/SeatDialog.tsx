/** What the host can do about a taken seat. */
import type { ReactNode } from "react";
import { Shape } from "../../ui/Shape";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import type { AnyRequest, PartyView, Right } from "../../protocol/types";
import { useIsOffline, useTable, useTableStore } from "../../model/table/context";
import { Dialog } from "../../ui/Dialog";
import { Choices } from "../../widgets/Choices";
import { useHouse } from "../../net/useFetched";
import { usePressGuard } from "../../ui/usePressGuard";
import { offeredAs, USUAL, wordsOf } from "./newBots";

interface Props {
  readonly party: PartyView;
  readonly seat: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function SeatDialog({ party, seat, name, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const store = useTableStore();
  const you = useTable((state) => state.you);
  const may = useTable((state) => state.may);
  const place = party.places[seat];
  const [guarded] = usePressGuard("seat");
  const last = party.places.length - 1;
  const person = place?.kind === "person";
  const ask = (request: AnyRequest): void => {
    if (guarded) return;
    store.ask(request);
    onClose();
  };
  const bots = useGame()?.bots;
  const house = useHouse();
  // Those of the host are programs of the server.
  const own = (useIsOffline() ? undefined : house?.bots) ?? [];
  const can = (right: Right): boolean => may.includes(right);
  const title = (
    <>
      <Shape seat={seat} /> {name}
    </>
  );
  return (
    <Dialog title={title} onClose={onClose}>
      {can("seat_bot") && place?.kind === "bot" && bots !== undefined && (
        <Choices
          title={t("home.room.character")}
          value={offeredAs(bots, own, place.bot ?? USUAL)}
          choices={[...bots.characters, ...own].map((bot) => ({ value: bot, ...wordsOf(bots, bot, find) }))}
          onChoose={(bot) => store.ask({ type: "seat_bot", seat, bot })}
        />
      )}
      <div className="wraps dialog-row">
        {can("swap") && seat > 0 && (
          <button type="button" className="btn" aria-disabled={guarded} onClick={() => ask({ type: "swap", one: seat, other: seat - 1 })}>
            ↑ {t("home.room.up")}
          </button>
        )}
        {can("swap") && seat < last && (
          <button type="button" className="btn" aria-disabled={guarded} onClick={() => ask({ type: "swap", one: seat, other: seat + 1 })}>
            ↓ {t("home.room.down")}
          </button>
        )}
        {can("hand_over") && person && seat !== you && (
          <button type="button" className="btn" aria-disabled={guarded} onClick={() => ask({ type: "hand_over", seat })}>
            {t("home.room.hand_over")}
          </button>
        )}
        {can("free_seat") && place?.kind === "bot" && (
          <button type="button" className="btn btn--away" aria-disabled={guarded} onClick={() => ask({ type: "free_seat", seat })}>
            {t("home.room.remove_bot")}
          </button>
        )}
        {can("kick") && person && seat !== you && (
          <button type="button" className="btn btn--away" aria-disabled={guarded} onClick={() => ask({ type: "kick", seat })}>
            {t("home.room.kick")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
