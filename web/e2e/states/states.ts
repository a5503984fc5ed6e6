/** What a page was told, kept so that any build of the client can be told the same again. */
import type { Outbound } from "../../src/protocol/types";

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One look at a page: where it is, what time it is there, and all that it hears. */
export interface Moment {
  readonly path: string;
  /** The time that the page believes it is. */
  readonly at: number;
  readonly frames: readonly Outbound[];
  /** What calls are answered here, by method and path; others are answered as everywhere. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export interface Recorded {
  readonly answers: Readonly<Record<string, Answer>>;
  readonly moments: Readonly<Record<string, Moment>>;
}

/** Names of those who were recorded: what the servers draw by chance would be as good, but nobody could read it. */
export const FILE = "e2e/states/recorded.json";
