/** One's own cards, cows and goals. */
import type { CSSProperties, ReactNode } from "react";
import { seatColour } from "../../../ui/Shape";
import { useTexts } from "../texts";
import { useTable } from "../../../model/table/context";
import { EmoteButton } from "../../../widgets/EmoteButton";
import { useNames } from "../../../model/table/names";
import { Cow } from "../drawings";
import { useChoosing } from "../board/choosing";
import { Goals } from "./Goals";
import { useKuhfstein } from "../view";
import { PatternCard } from "../display/PatternCard";
import { spotsOf } from "../board/spots";
import "./OwnPieces.css";

/** On a phone each card lies on the one before: how many such places there are. */
const fanned = (cards: number): CSSProperties => (cards === 0 ? { display: "block" } : ({ "--gaps": Math.max(1, cards - 1) } as CSSProperties));

function Hand({ own }: { readonly own: number }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const { options, chosen, able, choose } = useChoosing();
  const hand = useKuhfstein((view) => view.seats[own]?.hand);
  const count = useKuhfstein((view) => view.seats[own]?.cards ?? 0);
  const title = own === you ? t("kuhfstein.hand") : t("kuhfstein.hand_of", { seat: names[own] ?? "" });
  return (
    <div className="own-hand">
      <h2 className="line small-head">
        {title} <span className="pill">{count}</span>
      </h2>
      {/* A hand that is too long scrolls, also by keyboard. */}
      <div className="pattern-cards" role="group" aria-label={title} tabIndex={count > 2 ? 0 : -1} style={fanned(hand?.length ?? 0)}>
        {hand?.length === 0 && <p className="none">{t("kuhfstein.hand_none")}</p>}
        {hand?.map((face) => {
          const ways = spotsOf(options, "play_card", face.card).length;
          const picked = chosen?.kind === "play" && chosen.card === face.card;
          const at = picked ? (chosen.at + 1) % ways : 0;
          const more = ways > 0 ? { note: t("kuhfstein.card.playable_at", { count: ways }), tag: t("kuhfstein.card.playable"), onPress: () => choose({ kind: "play", card: face.card, at }), disabled: !able } : {};
          return <PatternCard key={face.card} face={face} data="hand" chosen={picked} {...more} />;
        })}
      </div>
      <EmoteButton />
    </div>
  );
}

function Supply({ own }: { readonly own: number }): ReactNode {
  const { t } = useTexts();
  const supply = useKuhfstein((view) => view.seats[own]?.supply ?? 0);
  return (
    <div className="own-cows">
      <h2 className="line small-head">
        {t("kuhfstein.supply")} <span className="pill">{supply}</span>
      </h2>
      <div className="cow-supply" role="img" aria-label={t("kuhfstein.cows", { count: supply })} style={{ "--pc": seatColour(own), "--n": supply } as CSSProperties}>
        {Array.from({ length: supply }, (_, cow) => (
          <Cow key={cow} />
        ))}
      </div>
    </div>
  );
}

export function OwnPieces({ own }: { readonly own: number }): ReactNode {
  return (
    <>
      <Hand own={own} />
      <Supply own={own} />
      <Goals own={own} />
    </>
  );
}
