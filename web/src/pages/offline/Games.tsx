/** The games that are kept on this device: to go on, to watch again, as a file, or to be deleted. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import { gameOfEdition } from "../../games";
import { dayOf } from "../../i18n/day";
import { download } from "../../lib/download";
import { exported, finished, type OwnGame, remove, running } from "../../net/offline/games";
import type { TablePoster } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useTexts } from "./texts";

/** A game in the list; what goes on has no end yet. */
type Game = Pick<OwnGame, "table" | "edition"> & Partial<Pick<OwnGame, "finished" | "tutorial">>;

interface Kept {
  readonly going: readonly TablePoster[];
  readonly over: readonly OwnGame[];
}

/** Null: they are being looked for. */
function useGames(): readonly [Kept | null, () => void] {
  const [kept, setKept] = useState<Kept | null>(null);
  const read = useCallback(() => {
    void Promise.all([running(), finished()]).then(([going, over]) => setKept({ going, over }));
  }, []);
  useEffect(read, [read]);
  return [kept, read];
}

export function Games(): ReactNode {
  const { t } = useTexts();
  const [kept, read] = useGames();
  if (kept === null) return null;
  const { going, over } = kept;
  return (
    <section className="sheet-of-paper offline-part" aria-labelledby="offline-games">
      <h2 id="offline-games">{t("offline.games.title")}</h2>
      {going.length > 0 && <List title={t("offline.games.running")} games={going} onGone={read} />}
      {over.length > 0 && <List title={t("offline.games.finished")} games={over} onGone={read} />}
      <p className="offline-why">{t(going.length + over.length === 0 ? "offline.games.none" : "offline.games.kept")}</p>
    </section>
  );
}

interface ListProps {
  readonly title: string;
  readonly games: readonly Game[];
  readonly onGone: () => void;
}

function List({ title, games, onGone }: ListProps): ReactNode {
  return (
    <>
      <h3>{title}</h3>
      <ul className="offline-list">
        {games.map((game) => (
          <Row key={game.table} game={game} onGone={onGone} />
        ))}
      </ul>
    </>
  );
}

function Row({ game: { table, edition, finished: at, tutorial = false }, onGone }: { readonly game: Game; readonly onGone: () => void }): ReactNode {
  const { t, find, language } = useTexts();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useAsyncAction();
  const title = find(`edition.${edition}.title`) ?? edition;
  const over = at !== undefined;
  const day = over ? dayOf(at * 1000, Date.now(), language) : "";
  const name = [title, day].filter(Boolean).join(", ");
  const save = async (): Promise<void> => download(await exported(table), `kuhstall-${table}.json`);
  return (
    <li>
      <img src={gameOfEdition({ key: edition })?.poster.icon ?? "/art/cow-face.svg"} alt="" width="36" height="36" />
      <span className="offline-game">
        <b>{title}</b>
        <small>
          {[day, tutorial ? t("offline.games.tutorial") : ""].filter(Boolean).join(" · ")}
        </small>
      </span>
      <span className="wraps">
        <Link className={over ? "btn" : "btn btn--go"} href={over ? `/t/${table}/replay` : `/t/${table}`}>
          <Icon name="play" size={18} /> {t(over ? "offline.games.watch" : "offline.games.go_on")}
        </Link>
        {over && (
          <button type="button" className="btn" aria-label={t("offline.games.save_of", { game: name })} aria-busy={busy} onClick={() => run(save)}>
            {t("offline.games.save")}
          </button>
        )}
        <button type="button" className="btn btn--away" aria-haspopup="dialog" aria-label={t("offline.games.delete_of", { game: name })} onClick={() => setAsking(true)}>
          {t("offline.games.delete")}
        </button>
      </span>
      <p className="notice" role="alert">
        {problem !== null && t("offline.games.save_failed")}
      </p>
      {asking && <Deleting table={table} name={name} onClose={() => setAsking(false)} onGone={onGone} />}
    </li>
  );
}

interface DeletingProps {
  readonly table: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

function Deleting({ table, name, onClose, onGone }: DeletingProps): ReactNode {
  const { t } = useTexts();
  const { busy, problem, run } = useAsyncAction();
  const forget = async (): Promise<void> => {
    await remove(table);
    onClose();
    onGone();
  };
  return (
    <Dialog title={t("offline.games.sure")} onClose={onClose}>
      <p>{t("offline.games.gone", { game: name })}</p>
      <p className="notice" role="alert">
        {problem !== null && t("offline.games.delete_failed")}
      </p>
      <footer className="wraps dialog-row">
        <button type="button" className="btn btn--away" aria-busy={busy} onClick={() => run(forget)}>
          {t("offline.games.yes")}
        </button>
        <button type="button" className="btn btn--go" onClick={onClose}>
          {t("offline.games.no")}
        </button>
      </footer>
    </Dialog>
  );
}
