/** The picture beside a line of the log: of the animal that it is about, else a coin. */
import type { ReactNode } from "react";
import type { Line } from "../../protocol/types";
import { Icon } from "../../ui/Icon";
import { ANIMALS } from "./values";

export function LineSign({ line }: { readonly line: Line }): ReactNode {
  const animal = ANIMALS.find((one) => one === line.args["animal"]);
  if (animal !== undefined) return <img src={`/art/${animal}.svg`} alt="" />;
  return (
    <span className="middle bead">
      <Icon name="coin" size={16} />
    </span>
  );
}
