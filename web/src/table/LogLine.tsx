/** A line of the log, with names in bold and a picture: of the animal, or of the seat that it is about. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { Shape } from "../cards/Shape";
import { ANIMALS } from "../cards/values";
import { useTexts } from "../i18n/text";
import type { Line } from "../protocol/types";
import { useTable } from "./context";
import { useNames } from "./names";
import { wording } from "./wording";

export function Words({ line }: { readonly line: Line }): ReactNode {
  const { find } = useTexts();
  const you = useTable((state) => state.you);
  const parts = wording(line, useNames(), find, you);
  return (
    <span>
      {parts.map((part, place) => (part.name ? <b key={place}>{part.text}</b> : part.text))}
    </span>
  );
}

export function LogLine({ line }: { readonly line: Line }): ReactNode {
  const animal = ANIMALS.find((one) => one === line.args["animal"]);
  const land = useTable((state) => state.view?.game === "kuhfstein");
  const seat = line.seats["seat"];
  return (
    <li>
      {animal === undefined ? (
        <span className="bead">
          {land && seat !== undefined ? <Shape seat={seat} /> : <Icon name="coin" size={16} />}
        </span>
      ) : (
        <img src={`/art/${animal}.svg`} alt="" />
      )}
      <Words line={line} />
    </li>
  );
}
