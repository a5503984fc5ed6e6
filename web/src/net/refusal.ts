/** What a call was refused for. */
const SOME_TIME = 4000;

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
