/** An auction on the big screen: the lot, the price, who leads, and the calls. */
import type { ReactNode } from "react";
import { useSoleAsked } from "../../../model/table/asked";
import type { EnvelopesView } from "../../../protocol/types";
import { Face, Name } from "../../../widgets/screen/Seated";
import type { AuctionView } from "../auction/BidBox";
import { Gavel } from "../auction/Gavel";
import { Animal } from "../cards/Animal";
import { standing } from "../phase";
import { useTexts } from "../texts";
import { Middle, Sentence, TimeLeft } from "./Middle";

interface PriceProps {
  readonly label: string;
  readonly amount: number | null;
  readonly seat: number | null;
  readonly none?: string;
}

/** The price, large, and who bid it. */
export function Price({ label, amount, seat, none }: PriceProps): ReactNode {
  return (
    <div className="centred sheet-of-paper tv-price" data-digits={String(amount ?? 0).length}>
      <p>{label}</p>
      <output key={amount}>{amount ?? "–"}</output>
      {seat === null ? (
        <p>{none}</p>
      ) : (
        <p className="line">
          <Face seat={seat} />
          <Name seat={seat} />
        </p>
      )}
    </div>
  );
}

function Calls({ calls }: { readonly calls: number }): ReactNode {
  const { t } = useTexts();
  const texts = [t("play.calls.once"), t("play.calls.twice"), t("play.calls.sold")];
  return (
    <div className="line tv-calls">
      <span className="tv-gavel">
        <Gavel />
      </span>
      <ol>
        {texts.map((text, call) => {
          const now = call + 1 === calls;
          return (
            <li key={text} className="middle" data-now={now} {...(now ? { "aria-current": "step" } : {})}>
              {text}
            </li>
          );
        })}
      </ol>
      <TimeLeft seat={null} />
    </div>
  );
}

export function Auction({ phase }: { readonly phase: AuctionView | EnvelopesView }): ReactNode {
  const { t } = useTexts();
  const asked = useSoleAsked();
  const high = standing(phase);
  const clocked = phase.phase === "bidding" && phase.polled === null;
  return (
    <Middle
      lot={
        // The key turns every new lot over.
        <div className="lot tv-lot" key={phase.lot} data-lot={phase.lot}>
          <Animal animal={phase.lot} size="xl" />
        </div>
      }
      box={
        phase.phase !== "envelopes" && (
          <Price label={t("play.stage.highest")} amount={high?.amount ?? null} seat={high?.seat ?? null} none={t("table.no_bid")} />
        )
      }
      below={clocked ? <Calls calls={phase.calls} /> : <Sentence seat={asked} />}
    />
  );
}
