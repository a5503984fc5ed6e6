const DAY = 24;

/** How long players of a slow table have for a decision: "12 hours", "2 days". */
export function decisionTime(hours: number, language: string): string {
  const days = hours % DAY === 0;
  return new Intl.NumberFormat(language, { style: "unit", unit: days ? "day" : "hour", unitDisplay: "long" }).format(days ? hours / DAY : hours);
}

/** What it is unless the host has chosen another. */
export const USUAL_HOURS = 2 * DAY;
