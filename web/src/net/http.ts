/** Calls over HTTP. The cookie is the browser's business. */
import { createStore } from "zustand/vanilla";
import { Refusal } from "./refusal";
import type { Endpoints, Problem } from "../protocol/types";
import { isConcerned } from "./offline/where";

export { Refusal } from "./refusal";

/** Whether the last call got no answer at all. */
export const line = createStore<{ readonly down: boolean }>(() => ({ down: !navigator.onLine }));

const ATTEMPTS = 5;

/** A time to wait, and a little more by chance: all who were sent away must not come back at once. */
export function spread(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 2);
}

type Path = keyof Endpoints;
type Body<P extends Path> = Endpoints[P] extends { body: infer B } ? B : undefined;
type Answer<P extends Path> = Endpoints[P] extends { answer: infer A } ? A : never;

/** Ask the server. */
async function online(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch(() => undefined);
  line.setState({ down: response === undefined });
  if (response === undefined) throw new Refusal("unavailable", 0);
  return response;
}

/** Fetched by those who want offline play, and by nobody else. */
export const transport = () => import("./offline/transport");

/** Call an endpoint by its method and path, such as "GET /api/lobby". */
export async function call<P extends Path>(
  endpoint: P,
  body?: Body<P>,
  path: Readonly<Record<string, string>> = {},
): Promise<Answer<P>> {
  const [method = "GET", template = ""] = endpoint.split(" ");
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const init = {
    method,
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } }),
  };
  const response = await (isConcerned(path["table"]) ? (await transport()).answered(online, address, init) : online(address, init));
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    throw new Refusal(problem.code ?? "unavailable", response.status, problem.text, problem.detail);
  }
  return (await response.json()) as Answer<P>;
}

export interface Patience {
  /** Told each time before it is waited. */
  readonly told?: (refusal: Refusal) => void;
  readonly signal?: AbortSignal;
}

/**
 * Call again by itself, a few times, while the server has too much to do. What it refuses for that it has not done,
 * and what is called has an id of our own, so nothing is done twice.
 */
export async function callPatiently<P extends Path>(
  endpoint: P,
  body?: Body<P>,
  path: Readonly<Record<string, string>> = {},
  { told, signal }: Patience = {},
): Promise<Answer<P>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(endpoint, body, path);
    } catch (error) {
      const after = error instanceof Refusal ? error.retryAfter : undefined;
      if (after === undefined || attempt === ATTEMPTS) throw error;
      told?.(error as Refusal);
      await new Promise((resolve) => setTimeout(resolve, spread(after)));
      signal?.throwIfAborted();
    }
  }
}
