/** The end: who has won, and why. */
import { type ReactNode, useState } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import type { EndedView, GameView, PartyView } from "../protocol/types";
import { useTable } from "../table/context";
import { NameField } from "./NameField";
import { isDefaultName } from "./naming";
import { Page } from "./Page";
import { Fairness } from "./score/Fairness";
import { Rematch } from "./score/Rematch";
import { rowsOf } from "./score/rows";
import { Sheet } from "./score/Sheet";
import { Story } from "./score/Story";
import { useFilling } from "./score/useFilling";
import { Winner } from "./score/Winner";

export function ScoreSheet(): ReactNode {
  const party = useTable((state) => state.party);
  const view = useTable((state) => state.view);
  if (party === null || view === null || view.phase.phase !== "ended") return null;
  return <Ended party={party} view={view} ended={view.phase} />;
}

interface Props {
  readonly party: PartyView;
  readonly view: GameView;
  readonly ended: EndedView;
}

function Ended({ party, view, ended }: Props): ReactNode {
  const { t, find } = useTexts();
  const you = useTable((state) => state.you);
  const [open, setOpen] = useState<"story" | "fairness" | null>(null);
  const rows = rowsOf(view.rules);
  const { filled, skip } = useFilling(rows.length);
  const done = filled >= rows.length;
  const own = you === null ? undefined : party.places[you]?.name;
  return (
    <Page title={t("home.score.title")} back bar={<span className="page-note">{find(`edition.${party.edition}.title`)}</span>}>
      <main className="score">
        <Winner ended={ended} shown={done} />
        <Sheet party={party} view={view} ended={ended} rows={rows} filled={filled} onSkip={done ? null : skip} />
        {done && own !== undefined && isDefaultName(own) && (
          <p className="sheet-of-paper score-name">
            {t("home.name.kindly")} <NameField name={own} />
          </p>
        )}
        <footer className="score-foot">
          {!done && (
            <button type="button" className="btn" onClick={skip}>
              {t("home.score.skip")}
            </button>
          )}
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("story")}>
            <Icon name="log" size={18} /> {t("home.score.story")}
          </button>
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen("fairness")}>
            <Icon name="check" size={18} /> {t("home.score.fair")}
          </button>
          <Rematch party={party} />
        </footer>
      </main>
      {open === "story" && <Story onClose={() => setOpen(null)} />}
      {open === "fairness" && <Fairness party={party} onClose={() => setOpen(null)} />}
    </Page>
  );
}
