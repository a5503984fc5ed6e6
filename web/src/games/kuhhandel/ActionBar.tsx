/** What one can do now, and nothing else. */
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../../ui/Icon";
import { useTexts } from "./texts";
import { REFUGE } from "../../ui/lostFocus";
import { useAct, useReady } from "../../table/acting";
import { BidBar } from "./BidBar";
import { CallBar } from "./CallBar";
import { ComeBack } from "../../table/ComeBack";
import { useTable } from "../../table/context";
import { GiveTime } from "../../table/Countdown";
import { HurryOn } from "../../table/HurryOn";
import { GavelBar } from "./GavelBar";
import { OfferBar } from "./OfferBar";
import { choices, offered } from "../../table/options";
import { PayBar } from "./PayBar";
import { ReplyBar } from "./ReplyBar";
import { TurnBar } from "./TurnBar";
import { isOwnPhase } from "./phase";
import { usePrompt } from "./prompt";
import { useVariant } from "./variant";
import { kuhhandelView } from "./view";
import { Caught } from "../../views/Caught";
import "./ActionBar.css";

// Only some tables ask for envelopes.
const EnvelopeBar = lazy(() => import("./EnvelopeBar"));

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
  const idle = useTable((state) => state.options.length === 0);
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
      {away ? <ComeBack /> : idle ? <p className="line prompt">{prompt}</p> : <Tools key={key} />}
      {idle && !away && <GiveTime />}
      {idle && !away && <HurryOn />}
    </div>
  );
}
