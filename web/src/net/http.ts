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
