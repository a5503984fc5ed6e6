/** What pages and the worker tell each other. Ids are drawn by pages: the page's own, a colon and a number. */

export const CHANNEL = "kuhstall-offline";
/** Whoever holds this Web Lock runs the tables of this browser; all others wait for it. */
export const LOCK = "kuhstall-offline";

export type ToWorker =
  | { readonly kind: "hello"; readonly client: string }
  /** `player`: who of those that share the device, by their seat. */
  | {
      readonly kind: "call";
      readonly id: string;
      readonly method: string;
      readonly path: string;
      readonly body: string;
      readonly name: string;
      readonly player?: number;
    }
  | { readonly kind: "open"; readonly id: string; readonly path: string }
  | { readonly kind: "frame"; readonly id: string; readonly data: string }
  | { readonly kind: "hangUp"; readonly id: string }
  /** A player has deleted a table: it is not saved any more. */
  | { readonly kind: "drop"; readonly table: string };

export type ToPages =
  | { readonly kind: "ready"; readonly holder: string }
  | { readonly kind: "progress"; readonly loaded: number; readonly total: number }
  | { readonly kind: "answer"; readonly id: string; readonly status: number; readonly body: string }
  | { readonly kind: "opened"; readonly id: string }
  | { readonly kind: "frame"; readonly id: string; readonly data: string }
  | { readonly kind: "closed"; readonly id: string; readonly code: number; readonly reason: string }
  /** What happens at a table cannot be written at the moment: it is lost with the worker. Or it is written again, in full. */
  | { readonly kind: "unkept" | "kept"; readonly table: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Between a page and the worker that it has started itself. */
export type ToOwnWorker = { readonly kind: "steal" };
/** It holds the lock; or has lost it to another page, and is over. */
export type ToOwnPage = { readonly kind: "holds" } | { readonly kind: "over" };

/** What is used of a BroadcastChannel. */
export interface Channel {
  postMessage(message: ToWorker | ToPages): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}
