/** One's own animals and money. */
import type { ReactNode } from "react";
import { Shape } from "../../../ui/Shape";
import { ANIMALS, VALUE } from "../values";
import { useTexts } from "../texts";
import { useTable } from "../../../model/table/context";
import { EmoteButton } from "../../../widgets/EmoteButton";
import { Hand } from "./Hand";
import { Herd } from "./Herd";
import { kuhhandelView } from "../view";
import { Counted } from "../../../theatre/Counted";
import { worth } from "../../../model/table/options";
import "./OwnCards.css";

function Quartets({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const herd = useTable((state) => kuhhandelView(state.view)?.seats[seat]?.herd);
  const quartets = ANIMALS.filter((animal) => herd?.[animal] === 4);
  if (quartets.length === 0) return null;
  const value = worth(quartets.map((animal) => VALUE[animal]));
  return <span className="pill quartet-pill">{t("play.mine.quartets", { count: quartets.length, value })}</span>;
}

export function OwnCards(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const seat = useTable((state) => (state.you === null ? undefined : kuhhandelView(state.view)?.seats[state.you]));
  if (you === null || seat === undefined) return null;
  const purse = seat.purse ?? [];
  return (
    <section className="ledge own-cards" aria-label={t("play.mine.title")} data-seat={you}>
      <div className="own-animals">
        <h2 className="line small-head">
          <Shape seat={you} /> <span>{t("play.mine.animals")}</span> <Quartets seat={you} />
        </h2>
        <Herd seat={seat} />
      </div>
      <div className="own-money">
        <h2 className="line small-head">
          {t("play.mine.money")} <b><Counted value={worth(purse)} step={10} /></b>{" "}
          <span className="pill">{t("play.money.cards", { count: purse.length })}</span>
        </h2>
        <Hand cards={purse} />
        <EmoteButton />
      </div>
    </section>
  );
}
