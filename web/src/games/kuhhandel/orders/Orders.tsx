/** Standing orders: up to which price somebody goes for animals that are still to come. Only they ever see them. */
import { type ReactNode, useEffect, useState } from "react";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../../i18n/text";
import { call } from "../../../net/http";
import type { Animal as AnimalName, LotLine, NewOrders, PlacedOrders } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { worth } from "../../../model/table/options";
import { Dialog } from "../../../ui/Dialog";
import { Icon } from "../../../ui/Icon";
import type texts from "./orders.en.json";
import type { OwnKey } from "../texts";
import { kuhhandelView } from "../view";
import "./Orders.css";

const FILES: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./orders.*.json")),
];
const useTexts = useAll<OwnKey | Paths<typeof texts>>;

type Amounts = Readonly<Record<string, string>>;

const written = (orders: PlacedOrders): Amounts => Object.fromEntries(orders.lots.map(({ lot, amount }) => [lot, amount === null ? "" : `${amount}`]));

/** Whether this can be handed in for a lot: an amount, or nothing. */
function fits({ most, step }: LotLine, typed: string): boolean {
  const amount = Number(typed);
  return typed === "" || (Number.isInteger(amount) && amount >= 0 && amount <= most && amount % step === 0);
}

/** What was typed, as numbers. */
const read = (amounts: Amounts): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(amounts).flatMap(([lot, typed]) => (typed === "" ? [] : [[lot, Number(typed)] as const])));

interface LineProps {
  readonly line: LotLine;
  readonly amount: string;
  readonly wrong: boolean;
  readonly onAmount: (amount: string) => void;
}

const PEDIGREE = "pedigree:";
const RAT = "rat";

function Line({ line, amount, wrong, onAmount }: LineProps): ReactNode {
  const { t } = useTexts();
  const animal = line.lot.replace(PEDIGREE, "") as AnimalName;
  const said = line.lot === RAT ? t("orders.rat") : t(animal === line.lot ? "orders.amount" : "orders.pedigree", { animal });
  return (
    <label className="line order">
      <img src={`/art/${animal}.svg`} alt="" width="36" height="36" />
      <b>
        {said} <small>{t("orders.left", { count: line.left })}</small>
      </b>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={line.most}
        step={line.step}
        placeholder={t("orders.none")}
        value={amount}
        aria-invalid={wrong}
        onChange={(event) => onAmount(event.currentTarget.value)}
      />
    </label>
  );
}

interface WritingProps {
  readonly table: string;
  readonly orders: PlacedOrders;
  readonly onClose: () => void;
}

function Writing({ table, orders, onClose }: WritingProps): ReactNode {
  const { t } = useTexts();
  const cash = useTable((state) => worth((state.you === null ? null : kuhhandelView(state.view)?.seats[state.you]?.purse) ?? []));
  const [amounts, setAmounts] = useState(() => written(orders));
  const [others, setOthers] = useState(orders.others);
  const [ahead, setAhead] = useState(orders.ahead);
  const [wrong, setWrong] = useState<readonly LotLine[]>([]);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  if (orders.lots.length === 0) return <p className="dialog-note">{t("orders.nothing")}</p>;
  const place = async (wanted: NewOrders): Promise<void> => {
    setBusy(true);
    try {
      await call("POST /api/tables/{table}/orders", wanted, { table });
      onClose();
    } catch {
      setSaid(t("orders.failed"));
      setBusy(false);
    }
  };
  const keep = (): void => {
    const found = orders.lots.filter((line) => !fits(line, amounts[line.lot] ?? ""));
    setWrong(found);
    const [bad] = found;
    if (bad !== undefined) setSaid(bad.step === 1 ? t("orders.wrong_number", { most: bad.most }) : t("orders.wrong", { step: bad.step, most: bad.most }));
    else void place({ lots: read(amounts), others, ahead });
  };
  return (
    <>
      <p className="dialog-note">{t("orders.lead")}</p>
      <p className="dialog-note order-cash">{t("orders.cash", { cash })}</p>
      <div className="order-lines">
        {orders.lots.map((line) => (
          <Line key={line.lot} line={line} amount={amounts[line.lot] ?? ""} wrong={wrong.includes(line)} onAmount={(amount) => setAmounts({ ...amounts, [line.lot]: amount })} />
        ))}
      </div>
      <p className="dialog-note">{t(orders.lots.some(({ lot }) => lot === RAT) ? "orders.hint_rats" : "orders.hint")}</p>
      <label className="line order-flag">
        <input type="checkbox" checked={others} onChange={(event) => setOthers(event.currentTarget.checked)} /> <b>{t("orders.others")}</b>
      </label>
      <label className="line order-flag">
        <input type="checkbox" checked={ahead} onChange={(event) => setAhead(event.currentTarget.checked)} /> <b>{t("orders.ahead")}</b>
      </label>
      {/* What is said stays in sight with the buttons: on a phone, whatever is above them may be scrolled away. */}
      <footer className="wraps">
        <b className="order-said" role="status">
          {said}
        </b>
        <button type="button" className="btn" disabled={busy} onClick={() => void place({})}>
          {t("orders.withdraw")}
        </button>
        <button type="button" className="btn btn--go" disabled={busy} onClick={keep}>
          <Icon name="lock" size={18} /> {t("orders.keep")}
        </button>
      </footer>
    </>
  );
}

/** What one has ordered so far, as the server knows it: nothing of it is ever sent with the table. */
function Orders({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const [orders, setOrders] = useState<PlacedOrders | "failed" | null>(null);
  useEffect(() => {
    let wanted = true;
    call("GET /api/tables/{table}/orders", null, { table }).then(
      (found) => wanted && setOrders(found),
      () => wanted && setOrders("failed"),
    );
    return () => {
      wanted = false;
    };
  }, [table]);
  return (
    <Dialog className="orders" onClose={onClose} title={t("orders.title")}>
      {orders === "failed" ? <p className="dialog-note">{t("orders.nothing")}</p> : orders !== null && <Writing table={table} orders={orders} onClose={onClose} />}
    </Dialog>
  );
}

function Opening(): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="lock" size={18} /> {t("orders.open")}
      </button>
      {open && <Orders onClose={() => setOpen(false)} />}
    </>
  );
}

/** A button for them, where there may be some: at a slow table, for those who play. */
export default function OrdersButton(): ReactNode {
  const takes = useTable(({ you, party, view }) => you !== null && party?.stage === "playing" && party.pace === "slow" && view !== null && "auction_mode" in view.rules && view.rules["auction_mode"] === "sealed");
  return (
    takes && (
      <TextedWith files={FILES}>
        <Opening />
      </TextedWith>
    )
  );
}
