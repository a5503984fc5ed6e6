/** Paying for a lot. No change is given. */
import type { ReactNode } from "react";
import { Animal } from "../cards/Animal";
import { useTexts } from "../texts";
import type { PaymentView } from "../../../protocol/types";
import { useNames } from "../../../model/table/names";
import { worth } from "../../../model/table/options";
import { Paying } from "./Paying";

export function PayBar({ phase }: { readonly phase: PaymentView }): ReactNode {
  const { t } = useTexts();
  const { price, lot } = phase;
  const payee = useNames()[phase.payee] ?? "";
  const given = (cards: readonly number[]): ReactNode => {
    const over = worth(cards) - price;
    return (
      <>
        <b>{worth(cards)}</b>
        {over > 0 && <em>{t("play.pay.over", { over })}</em>}
      </>
    );
  };
  const bill = {
    title: t("play.pay.title", { price, payee }),
    lot: <Animal animal={lot} size="m" />,
    price,
    given,
    hint: t("play.pay.hint"),
    pay: (cards: readonly number[]) => t("play.pay.pay", { sum: worth(cards) }),
    reminder: t("play.pay.no_change"),
  };
  return <Paying bill={bill} prompt={t("phase.payment.you", { price, payee })} />;
}
