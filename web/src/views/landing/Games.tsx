/** The games of the house. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Animal } from "../../cards/Animal";
import { MoneyBack } from "../../cards/Backs";
import { Icon } from "../../cards/Icon";
import { useTexts } from "../../i18n/text";

type Game = "master" | "kuhfstein";

interface Props {
  readonly busy: string | null;
  readonly down: boolean;
  /** Play a game against bots. */
  readonly onPlay: (game: Game) => void;
}

export function Games({ busy, down, onPlay }: Props): ReactNode {
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
      <article>
        <div className="game-art" aria-hidden="true">
          <Animal animal="pig" size="s" mute />
          <img className="game-rat" src="/art/rat.svg" alt="" />
          <img className="game-rosette" src="/art/rosette.svg" alt="" />
        </div>
        <div>
          <h2>{t("home.games.master.title")}</h2>
          <p>{t("home.games.master.why")}</p>
          <span className="pill">
            <Icon name="hand" size={13} /> {t("home.games.players", { range: "2–6" })}
          </span>
          <Link className="game-rules" href="/rules/master">
            {t("home.games.rules")}
          </Link>
          <Play game="master" busy={busy} down={down} onPlay={onPlay} />
        </div>
      </article>
      <article>
        <div className="game-art" aria-hidden="true">
          <img src="/art/pine.svg" alt="" />
          <img src="/art/cow.svg" alt="" />
          <img src="/art/hut.svg" alt="" />
        </div>
        <div>
          <h2>{t("home.games.kuhfstein.title")}</h2>
          <p>{t("home.games.kuhfstein.why")}</p>
          <span className="pill">
            <Icon name="hand" size={13} /> {t("home.games.players", { range: "2–4" })}
          </span>
          <Link className="game-rules" href="/rules/kuhfstein">
            {t("home.games.rules")}
          </Link>
          <Play game="kuhfstein" busy={busy} down={down} onPlay={onPlay} />
        </div>
      </article>
      <Link className="game-rules game-paper" href="/score">
        <Icon name="log" size={18} /> {t("home.games.paper")}
      </Link>
    </section>
  );
}

function Play({ game, busy, down, onPlay }: Props & { readonly game: Game }): ReactNode {
  const { t } = useTexts();
  return (
    <button type="button" className="btn game-play" aria-busy={busy === game} disabled={down} onClick={() => onPlay(game)}>
      {t("home.games.play_bots")} <span className="sr">{t(`home.games.${game}.title`)}</span>
    </button>
  );
}
