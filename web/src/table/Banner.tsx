/** Why nothing moves: no connection, or a pause. The table behind it stays readable. */
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import { useTable, useTableStore } from "../model/table/context";
import { useHalted, useReads } from "../model/table/halt";
import { ShuffleWarning } from "./ShuffleWarning";
import { RollbackNotice } from "./RollbackNotice";
import "./Banner.css";

function Connection(): ReactNode {
  const { t } = useTexts();
  const status = useTable((state) => state.status);
  const crowded = useTable((state) => state.crowded);
  if (status === "online") return null;
  const why = status === "closed" ? "closed" : crowded ? "crowded" : "offline";
  return (
    <div className="line called banner cut" role="status">
      <Icon name={why === "crowded" ? "hourglass" : "nowifi"} size={18} /> {t(`play.banner.${why}`)}
    </div>
  );
}

/** The server has too much to do, and is asked again by itself. */
function Busy(): ReactNode {
  const { t } = useTexts();
  const busy = useTable((state) => state.pending.some((one) => one.busy === true));
  if (!busy) return null;
  return (
    <div className="line called banner" role="status">
      <Icon name="hourglass" size={18} /> {t("play.banner.busy")}
    </div>
  );
}

function Pause(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const paused = useTable((state) => state.party?.stage === "paused");
  const reason = useTable((state) => state.party?.pause ?? null);
  const may = useTable((state) => state.may.includes("resume"));
  if (!paused) return null;
  return (
    <div className="line called banner" role="status">
      <Icon name="pause" size={18} /> {t(reason === null ? "play.banner.paused" : `play.banner.paused_${reason}`)}
      {may && (
        <button type="button" className="btn btn--go" onClick={() => store.ask({ type: "resume" })}>
          <Icon name="play" size={18} /> {t("play.menu.resume")}
        </button>
      )}
    </div>
  );
}

/** The table waits for something that is read in another window. */
function Halted(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const halted = useHalted();
  const reads = useReads();
  if (!halted || reads) return null;
  return (
    <div className="line called banner" role="status">
      <Icon name="pause" size={18} /> {t("play.banner.halted")}
      <button type="button" className="btn btn--go" onClick={() => store.ask({ type: "go_on" })}>
        <Icon name="play" size={18} /> {t("play.menu.resume")}
      </button>
    </div>
  );
}

/** Somebody would like a pause; it begins when all have asked. */
function PauseAsked(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const asked = useTable((state) =>
    state.party?.stage === "playing" ? state.party.places.filter((place) => place.pausing === true).length : 0,
  );
  const own = useTable((state) => state.you !== null && state.party?.places[state.you]?.pausing === true);
  const may = useTable((state) => state.may.includes("ask_pause"));
  if (asked === 0) return null;
  return (
    <div className="line called banner" role="status">
      <Icon name="pause" size={18} /> {own ? t("play.banner.pause_waits") : t("play.banner.pause_asked")}
      {!own && may && (
        <button type="button" className="btn" onClick={() => store.ask({ type: "ask_pause" })}>
          {t("play.banner.pause_too")}
        </button>
      )}
    </div>
  );
}

export function Banner(): ReactNode {
  return (
    <div className="banners">
      <Connection />
      <Busy />
      <RollbackNotice className="called banner cut" />
      <ShuffleWarning className="called banner cut" />
      <Pause />
      <Halted />
      <PauseAsked />
    </div>
  );
}
