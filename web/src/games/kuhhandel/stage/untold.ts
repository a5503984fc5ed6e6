import type { GameEvent } from "../../../protocol/types";

/** The events of a step whose scene tells them: what was told of the step before is over. */
export const UNTOLD: readonly GameEvent[] = [];
