/** Tell whether a name was given by us, not chosen. */
export function isDefaultName(name: string): boolean {
  return /^(Guest|Gast|Гость) \d+$/.test(name);
}
