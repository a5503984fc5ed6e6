/** Keep the display on while this is mounted. The browser releases the lock when the page is hidden; take it again when it is back. */
import { useEffect } from "react";

/** On plain http there are no wake locks. */
export const hasWakeLock = (): boolean => "wakeLock" in navigator;

export function useWakeLock(): void {
  useEffect(() => {
    if (!hasWakeLock()) return undefined;
    let wanted = true;
    let lock: WakeLockSentinel | null = null;
    const request = (): void => {
      if (document.visibilityState === "hidden" || lock?.released === false) return;
      navigator.wakeLock.request("screen").then(
        (granted) => {
          if (wanted) lock = granted;
          else void granted.release();
        },
        // A device that saves power refuses.
        () => undefined,
      );
    };
    request();
    document.addEventListener("visibilitychange", request);
    return () => {
      wanted = false;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, []);
}
