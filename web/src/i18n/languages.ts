/** The languages, by what each calls itself. A new one comes here and into catalogue.py of the server, its texts beside those of the others. */
export const NAMES = { en: "English", de: "Deutsch", ru: "Русский", nl: "Nederlands" } as const;
export type Language = keyof typeof NAMES;
export const LANGUAGES = Object.keys(NAMES) as readonly Language[];
