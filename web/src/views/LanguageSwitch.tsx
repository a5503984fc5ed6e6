/** German, English or Russian; each by its own name, for people who cannot read the others. */
import type { ReactNode } from "react";
import type { Language } from "../i18n/catalogue";
import { useTexts } from "../i18n/text";
import "./LanguageSwitch.css";

const NAMES: readonly (readonly [Language, string])[] = [
  ["de", "Deutsch"],
  ["en", "English"],
  ["ru", "Русский"],
];

export function LanguageSwitch(): ReactNode {
  const { t, language, choose } = useTexts();
  return (
    <div className="language" role="group" aria-label={t("home.language")}>
      {NAMES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          title={name}
          aria-label={`${code.toUpperCase()}, ${name}`}
          aria-pressed={code === language}
          onClick={() => choose(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
