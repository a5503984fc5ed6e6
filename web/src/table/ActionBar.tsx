/** What one can do now, and nothing else. */
import { lazy, type ReactNode, Suspense } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { REFUGE } from "../views/refuge";
import { useAct, useReady } from "./acting";
import { BidBar } from "./BidBar";
import { ComeBack } from "./ComeBack";
import { useTable } from "./context";
import { GavelBar } from "./GavelBar";
import { OfferBar } from "./OfferBar";
import { choices } from "./options";
import { PayBar } from "./PayBar";
import { ReplyBar } from "./ReplyBar";
import { TurnBar } from "./TurnBar";
import { usePrompt } from "./prompt";

const MasterTools = lazy(() => import("./master/Tools"));

/** The bar that an action belongs to; any other gets a plain button. */
function Tools(): ReactNode {
  const { t, find } = useTexts();
  const options = useTable((state) => state.options);
  const phase = useTable((state) => state.view?.phase);
  const ready = useReady();
  const act = useAct();
  switch (phase?.phase) {
    case "turn":
      return <TurnBar />;
    case "bidding":
      return <BidBar phase={phase} />;
    case "preemption":
      return <GavelBar phase={phase} />;
    case "payment":
      return <PayBar phase={phase} />;
    case "offering":
      return <OfferBar phase={phase} />;
    case "responding":
      return <ReplyBar phase={phase} />;
    case "countdown":
    case "pedigree_hammer":
    case "pedigree_payment":
    case "rat_round":
    case "dividing":
    case "extra":
    case "covering":
      return (
        <Suspense fallback={null}>
          <MasterTools phase={phase} />
        </Suspense>
      );
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
  // The button of a countdown stays the same while the count goes on, and keeps the focus.
  const key = useTable((state) => (state.view?.phase.phase === "countdown" ? "countdown" : state.view?.moment));
  const prompt = usePrompt();
  if (you === null) {
    return (
      <div className="bar quiet" {...REFUGE}>
        <p className="prompt">
          <Icon name="eye" /> {t("play.bar.spectator")}
        </p>
      </div>
    );
  }
  return (
    <div className={`bar ${idle ? "quiet" : ""}`} role="group" aria-label={t("play.bar.title")} {...REFUGE}>
      {away ? <ComeBack /> : idle ? <p className="prompt">{prompt}</p> : <Tools key={key} />}
    </div>
  );
}
