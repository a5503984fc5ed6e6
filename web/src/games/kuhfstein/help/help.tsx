/** The help at Kuhfstein's table. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { ReactNode } from "react";
import { useTable } from "../../../model/table/context";
import { useNames } from "../../../model/table/names";
import type { GameHelp, HelpTexts } from "../../../model/game/game";
import { details, situation } from "./situation";
import { kuhfsteinView } from "../view";

function Now({ help }: { readonly help: HelpTexts }): ReactNode {
  const names = useNames();
  const view = useTable((state) => kuhfsteinView(state.view));
  const you = useTable((state) => state.you);
  if (view === null) return null;
  const { phase } = view;
  const told = help(
    `now.${situation(phase, you)}`,
    details(phase, (seat) => names[seat] ?? ""),
  );
  return (
    <p className="help-now" role="status">
      {told} {view.last_round && phase.phase === "acting" && help("now.last_round")}
    </p>
  );
}

export default {
  texts: [byLanguage(import.meta.glob<TextModule>("./help.*.json"))],
  Now,
  keys: [{ key: "←↑↓→", does: "keys.grid" }],
} satisfies GameHelp;
