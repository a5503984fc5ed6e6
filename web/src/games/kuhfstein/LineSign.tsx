/** The sign beside a line of the log: of the seat that it is about, else a coin. */
import type { ReactNode } from "react";
import type { Line } from "../../protocol/types";
import { Icon } from "../../ui/Icon";
import { Shape } from "../../ui/Shape";

export function LineSign({ line }: { readonly line: Line }): ReactNode {
  const seat = line.seats["seat"];
  return <span className="middle bead">{seat === undefined ? <Icon name="coin" size={16} /> : <Shape seat={seat} />}</span>;
}
