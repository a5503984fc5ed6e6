/** One's own animals and money. */
import type { ReactNode } from "react";
import { Shape } from "../cards/Shape";
import { ANIMALS, VALUE } from "../cards/values";
import { useTexts } from "../i18n/text";
import { useTable } from "./context";
import { Hand } from "./Hand";
import { Herd } from "./Herd";
import { marketOf } from "./market";
import { worth } from "./options";

function Quartets({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const herd = useTable((state) => marketOf(state.view)?.seats[seat]?.herd);
  const quartets = ANIMALS.filter((animal) => herd?.[animal] === 4);
  if (quartets.length === 0) return null;
  const value = worth(quartets.map((animal) => VALUE[animal]));
  return <span className="pill">{t("play.mine.quartets", { count: quartets.length, value })}</span>;
}

export function Mine(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const seat = useTable((state) => (state.you === null ? undefined : marketOf(state.view)?.seats[state.you]));
  if (you === null || seat === undefined) return null;
  const purse = seat.purse ?? [];
  return (
    <section className="me" aria-label={t("play.mine.title")} data-seat={you}>
      <div className="mineA">
        <h2>
          <Shape seat={you} /> <span>{t("play.mine.animals")}</span> <Quartets seat={you} />
        </h2>
        <Herd herd={seat.herd} pedigrees={seat.pedigrees} />
      </div>
      <div className="mineM">
        <h2>
          {t("play.mine.money")} <b>{worth(purse)}</b>{" "}
          <span className="pill">{t("play.money.cards", { count: purse.length })}</span>
        </h2>
        <Hand cards={purse} />
      </div>
    </section>
  );
}
