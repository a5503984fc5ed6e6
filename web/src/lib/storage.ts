/** What this device remembers; where it may not, what this page does. */
const page = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? page.get(name) ?? null;
  } catch {
    return page.get(name) ?? null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Full, or forbidden.
    page.set(name, value);
  }
}

export function forget(name: string): void {
  page.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}
