/** The group that was made a moment ago in this tab: its page shows the link first. */
let made: string | null = null;

export function noteMade(code: string): void {
  made = code;
}

export function isJustMade(code: string): boolean {
  return made === code;
}
