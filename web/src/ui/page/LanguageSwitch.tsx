/** The languages, each by its own name, for people who cannot read the others. */
import type { ReactNode } from "react";
import { LANGUAGES, NAMES } from "../../i18n/catalogue";
import { useTexts } from "../../i18n/text";
import "./LanguageSwitch.css";

export function LanguageSwitch(): ReactNode {
  const { t, language, choose } = useTexts();
  return (
    <div className="language" role="group" aria-label={t("home.language")}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          title={NAMES[code]}
          aria-label={`${code.toUpperCase()}, ${NAMES[code]}`}
          aria-pressed={code === language}
          onClick={() => choose(code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
