/** How quick the table is: the server's own tempo where one is alone with bots, else only what moves on this device. */
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { useTable, useTableStore } from "../../model/table/context";
import { Row } from "./MenuRow";
import { TEMPOS, usePreferences } from "../../model/table/preferences";

export function TempoChoice(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const alone = useTable((state) => state.may.includes("choose_tempo"));
  const here = useTable((state) => state.party?.tempo ?? "normal");
  const { tempo, choose } = usePreferences();
  return (
    <Row
      title={t("play.menu.tempo")}
      names={TEMPOS.map((one) => t(`play.menu.tempo_${one}`))}
      chosen={TEMPOS.indexOf(alone ? here : tempo)}
      onChoose={(place) => {
        const chosen = TEMPOS[place] ?? "normal";
        choose({ tempo: chosen });
        if (alone) store.ask({ type: "choose_tempo", tempo: chosen });
      }}
    >
      <small>{t(alone ? "play.menu.tempo_alone" : "play.menu.tempo_others")}</small>
    </Row>
  );
}
