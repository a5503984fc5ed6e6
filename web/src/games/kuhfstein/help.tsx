/** The help at Kuhfstein's table. */
import type { ReactNode } from "react";
import { useTable } from "../../table/context";
import { useNames } from "../../table/names";
import type { GameHelp, HelpTexts } from "../game";
import { details, situation } from "./situation";
import { kuhfsteinView } from "./view";

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
  texts: [{ en: () => import("./help.en.json"), de: () => import("./help.de.json"), ru: () => import("./help.ru.json") }],
  Now,
  keys: [{ key: "←↑↓→", does: "keys.grid" }],
} satisfies GameHelp;
