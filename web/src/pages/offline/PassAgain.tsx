/** The same people, and the same device, once more: there is nobody to wait for. */
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useTexts } from "../../i18n/text";
import { useGame } from "../../model/game/context";
import { transport } from "../../net/http";
import { useProblem } from "../../net/problem";
import type { PartyView } from "../../protocol/types";
import { useAsyncAction } from "../../ui/useAsyncAction";

export default function PassAgain({ party: { edition, places } }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const rules = useGame()?.passRules ?? {};
  const { busy, problem, run } = useAsyncAction();
  const again = async (): Promise<void> => {
    const { openShared } = await transport();
    const names = places.flatMap(({ kind, name = "" }) => (kind === "person" ? [name] : []));
    const bots = places.flatMap(({ kind, bot }) => (kind === "bot" ? [bot ?? "medium"] : []));
    navigate(`/t/${await openShared({ edition, rules, seats: places.length, bots }, names)}`);
  };
  return (
    <>
      <button type="button" className="btn btn--go" aria-busy={busy} onClick={() => run(again)}>
        {t("home.score.rematch")}
      </button>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </>
  );
}
