/** What one can do now, and nothing else. */
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import { REFUGE } from "../../../ui/lostFocus";
import { useAct, useReady } from "../../../model/game/acting";
import { BidBar } from "../auction/BidBar";
import { CallBar } from "../auction/CallBar";
import { TakeBackSeat } from "../../../widgets/TakeBackSeat";
import { useTable } from "../../../model/table/context";
import { GiveTime } from "../../../widgets/Countdown";
import { SkipToDecision } from "../../../widgets/SkipToDecision";
import { GavelBar } from "../auction/GavelBar";
import { OfferBar } from "../trade/OfferBar";
import { choices, offered } from "../../../model/table/options";
import { PayBar } from "../auction/PayBar";
import { ReplyBar } from "../trade/ReplyBar";
import { TurnBar } from "./TurnBar";
import { isOwnPhase } from "../phase";
import { usePrompt } from "../prompt";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";
import { Caught } from "../../../ui/page/Caught";
import "./ActionBar.css";

// Only some tables ask for envelopes.
const EnvelopeBar = lazy(() => import("../envelopes/EnvelopeBar"));

/** The bar that an action belongs to; any other gets a plain button. */
function Tools(): ReactNode {
  const { t, find } = useTexts();
  const { Bar } = useVariant();
  const options = useTable((state) => state.options);
  const phase = useTable((state) => kuhhandelView(state.view)?.phase);
  const ready = useReady();
  const act = useAct();
  if (phase !== undefined && !isOwnPhase(phase)) return <Bar phase={phase} />;
  switch (phase?.phase) {
    case "turn":
      return <TurnBar />;
    case "bidding": {
      const call = offered(options, "call")[0];
      return call === undefined ? <BidBar phase={phase} /> : <CallBar phase={phase} call={call} />;
    }
    case "envelopes":
      return (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <EnvelopeBar phase={phase} />
          </Suspense>
        </Caught>
      );
    case "preemption":
      return <GavelBar phase={phase} />;
    case "payment":
      return <PayBar phase={phase} />;
    case "offering":
      return <OfferBar phase={phase} />;
    case "responding":
      return <ReplyBar phase={phase} />;
    default:
      return choices(options).map((action, place) => (
        <button key={place} type="button" className="btn" disabled={!ready} onClick={() => act(action)}>
          {find(`action.${action.type}`) ?? t("play.bar.go_on")}
        </button>
      ));
  }
}

export function ActionBar(): ReactNode {
  const { t } = useTexts();
  const you = useTable((state) => state.you);
  const away = useTable((state) => state.you !== null && state.party?.places[state.you]?.away === true);
  // Whoever has handed in an envelope has something to do as long as it is closed.
  const idle = useTable((state) => state.options.length === 0 && state.answer === null);
  const { steady } = useVariant();
  // A bar that stays keeps the focus on its button.
  const key = useTable(({ view }) => (view !== null && steady.includes(view.phase.phase) ? view.phase.phase : view?.moment));
  const prompt = usePrompt();
  if (you === null) {
    return (
      <div className="line bar quiet" {...REFUGE}>
        <p className="line prompt">
          <Icon name="eye" /> {t("play.bar.spectator")}
        </p>
      </div>
    );
  }
  return (
    <div className={`line bar ${idle ? "quiet" : ""}`} role="group" aria-label={t("play.bar.title")} {...REFUGE}>
      {away ? <TakeBackSeat /> : idle ? <p className="line prompt">{prompt}</p> : <Tools key={key} />}
      {idle && !away && <GiveTime />}
      {idle && !away && <SkipToDecision />}
    </div>
  );
}
