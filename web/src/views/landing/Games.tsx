/** The games of the house: what can be played, and what is still to come. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Animal } from "../../cards/Animal";
import { MoneyBack } from "../../cards/Backs";
import { Icon } from "../../cards/Icon";
import { useTexts } from "../../i18n/text";

export function Games(): ReactNode {
  const { t } = useTexts();
  return (
    <section className="games" aria-label={t("home.games.title")}>
      <article>
        <div className="game-art" aria-hidden="true">
          <Animal animal="cow" size="s" mute />
          <Animal animal="horse" size="s" mute />
          <MoneyBack size="s" mute />
        </div>
        <div>
          <h2>{t("home.games.classic.title")}</h2>
          <p>{t("home.games.classic.why")}</p>
          <span className="pill">
            <Icon name="hand" size={13} /> {t("home.games.players", { range: "3–5" })}
          </span>
          <Link className="game-rules" href="/rules">
            {t("home.games.rules")}
          </Link>
        </div>
      </article>
      <article className="game-later">
        <div className="game-art" aria-hidden="true">
          <Animal animal="pig" size="s" mute />
          <img className="game-rat" src="/art/rat.svg" alt="" />
          <img className="game-rosette" src="/art/rosette.svg" alt="" />
        </div>
        <div>
          <h2>{t("home.games.master.title")}</h2>
          <p>{t("home.games.master.why")}</p>
          <span className="pill">{t("home.games.later")}</span>
        </div>
      </article>
      <article className="game-later">
        <div className="game-art" aria-hidden="true">
          <img src="/art/pine.svg" alt="" />
          <img src="/art/cow.svg" alt="" />
          <img src="/art/hut.svg" alt="" />
        </div>
        <div>
          <h2>{t("home.games.kuhfstein.title")}</h2>
          <p>{t("home.games.kuhfstein.why")}</p>
          <span className="pill">{t("home.games.later")}</span>
        </div>
      </article>
    </section>
  );
}
