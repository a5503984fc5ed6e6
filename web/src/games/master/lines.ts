/** The lines of the log that say something while a pedigree is counted down. */
import type { Line } from "../../protocol/types";

export const COUNT = "log.counted_down";

/** Leave out the counts that went by: of a countdown the last one says enough. */
export function counted(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ key }, at) => key !== COUNT || lines[at + 1]?.key !== COUNT);
}

/** A count has to be said before the next one is due. */
export function spoken(line: Line): string | null {
  return line.key === COUNT ? String(line.args["count"]) : null;
}
