/** Hours of the day here, which the server counts as minutes of its own day. */
const DAY = 24 * 60;

export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** A minute of the day as the server counts it, and back. */
export function minuteOf(hour: number, offset = new Date().getTimezoneOffset()): number {
  return (((hour * 60 + offset) % DAY) + DAY) % DAY;
}

export function hourOf(minute: number, offset = new Date().getTimezoneOffset()): number {
  return Math.round(((((minute - offset) % DAY) + DAY) % DAY) / 60) % 24;
}
