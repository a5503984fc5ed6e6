/** A line of the log, with names in bold and a picture if it is about an animal. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { ANIMALS } from "../cards/values";
import { useTexts } from "../i18n/text";
import type { Line } from "../protocol/types";
import { useNames } from "./names";
import { wording } from "./wording";

export function Words({ line }: { readonly line: Line }): ReactNode {
  const { find } = useTexts();
  const parts = wording(line, useNames(), find);
  return (
    <span>
      {parts.map((part, place) => (part.name ? <b key={place}>{part.text}</b> : part.text))}
    </span>
  );
}

export function LogLine({ line }: { readonly line: Line }): ReactNode {
  const animal = ANIMALS.find((one) => one === line.args["animal"]);
  return (
    <li>
      {animal === undefined ? (
        <span className="bead">
          <Icon name="coin" size={16} />
        </span>
      ) : (
        <img src={`/art/${animal}.svg`} alt="" />
      )}
      <Words line={line} />
    </li>
  );
}
