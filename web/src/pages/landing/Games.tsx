/** All games, each with its picture, its rules and a button to play it. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { GAMES } from "../../games";
import { editionFor, type Game } from "../../model/game/game";
import { useTexts } from "../../i18n/text";
import { Icon } from "../../ui/Icon";
import "./Games.css";

interface Props {
  readonly busy: Game | "friends" | "people" | null;
  /** Whether the server cannot be reached. */
  readonly down: boolean;
  /** Play a game against bots. */
  readonly onPlay: (game: Game) => void;
  /** Begin its tutorial. */
  readonly onLearn: (game: Game) => void;
}

export function Games(props: Props): ReactNode {
  const { t, find } = useTexts();
  return (
    <section className="games-part" aria-label={t("home.games.title")}>
      <div className="games">
        {GAMES.map((game) => (
          <GameCard key={game.name} game={game} {...props} />
        ))}
      </div>
      {GAMES.flatMap((game) => game.pages ?? []).map(({ path, label }) => (
        <Link key={path} className="game-rules game-paper" href={path}>
          <Icon name="log" size={18} /> {find(label)}
        </Link>
      ))}
    </section>
  );
}

function GameCard({ game, ...props }: Props & { readonly game: Game }): ReactNode {
  const { t, find, language } = useTexts();
  const { Art, players } = game.poster;
  const edition = editionFor(game.poster, language);
  const first = game === GAMES[0];
  return (
    <article className="sheet-of-paper">
      <div className="game-art" aria-hidden="true">
        <Art />
      </div>
      <div className="game-text">
        <h2>{find(`home.games.${game.name}.title`)}</h2>
        <p>{find(`home.games.${game.name}.why`)}</p>
        <span className="pill">
          <Icon name="hand" size={13} /> {t("home.games.players", { range: players, count: Number(players.at(-1)) })}
        </span>
        <div className="line game-acts">
          <Play game={game} {...props} />
          {game.tutorial !== undefined && <Learn game={game} {...props} />}
        </div>
      </div>
      <Link className="game-rules" href={first && edition === game.poster.edition ? "/rules" : `/rules/${edition}`}>
        {t("home.games.rules")}
      </Link>
    </article>
  );
}

function Learn({ game, down, onLearn }: Props & { readonly game: Game }): ReactNode {
  const { t, find } = useTexts();
  return (
    <button type="button" className="game-learn" disabled={down} onClick={() => onLearn(game)}>
      {t("home.learn.begin")} <span className="visually-hidden">{find(`home.games.${game.name}.title`)}</span>
    </button>
  );
}

function Play({ game, busy, down, onPlay }: Props & { readonly game: Game }): ReactNode {
  const { t, find } = useTexts();
  return (
    <button
      type="button"
      className="btn game-play"
      aria-busy={busy === game}
      aria-label={`${t("home.games.play_bots")} ${find(`home.games.${game.name}.title`)}`}
      disabled={down}
      onClick={() => onPlay(game)}
    >
      <Icon name="play" size={18} /> {t("home.games.play")}
    </button>
  );
}
