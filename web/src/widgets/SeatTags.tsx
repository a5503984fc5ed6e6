/** What is to be known about a seat just now, in a word or two: first what the game says, then whether somebody is there. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";
import type { PlaceView } from "../protocol/types";
import { Icon } from "../ui/Icon";
import "./SeatTags.css";

interface Props {
  readonly place: PlaceView | undefined;
  readonly children?: ReactNode;
}

export function SeatTags({ place, children }: Props): ReactNode {
  const { t } = useTexts();
  const person = place?.kind === "person";
  return (
    <span className="wraps tags">
      {children}
      {person && place.away === true && (
        <span className="pill tag out-tag">
          <Icon name="robot" size={13} />
          {t("play.tag.away")}
        </span>
      )}
      {person && place.away !== true && place.here !== true && (
        <span className="pill tag out-tag">
          <Icon name="nowifi" size={13} />
          {t("play.tag.offline")}
        </span>
      )}
    </span>
  );
}
