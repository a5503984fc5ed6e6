/** The finished games of a group: each with its winner, its details, and what can be done about a score sheet. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { gameNamed } from "../../../games";
import { dayOf } from "../../../i18n/day";
import { call } from "../../../net/http";
import type { GamePlayer, GroupGame, GroupMember, GroupResults, SheetRight } from "../../../protocol/types";
import { spoken } from "../../../model/table/names";
import { Dialog } from "../../../ui/Dialog";
import { useAsyncAction } from "../../../ui/useAsyncAction";
import { EnterSheet } from "./EnterSheet";
import { useProblem, useTexts } from "./texts";
import type { Results } from "./useResults";
import "./LastGames.css";
import "./Season.css";

interface Props {
  readonly code: string;
  readonly members: readonly GroupMember[];
  readonly results: Results;
}

export function LastGames({ code, members, results: { games, more, change, goOn } }: Props): ReactNode {
  const { t } = useTexts();
  const [entering, setEntering] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = games.find(({ game }) => game === chosen);
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-games">
      <div className="line wraps group-top">
        <h2 id="group-games">{t("results.last")}</h2>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setEntering(true)}>
          {t("results.enter")}
        </button>
      </div>
      {games.length === 0 && <p>{t("results.no_games")}</p>}
      <ul className="group-tables">
        {games.map((one) => (
          <Played key={one.game} played={one} onChoose={() => setChosen(one.game)} />
        ))}
      </ul>
      {more && (
        <button type="button" className="btn" onClick={goOn}>
          {t("results.more")}
        </button>
      )}
      {entering && <EnterSheet code={code} members={members} onChange={change} onClose={() => setEntering(false)} />}
      {found !== undefined && <Details code={code} played={found} onChange={change} onClose={() => setChosen(null)} />}
    </section>
  );
}

function useNaming(): (player: GamePlayer) => string {
  const { t, find } = useTexts();
  return ({ name }) => (name === "" ? t("results.somebody") : spoken(name, find));
}

/** What is said of a game: which, when, and on paper or not. */
function useHeading({ family, at }: GroupGame): readonly [game: string, day: string] {
  const { find, language } = useTexts();
  return [find(`home.games.${family}.title`) ?? family, dayOf(at * 1000, Date.now(), language)];
}

function Played({ played, onChoose }: { readonly played: GroupGame; readonly onChoose: () => void }): ReactNode {
  const { t, find, language } = useTexts();
  const named = useNaming();
  const [game, day] = useHeading(played);
  const best = played.players.filter(({ place }) => place === 1);
  const points = best[0]?.points ?? null;
  const winners = best.length === 0 ? t("results.somebody") : new Intl.ListFormat(language).format(best.map(named));
  const source = played.entered === "" ? t("results.paper") : t("results.paper_by", { name: spoken(played.entered, find) });
  return (
    <li className="group-table group-game">
      <img src={gameNamed(played.family)?.poster.icon ?? "/art/cow-face.svg"} alt="" width="40" height="40" />
      <div>
        <b>
          <img src="/art/trophy.svg" alt="" width="16" height="16" /> {winners} {points !== null && new Intl.NumberFormat(language).format(points)}
        </b>
        <small>
          {day} · {game} · {t("results.players", { count: played.seats })}
          {played.paper && ` · ${source}`}
        </small>
        {!played.counted && <span className="pill">{t("results.disputed")}</span>}
      </div>
      <button type="button" className="btn" aria-haspopup="dialog" aria-label={t("results.details_of", { game, day })} onClick={onChoose}>
        {t("results.details")}
      </button>
    </li>
  );
}

interface DetailsProps {
  readonly code: string;
  readonly played: GroupGame;
  readonly onChange: (results: GroupResults) => void;
  readonly onClose: () => void;
}

const CALLS = {
  dispute: "POST /api/groups/{code}/sheets/dispute",
  settle: "POST /api/groups/{code}/sheets/settle",
  remove: "POST /api/groups/{code}/sheets/remove",
} as const satisfies Record<SheetRight, string>;

function Details({ code, played, onChange, onClose }: DetailsProps): ReactNode {
  const { t, find, language } = useTexts();
  const worded = useProblem();
  const named = useNaming();
  const [game, day] = useHeading(played);
  const { busy, problem, run } = useAsyncAction();
  const number = new Intl.NumberFormat(language);
  const act = (right: SheetRight): void =>
    run(async () => {
      onChange(await call(CALLS[right], { game: played.game }, { code }));
      onClose();
    });
  return (
    <Dialog title={`${game}, ${day}`} onClose={onClose}>
      <table className="group-standings">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("results.place")}</span>
            </th>
            <th scope="col" className="group-name">
              {t("results.name")}
            </th>
            <th scope="col">{t("results.points")}</th>
          </tr>
        </thead>
        <tbody>
          {played.players.map((player, index) => (
            <tr key={index}>
              <td>{player.place}</td>
              <th scope="row" dir="auto">
                {named(player)}
                {player.bot && ` (${t("results.bot")})`}
              </th>
              <td>{player.points === null ? "–" : number.format(player.points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {played.paper && played.entered !== "" && <p>{t("results.paper_by", { name: spoken(played.entered, find) })}</p>}
      {!played.counted && <p>{played.disputed === "" ? t("results.disputed_once") : t("results.disputed_by", { name: spoken(played.disputed, find) })}</p>}
      {played.rights.includes("dispute") && <p>{t("results.dispute_why")}</p>}
      <div className="wraps">
        {!played.paper && (
          <Link className="btn" href={`/t/${played.game}/replay`}>
            {t("results.watch")}
          </Link>
        )}
        {played.rights.map((right) => (
          <button key={right} type="button" className="btn" aria-busy={busy} onClick={() => act(right)}>
            {t(`results.${right}`)}
          </button>
        ))}
      </div>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </Dialog>
  );
}
