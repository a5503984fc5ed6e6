/** The pattern cards that are played with: those of the box, or those of a file. */
import { type ReactNode, useId, useState } from "react";
import { byLanguage, type TextFiles, type TextModule } from "../../../i18n/catalogue";
import { TextedWith } from "../../../i18n/text";
import { useTexts } from "../texts";
import { Refusal } from "../../../net/http";
import type { PartyView } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { Dialog } from "../../../ui/Dialog";
import { order } from "../../../model/opening/opening";
import { useProblem } from "../../../net/problem";
import { ReadOnly } from "../../../ui/ReadOnly";
import { useArranging } from "../../../model/table/useArranging";
import "./CardsDialog.css";

/** As many characters as the server reads. */
const MOST = 16_384;
const EXAMPLE = `[[card]]
id = "1"
rows = ["L.", "H.", "??"]
points = 8`;

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

interface Chosen {
  readonly name: string;
  readonly text: string;
  /** Null: it was taken. Undefined: no answer yet. */
  readonly problem: unknown;
}

/** What a file says; nothing where it is too long, or no text that the server could read. */
async function textOf(file: File): Promise<string> {
  if (file.size > 4 * MOST) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return "";
  }
}

/** The line of a file that a refusal is about. */
function lineOf({ text, problem }: Chosen): string | undefined {
  const line = problem instanceof Refusal ? problem.detail["line"] : undefined;
  return typeof line === "number" ? text.split(/\r\n|\n|\r/)[line - 1]?.trim() : undefined;
}

const PROBLEMS: readonly TextFiles[] = [byLanguage(import.meta.glob<TextModule>("@messages/??.json", { query: "?cards" }))];

export default function CardsDialog(props: Props): ReactNode {
  return (
    <TextedWith files={PROBLEMS}>
      <Cards {...props} />
    </TextedWith>
  );
}

function Cards({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const worded = useProblem();
  const table = useTable((state) => state.table);
  const { arrange } = useArranging();
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const bring = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const text = await textOf(file);
    const known = { name: file.name, text };
    if (text === "" || text.length > MOST) {
      setChosen({ ...known, problem: new Refusal(text === "" && file.size === 0 ? "empty_file" : "long_file", 0) });
      return;
    }
    setChosen({ ...known, problem: undefined });
    const problem = await order(table, { type: "arrange", cards: text }).then(
      () => null,
      (error: unknown) => error,
    );
    setChosen({ ...known, problem });
  };
  const line = chosen === null ? undefined : lineOf(chosen);
  return (
    <Dialog title={t("home.cards.title")} onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <p className="cards-now" data-brought={party.brought}>
        {t(party.brought ? "home.cards.brought_why" : "home.cards.box_why")}
      </p>
      {arrange !== null && (
        <>
          <label className="cards-file" htmlFor={id}>
            <b>{t("home.cards.choose")}</b>
            <small>{t("home.cards.choose_why")}</small>
            <input
              id={id}
              type="file"
              accept=".toml,.txt,text/plain"
              onChange={(event) => {
                void bring(event.target.files?.[0]);
                // The same file can be chosen again once it was mended.
                event.target.value = "";
              }}
            />
          </label>
          <div className="cards-verdict" role="status" data-good={chosen?.problem === null}>
            {chosen?.problem === null && <p>{t("home.cards.taken", { name: chosen.name })}</p>}
          </div>
          <div className="cards-verdict" role="alert">
            {chosen?.problem != null && (
              <>
                <p>
                  <b>{t("home.cards.refused", { name: chosen.name })}</b> {worded(chosen.problem)}
                </p>
                {line !== undefined && line !== "" && <code>{line}</code>}
              </>
            )}
          </div>
          <details className="cards-how">
            <summary>{t("home.cards.how")}</summary>
            <p>{t("home.cards.how_why")}</p>
            <pre>{EXAMPLE}</pre>
          </details>
          {party.brought && (
            <div className="wraps dialog-row">
              <button
                type="button"
                className="btn"
                onClick={() => {
                  setChosen(null);
                  arrange({ cards: "" });
                }}
              >
                {t("home.cards.box_again")}
              </button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
