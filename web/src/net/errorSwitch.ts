/** Whether the server wants error reports. The answer is kept, so that the next page reports errors from the start. */
import { forget, keep, kept } from "../lib/storage";

const WANTED = "kuhstall.errors";

export const wantsErrorReports = (): boolean => kept(WANTED) !== null;

/** Keep the server's answer. The code that reports errors is fetched only if the server wants reports. */
export function noteErrorReports(wanted = false): void {
  if (!wanted) return forget(WANTED);
  keep(WANTED, "on");
  import("./errorReports").then(({ watchErrors }) => watchErrors()).catch(() => undefined);
}
