/** The frame of every game on the screen: its name and code, the last line of the log, and the sounds. */
import type { ComponentProps, ReactNode } from "react";
import { useTold } from "../../model/game/lines";
import type { ScreenProps } from "../../model/game/game";
import { shownCode } from "../../model/opening/inviteCode";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { useGameName } from "../../model/table/naming";
import { plain, wording } from "../../model/table/wording";
import { useNoises } from "../../table/noises";
import { OnStage } from "../../theatre/context";
import { ScreenFrame } from "./ScreenFrame";
import { useTexts } from "./texts";
import { useStatusText } from "./useStatusText";

/** The last line of the log, not before its scene was played. */
function Latest(): ReactNode {
  const { find } = useTexts();
  const names = useNames();
  const line = useTold().at(-1);
  return line !== undefined && plain(wording(line, names, find));
}

type Props = ComponentProps<ScreenProps["Frame"]>;

export function TableFrame({ aside, children }: Props): ReactNode {
  const { t } = useTexts();
  const code = useTable((state) => state.party?.code ?? "");
  useNoises();
  return (
    <ScreenFrame
      playing
      title={useGameName()}
      aside={
        <>
          {aside}
          <b className="tv-edition">
            <span className="visually-hidden">{t("screen.join.code")}</span> {shownCode(code)}
          </b>
        </>
      }
      news={
        <OnStage>
          <Latest />
        </OnStage>
      }
      halted={useStatusText()}
    >
      {children}
    </ScreenFrame>
  );
}
