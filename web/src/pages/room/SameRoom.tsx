/** For people who sit together: what suits them at one tap of the host, and the way to show the table on a TV. */
import { lazy, type ReactNode, Suspense } from "react";
import { useGame } from "../../model/game/context";
import { useTexts } from "../../i18n/text";
import { same, valueOf } from "../../model/table/ruleBook";
import { useArranging } from "../../model/table/useArranging";
import { useWanted } from "../../model/table/useWanted";
import type { PartyView } from "../../protocol/types";
import { Icon } from "../../ui/Icon";
import { Caught } from "../../ui/page/Caught";
import { usePressGuard } from "../../ui/usePressGuard";
import "./SameRoom.css";

const Screens = lazy(() => import("../../table/screens/ScreensButton"));

const NONE = {};

function Preset({ party }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const { arrange, changed, rules } = useArranging();
  const { pacedRules = [], roomRules = NONE } = useGame() ?? {};
  const set = Object.entries(roomRules);
  const is = party.pace === "relaxed" && set.every(([name, value]) => same(valueOf(rules ?? {}, name), value));
  const [on, want] = useWanted(is);
  const [guarded, guard] = usePressGuard(String(on));
  if (arrange === null) return null;
  const press = (): void => {
    if (guarded) return;
    guard();
    want(!on);
    // What goes with the pace is set anew with it.
    const left = Object.entries(changed).filter(([name]) => !pacedRules.includes(name) && !(name in roomRules));
    arrange({ pace: on ? "live" : "relaxed", rules: { ...Object.fromEntries(left), ...(on ? {} : roomRules) } });
  };
  return (
    <button type="button" className="line same-room" aria-pressed={on} aria-disabled={guarded} onClick={press}>
      <span>
        <b>{t("home.room.together")}</b>
        <small>{t(set.length > 0 ? "home.room.together_gavel" : "home.room.together_why")}</small>
      </span>
      {on && <Icon name="check" size={24} />}
    </button>
  );
}

export function SameRoom({ party }: { readonly party: PartyView }): ReactNode {
  return (
    <>
      <Preset party={party} />
      {/* Its place is kept: what comes late moves what is below it. */}
      <div className="room-tv">
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </Caught>
      </div>
    </>
  );
}
