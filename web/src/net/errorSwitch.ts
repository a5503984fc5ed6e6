/** Whether the server wants to know of errors in our scripts. A page knows it from the start, if one before it was told so. */
import { forget, keep, kept } from "../lib/storage";

const WANTED = "kuhstall.errors";

export const wantsErrorReports = (): boolean => kept(WANTED) !== null;

/** What the server says. What makes the reports is fetched where they are wanted, and nowhere else. */
export function noteErrorReports(wanted = false): void {
  if (!wanted) return forget(WANTED);
  keep(WANTED, "on");
  import("./errorReports").then(({ watchErrors }) => watchErrors()).catch(() => undefined);
}
