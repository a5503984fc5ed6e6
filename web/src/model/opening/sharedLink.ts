/**
 * A link to be passed on. It says which game and language it is about, so that whatever shows a preview of it gets the
 * right one, and the server need not look for the table: /j/k7mwq3n?kuhhandel.de
 */
import type { Language } from "../../i18n/catalogue";

export function sharedLink(address: string, game: string | undefined, language: Language): string {
  if (game === undefined) return address;
  const [page = "", hash] = address.split("#");
  return `${page}?${game}.${language}${hash === undefined ? "" : `#${hash}`}`;
}
