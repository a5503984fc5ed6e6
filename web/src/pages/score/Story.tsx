/** The whole game in lines, to read again. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useTable } from "../../model/table/context";
import { LogLine } from "../../widgets/LogLine";
import { Dialog } from "../../ui/Dialog";
import "./Story.css";

export function Story({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const lines = useTable((state) => state.lines);
  return (
    <Dialog title={t("home.score.story")} wide onClose={onClose}>
      <ol className="story">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
          <LogLine key={index} line={line} />
        ))}
      </ol>
    </Dialog>
  );
}
