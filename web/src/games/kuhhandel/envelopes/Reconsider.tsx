/** Beside what lies in one's envelope: change it, or take it back, as long as it is closed. */
import type { ReactNode } from "react";
import { TextedWith } from "../../../i18n/text";
import { useReady } from "../../../model/game/acting";
import { useTable, useTableStore } from "../../../model/table/context";
import { Icon } from "../../../ui/Icon";
import { ENVELOPE, useTexts } from "./envelopeTexts";

interface Props {
  /** Null where there is nothing else to hand in. */
  readonly onChange: (() => void) | null;
}

export function Reconsider(props: Props): ReactNode {
  return (
    <TextedWith files={ENVELOPE}>
      <Buttons {...props} />
    </TextedWith>
  );
}

function Buttons({ onChange }: Props): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const ready = useReady();
  const answer = useTable((state) => state.answer);
  const busy = useTable(({ pending }) => pending.some(({ moment }) => moment !== null));
  if (answer === null) return null;
  return (
    <>
      {onChange !== null && (
        <button type="button" className="btn" aria-haspopup="dialog" disabled={!ready || busy} onClick={onChange}>
          <Icon name="swap" size={18} /> {t("envelope.change")}
        </button>
      )}
      <button type="button" className="btn" disabled={!ready || busy} onClick={() => store.withdraw()}>
        <Icon name="undo" size={18} /> {t("envelope.withdraw")}
      </button>
      {answer.salt === undefined && <p className="prompt">{t("envelope.by_order")}</p>}
    </>
  );
}
