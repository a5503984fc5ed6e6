/** Which hints somebody has had. Each is given once in a lifetime. */
import { keep, kept } from "../../lib/storage";

const KEPT = "kuhstall.coached";

function had(): readonly string[] {
  return (kept(KEPT) ?? "").split(" ").filter((hint) => hint !== "");
}

/** List those of some hints that were given before. */
export function givenHints<Hint extends string>(hints: readonly Hint[]): readonly Hint[] {
  const before = had();
  return hints.filter((hint) => before.includes(hint));
}

/** Note that hints were given, beside those that were before. */
export function noteGiven(hints: readonly string[]): void {
  keep(KEPT, [...new Set([...had(), ...hints])].join(" "));
}

/** Whether some of the hints of a game are still to be given. */
export function hintsLeft(hints: readonly string[]): boolean {
  return givenHints(hints).length < hints.length;
}
