/** When a night is, in words and in the form of the field that asks for it. */

const FRIDAY = 5;
const EVENING = 20;
const WEEK = 7;

export function inWords(starts: number, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" }).format(starts * 1000);
}

/** The next Friday at eight in the evening. */
export function proposed(now: Date): Date {
  const at = new Date(now);
  at.setDate(at.getDate() + ((FRIDAY - at.getDay() + WEEK) % WEEK));
  at.setHours(EVENING, 0, 0, 0);
  if (at <= now) at.setDate(at.getDate() + WEEK);
  return at;
}

/** The value of a field for a local date and time. */
export function fieldValue(at: Date): string {
  const two = (count: number): string => String(count).padStart(2, "0");
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
