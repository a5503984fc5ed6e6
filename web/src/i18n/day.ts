const DAY = 86_400_000;
const WEEK = 7;

/** A day as people say it: yesterday, three days ago, 3 May. */
export function dayOf(at: number, now: number, language: string): string {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / DAY);
  return -WEEK < days && days <= 0
    ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")
    : new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
}
