/**
 * Writes what a link to this site looks like where people pass it on: for each kind of page, game and language a title,
 * a line and a picture. The server puts it into its documents. It is made of words that the pages say themselves, and
 * knows of no table: nobody's name can be in it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

interface Texts {
  readonly [key: string]: string | Texts;
}

interface Preview {
  readonly title: string;
  readonly text: string;
  readonly picture: string;
  readonly locale: string;
}

const LOCALES = { en: "en_GB", de: "de_DE", ru: "ru_RU", nl: "nl_NL" } as const;

function read(file: string): Texts {
  return JSON.parse(readFileSync(file, "utf8")) as Texts;
}

function said(texts: Texts, key: string): string {
  const found = key.split(".").reduce<string | Texts | undefined>((at, part) => (typeof at === "object" ? at[part] : undefined), texts);
  if (typeof found !== "string") throw new Error(`there is no text ${key}`);
  return found;
}

/** List the previews of a language by "kind/game"; a link that names no game has none there. */
function inLanguage(sources: string, language: keyof typeof LOCALES): readonly [string, Preview][] {
  const [home, replay, own] = ["home", "replay", "preview"].map((name) => read(join(sources, `i18n/${name}.${language}.json`))) as [Texts, Texts, Texts];
  const lead = said(home, "home.landing.lead");
  const made = (name: string, title: string, text: string): Preview => ({ title, text, picture: `/preview/${name}.${language}.png`, locale: LOCALES[language] });
  const games = readdirSync(join(sources, "games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    ["site/", made("kuhstall", `${said(home, "home.title")}: ${said(home, "home.landing.head")}`, lead)],
    ["invitation/", made("kuhstall", said(home, "home.room.invited"), lead)],
    ["replay/", made("kuhstall", said(replay, "replay.title"), lead)],
    ...games.flatMap(({ name }): [string, Preview][] => {
      const base = read(join(sources, `games/${name}/base.${language}.json`));
      const game = said(base, `home.games.${name}.title`);
      const text = `${said(base, `home.games.${name}.why`)}. ${said(own, "preview.how")}`;
      return [
        [`invitation/${name}`, made(name, said(home, "home.room.share_text").replace("{{game}}", game), text)],
        [`replay/${name}`, made(name, `${game}: ${said(replay, "replay.title")}`, text)],
      ];
    }),
  ];
}

export function previewsOf(sources: string): Readonly<Record<string, Preview>> {
  const languages = Object.keys(LOCALES) as (keyof typeof LOCALES)[];
  return Object.fromEntries(languages.flatMap((language) => inLanguage(sources, language).map(([key, preview]) => [`${key}/${language}`, preview])));
}

export function previewed(): Plugin {
  let [out, sources] = ["", ""];
  return {
    name: "previewed",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
      sources = resolve(config.root, "src");
    },
    writeBundle() {
      writeFileSync(join(out, "previews.json"), JSON.stringify(previewsOf(sources)));
    },
  };
}
