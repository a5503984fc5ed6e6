/** The token of a screen's QR code, kept from the link until a table is paired, and no longer than it is valid. */

const KEPT = "kuhstall.pairing";
/** Milliseconds for which the server accepts a token. */
const LASTS = 300_000;

/** Move the token from the address to the storage of the tab: the browser history must not contain it. */
export function takeToken(): void {
  if (location.hash.length < 2) return;
  try {
    sessionStorage.setItem(KEPT, `${Date.now()} ${location.hash.slice(1)}`);
  } catch {
    // Without storage the player scans the code again.
  }
  history.replaceState(null, "", location.pathname);
}

/** Return the token that waits for a table, if any. */
export function pendingToken(): string | null {
  try {
    const [at, token] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
    return token === undefined || Date.now() - Number(at) > LASTS ? null : token;
  } catch {
    return null;
  }
}

export function forgetToken(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing was stored.
  }
}
