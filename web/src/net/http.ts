/** Calls over HTTP. The cookie is the browser's business. */
import { createStore } from "zustand/vanilla";
import type { Endpoints, Problem } from "../protocol/types";

/** Whether the last call got no answer at all. */
export const line = createStore<{ readonly down: boolean }>(() => ({ down: !navigator.onLine }));

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    text = "",
    /** What a page needs to word the reason. */
    readonly detail: Readonly<Record<string, string | number>> = {},
  ) {
    super(text || code);
  }

  /** For how many milliseconds to leave the server alone, if it has too much to do. */
  get retryAfter(): number | undefined {
    const after = this.detail["retry_after"];
    return this.code === "busy" ? (typeof after === "number" ? after : SOME_TIME) : undefined;
  }
}

const SOME_TIME = 4000;
const ATTEMPTS = 5;

/** A time to wait, and a little more by chance: all who were sent away must not come back at once. */
export function spread(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 2);
}

type Path = keyof Endpoints;
type Body<P extends Path> = Endpoints[P] extends { body: infer B } ? B : undefined;
type Answer<P extends Path> = Endpoints[P] extends { answer: infer A } ? A : never;

/** Call an endpoint by its method and path, such as "GET /api/lobby". */
export async function call<P extends Path>(
  endpoint: P,
  body?: Body<P>,
  path: Readonly<Record<string, string>> = {},
): Promise<Answer<P>> {
  const [method = "GET", template = ""] = endpoint.split(" ");
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } }),
    });
  } catch {
    line.setState({ down: true });
    throw new Refusal("unavailable", 0);
  }
  line.setState({ down: false });
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
