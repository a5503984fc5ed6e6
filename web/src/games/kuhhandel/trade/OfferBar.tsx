/** The challenger lays an offer. */
import { type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import type { OfferingView } from "../../../protocol/types";
import { Dialog } from "../../../ui/Dialog";
import { useTable } from "../../../model/table/context";
import { Countdown } from "../../../widgets/Countdown";
import { Laying } from "./Laying";
import { useTradeWords } from "./tradeWords";
import { Private, useHandParts } from "../handParts";
import { useNames } from "../../../model/table/names";
import { picksOf } from "../../../model/table/options";

export function OfferBar({ phase }: { readonly phase: OfferingView }): ReactNode {
  const { t } = useTexts();
  const options = useTable((state) => state.options);
  const names = useNames();
  const { note } = useTradeWords()(phase.animal);
  // Before a big screen one's money is opened by oneself.
  const [open, setOpen] = useState(useHandParts() === null);
  const picks = picksOf(options, "offer");
  const other = names[phase.challenged] ?? "";
  const stake = t(`animal_count.${phase.animal}`, { count: phase.stake });
  const close = (): void => setOpen(false);
  return (
    <>
      <p className="line prompt">
        {t(phase.bout > 1 ? "phase.offering.you_again" : "phase.offering.you", { challenged: other })}{" "}
        <Countdown seat={phase.challenger} />
      </p>
      <button type="button" className="btn btn--go" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("play.trade.open_offer")}
      </button>
      {open && (
        <Dialog
          onClose={close}
          title={
            <>
              <Icon name="swap" size={24} /> {t("play.trade.title")}
            </>
          }
          aside={<Countdown seat={phase.challenger} />}
        >
          <p className="lead">
            {t(phase.bout > 1 ? "play.trade.again" : "play.trade.you_challenge", { seat: other, stake })}
            {note !== null && <span className="rid">{note}</span>}
          </p>
          <Private>
            <Laying phase={phase} picks={picks} back={t("play.trade.look")} onBack={close} />
          </Private>
        </Dialog>
      )}
    </>
  );
}
