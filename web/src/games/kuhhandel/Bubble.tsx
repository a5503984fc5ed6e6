/** What somebody has just called out in an auction, at their seat. Screen readers hear it as a line of the log. */
import { type ReactNode, useEffect, useState } from "react";
import { useTable } from "../../table/context";
import { type Call, calledBy } from "./called";
import { standing } from "./phase";
import { useTexts } from "./texts";
import { kuhhandelView } from "./view";
import "./Bubble.css";

const LASTS: Readonly<Record<Call["call"], number>> = { bid: 2400, out: 1300, broke: 2400 };

export function Bubble({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const events = useTable((state) => state.events);
  const leads = useTable((state) => {
    const phase = kuhhandelView(state.view)?.phase;
    return phase !== undefined && standing(phase)?.seat === seat;
  });
  const [known, setKnown] = useState(events);
  const [call, setCall] = useState<Call | null>(null);
  if (known !== events) {
    setKnown(events);
    const news = calledBy(seat, events, leads);
    if (news !== undefined) setCall(news);
  }
  useEffect(() => {
    if (call === null) return undefined;
    const timer = setTimeout(() => setCall(null), LASTS[call.call]);
    return () => clearTimeout(timer);
  }, [call]);
  if (call === null) return null;
  const text = call.call === "bid" ? `${call.amount}!` : call.call === "out" ? t("play.bubble.out") : "!?";
  return (
    <span key={text} className={`bid-bubble ${call.call}`} aria-hidden="true">
      {text}
    </span>
  );
}
