/** The place in a game as the address has it: #e=123, and through whose eyes if not with all open. */
import type { Viewer } from "./store";

export interface Spot {
  readonly step: number;
  readonly viewer: Viewer;
}

export function spotOf(hash: string): Spot {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const step = Number(fields.get("e"));
  const eyes = fields.get("as") ?? "";
  const viewer = eyes === "none" ? "none" : /^[0-7]$/.test(eyes) ? Number(eyes) : "all";
  return { step: Number.isSafeInteger(step) && step > 0 ? step : 1, viewer };
}

export function hashOf({ step, viewer }: Spot): string {
  return viewer === "all" ? `#e=${step}` : `#e=${step}&as=${viewer}`;
}
