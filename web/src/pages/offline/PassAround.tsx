/** The curtain between people who pass one device around: it falls when it is the turn of somebody else. */
import { type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { TextedWith } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { nextHolder, seatsOfPeople } from "../../model/table/passing";
import { transport } from "../../net/http";
import { nothingPlayed, PlayedContext } from "../../theatre/played";
import { Page } from "../../ui/page/Page";
import { Shape } from "../../ui/Shape";
import { usePressGuard } from "../../ui/usePressGuard";
import { FILES, useTexts } from "./texts";
import "./PassAround.css";

/** Long enough to see what came of one's own move. */
export const LOOK = 1800;

interface Props {
  /** Whether the player has just said that they have the device. */
  readonly handed: boolean;
  readonly onHanded: () => void;
  readonly children: ReactNode;
}

/** Whether the cards of the player may be seen. */
function useOpen(handed: boolean): boolean {
  const [open, setOpen] = useState(handed);
  const next = useTable(nextHolder);
  const [still] = useState(nothingPlayed);
  const playing = useStore(useContext(PlayedContext) ?? still, (state) => state.playing);
  const falls = open && next !== null && !playing;
  useEffect(() => {
    if (!falls) return undefined;
    const timer = setTimeout(() => setOpen(false), LOOK);
    return () => clearTimeout(timer);
  }, [falls]);
  return open;
}

export default function PassAround({ handed, onHanded, children }: Props): ReactNode {
  if (useOpen(handed)) return children;
  return (
    <TextedWith files={FILES}>
      <Curtain onHanded={onHanded} />
    </TextedWith>
  );
}

/** Nothing here is only for the player who had the device, or will have it. */
function Curtain({ onHanded }: Pick<Props, "onHanded">): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const table = useTable((state) => state.table);
  const people = useTable((state) => seatsOfPeople(state).join());
  const asked = useTable(nextHolder);
  const you = useTable((state) => (state.you !== null && state.view?.asked.includes(state.you) === true ? state.you : null));
  const next = asked ?? you;
  const [guarded] = usePressGuard(String(next));
  const taken = (seat: number): void => {
    // The last tap of the player before was meant for what stood there.
    if (guarded) return;
    void transport().then(({ handTo }) => {
      handTo(table, seat);
      onHanded();
    });
  };
  const title = next === null ? t("offline.pass.who") : t("offline.pass.to", { name: names[next] ?? "" });
  const seats = next === null ? people.split(",").map(Number) : [next];
  return (
    <Page title={title} back>
      <main className="middle lost">
        <div className="sheet-of-paper centred pass-curtain">
          <img src="/art/cow-face.svg" alt="" width="96" height="96" />
          <div role="status">
            <h1>{title}</h1>
          </div>
          <p>{t("offline.pass.why")}</p>
          {seats.map((seat) => (
            <button key={seat} type="button" className="btn btn--go big-btn" data-seat={seat} aria-disabled={guarded} onClick={() => taken(seat)}>
              <span className="line">
                <Shape seat={seat} /> {t("offline.pass.am", { name: names[seat] ?? "" })}
              </span>
            </button>
          ))}
        </div>
      </main>
    </Page>
  );
}
