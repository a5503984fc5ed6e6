/** What one can do in the phases that only Kuhhandel Master has. */
import type { ReactNode } from "react";
import { Animal } from "../../kuhhandel/cards/Animal";
import { Icon } from "../../../ui/Icon";
import { MoneyCard } from "../../kuhhandel/cards/MoneyCard";
import { Pedigree } from "../pedigree/Pedigree";
import { VALUE } from "../../kuhhandel/values";
import { useTexts } from "../texts";
import type {
  CoveringView,
  DividingView,
  ExtraView,
  PedigreeHammerView,
  PedigreePaymentView,
  RatRoundView,
} from "../../../protocol/types";
import { useAct, useReady, useWaiting } from "../../../model/game/acting";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { useNames } from "../../../model/table/names";
import { offered } from "../../../model/table/options";
import { Paying } from "../../kuhhandel/auction/Paying";
import type { MorePhase } from "../../kuhhandel/phase";
import { PrivateDialog, useHandParts } from "../../kuhhandel/handParts";
import { OneVisit } from "./OneVisit";
import { Slap } from "./Slap";
import "./Bars.css";

function useStill(): boolean {
  const ready = useReady();
  const waiting = useWaiting();
  return !ready || waiting;
}

function Hammer({ phase }: { readonly phase: PedigreeHammerView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = useStill();
  const options = useTable((state) => state.options);
  const you = useTable((state) => state.you);
  const bidder = useNames()[phase.high.seat] ?? "";
  const count = phase.high.amount;
  const sell = offered(options, "sell")[0];
  const buy = offered(options, "preempt")[0];
  return (
    <>
      <p className="line prompt">
        {t("play.master.hammer", { bidder, count })} <Countdown seat={you} />
      </p>
      <div className="decide">
        {sell !== undefined && (
          <button type="button" className="btn btn--go big-choice" disabled={still} onClick={() => act(sell)}>
            <span>
              <Icon name="check" size={22} /> {t("play.bar.sell")}
            </span>
            <small>{t("play.master.sell_why", { bidder, count })}</small>
          </button>
        )}
        {buy !== undefined && (
          <button type="button" className="btn big-choice" disabled={still} onClick={() => act(buy)}>
            <span>
              <Icon name="coin" size={22} /> {t("play.master.buy", { count })}
            </span>
            <small>{t("play.bar.buy_why", { bidder })}</small>
          </button>
        )}
      </div>
    </>
  );
}

function Pay({ phase }: { readonly phase: PedigreePaymentView }): ReactNode {
  const { t } = useTexts();
  const payee = useNames()[phase.payee] ?? "";
  const title = t("play.master.pay_title", { count: phase.price, payee });
  const bill = {
    title,
    lot: <Pedigree animal={phase.animal} size="m" />,
    price: t("play.master.cards", { count: phase.price }),
    given: (cards: readonly number[]) => <b>{t("play.money.cards", { count: cards.length })}</b>,
    hint: t("play.master.pay_hint"),
    pay: (cards: readonly number[]) => t("play.master.pay", { count: cards.length }),
  };
  const prompt = (
    <>
      {title} <Countdown seat={phase.payer} />
    </>
  );
  return <Paying bill={bill} prompt={prompt} />;
}

function Rat({ phase }: { readonly phase: RatRoundView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = useStill();
  const options = useTable((state) => state.options);
  const take = offered(options, "take_rat")[0];
  const cards = offered(options, "lay_card");
  return (
    <>
      <p className="line prompt">
        {t(cards.length === 0 ? "play.master.must_take" : "play.master.your_rat")} <Countdown seat={phase.polled} />
      </p>
      {cards.length > 0 && (
        <PrivateDialog title={t("play.master.lay")}>
          <div className="lays" role="group" aria-label={t("play.master.lay")}>
            {cards.map((action) => (
              <button
                key={action.card}
                type="button"
                className="middle lay"
                disabled={still}
                aria-label={t("play.master.lay_card", { card: action.card })}
                onClick={() => act(action)}
              >
                <MoneyCard value={action.card} size="s" mute />
              </button>
            ))}
          </div>
        </PrivateDialog>
      )}
      {take !== undefined && (
        <button type="button" className="btn big-choice rat-take" disabled={still} onClick={() => act(take)}>
          <span>
            <img src="/art/rat.svg" alt="" /> {t("play.master.take_rat")}
          </span>
          <small>{phase.pot === 0 ? t("play.master.take_alone") : t("play.master.take_why", { count: phase.pot })}</small>
        </button>
      )}
    </>
  );
}

function Division({ phase }: { readonly phase: DividingView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = useStill();
  const options = useTable((state) => state.options);
  const names = useNames();
  const you = useTable((state) => state.you);
  const other = names[you === 0 ? 1 : 0] ?? "";
  const keep = offered(options, "keep")[0];
  const give = offered(options, "give")[0];
  const seen = useHandParts() !== null;
  // Nobody wants a rat. Before a big screen the buttons do not tell of it.
  const [kept, given] = seen ? ["", ""] : phase.card === "rat" ? ["", "btn--go"] : ["btn--go", ""];
  return (
    <>
      <p className="line prompt">
        {t("play.master.only_you")} <Countdown seat={phase.seat} />
      </p>
      <div className="decide">
        {keep !== undefined && (
          <button type="button" className={`btn ${kept} big-choice`} disabled={still} onClick={() => act(keep)}>
            <span>
              <Icon name="check" size={22} /> {t("play.master.keep")}
            </span>
            <small>{t("play.master.keep_why", { seat: other })}</small>
          </button>
        )}
        {give !== undefined && (
          <button type="button" className={`btn ${given} big-choice`} disabled={still} onClick={() => act(give)}>
            <span>
              <Icon name="send" size={22} /> {t("play.master.give", { seat: other })}
            </span>
            <small>{t("play.master.give_why")}</small>
          </button>
        )}
      </div>
    </>
  );
}

/** After a trade: on with a card of the deck, or not. */
function Extra({ phase }: { readonly phase: ExtraView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = useStill();
  const options = useTable((state) => state.options);
  const go = offered(options, "auction")[0] ?? offered(options, "divide")[0];
  const divides = go?.type === "divide";
  const end = offered(options, "end_turn")[0];
  return (
    <>
      <p className="line prompt">
        {t("play.master.extra")} <Countdown seat={phase.seat} />
      </p>
      <div className="decide">
        {go !== undefined && (
          <button type="button" className="btn btn--go big-choice" disabled={still} onClick={() => act(go)}>
            <span>
              <Icon name="deck" size={22} /> {t(divides ? "play.master.divide" : "play.bar.auction")}
            </span>
            <small>{t(divides ? "play.master.divide_why" : "play.bar.auction_why")}</small>
          </button>
        )}
        {end !== undefined && (
          <button type="button" className="btn big-choice" disabled={still} onClick={() => act(end)}>
            <span>
              <Icon name="check" size={22} /> {t("play.master.end_turn")}
            </span>
            <small>{t("play.master.end_why")}</small>
          </button>
        )}
      </div>
    </>
  );
}

function Covering({ phase }: { readonly phase: CoveringView }): ReactNode {
  const { t } = useTexts();
  const act = useAct();
  const still = useStill();
  const options = useTable((state) => state.options);
  return (
    <>
      <p className="line prompt">
        {t("play.master.cover")} <Countdown seat={phase.seat} />
      </p>
      <div className="lays" role="group" aria-label={t("play.master.cover")}>
        {offered(options, "cover").map((action) => (
          <button
            key={action.animal}
            type="button"
            className="middle lay"
            disabled={still}
            onClick={() => act(action)}
          >
            <span className="visually-hidden">
              {t("play.master.cover_this", { animal: t(`animal.${action.animal}`) })} {VALUE[action.animal]}
            </span>
            <Animal animal={action.animal} size="s" mute />
          </button>
        ))}
      </div>
    </>
  );
}

export default function Bars({ phase }: { readonly phase: MorePhase }): ReactNode {
  switch (phase.phase) {
    case "countdown":
      return <Slap phase={phase} />;
    case "pedigree_hammer":
      return <Hammer phase={phase} />;
    case "pedigree_payment":
      return <Pay phase={phase} />;
    case "rat_round":
      return <Rat phase={phase} />;
    case "rat_envelopes":
      return <OneVisit phase={phase} />;
    case "dividing":
      return <Division phase={phase} />;
    case "extra":
      return <Extra phase={phase} />;
    case "covering":
      return <Covering phase={phase} />;
  }
}
