/** A score sheet for people at a real table: what each owns is tapped, and the points are there. */
import { type CSSProperties, type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";
import { seatColour, Shape } from "../../../ui/Shape";
import { ANIMALS, VALUE } from "../../kuhhandel/values";
import { useTexts } from "../texts";
import type { Animal, SeatScore } from "../../../protocol/types";
import { Page } from "../../../ui/page/Page";
import { BLANK, columns, type Game, GAMES, given, hasPair, isBlank, keepPaper, keptPaper, type Paper, PLAYERS, resized, settled } from "./sheet";
import { type PaperTexts, usePaperTexts } from "./texts";
import "./PaperPage.css";

interface Part {
  readonly paper: Paper;
  readonly names: readonly string[];
  readonly texts: PaperTexts;
  readonly change: (change: Partial<Paper>) => void;
}

interface OwnedProps {
  readonly what: string;
  readonly names: readonly string[];
  readonly owner: number | null | undefined;
  readonly texts: PaperTexts;
  readonly onTap: (player: number) => void;
  /** Whether it can be somebody's at all. */
  readonly may?: (player: number) => boolean;
  readonly children: ReactNode;
}

/** A row of places to tap: whose it is. */
function Owned({ what, names, owner, texts, onTap, may, children }: OwnedProps): ReactNode {
  return (
    <tr>
      <th scope="row">{children}</th>
      {names.map((name, player) => (
        <td key={player}>
          <button
            type="button"
            className="paper-tap"
            style={{ "--pc": seatColour(player) } as CSSProperties}
            aria-pressed={owner === player}
            disabled={may?.(player) === false}
            aria-label={texts("owns", { what, player: name })}
            onClick={() => onTap(player)}
          >
            {owner === player && <Icon name="check" size={20} />}
          </button>
        </td>
      ))}
    </tr>
  );
}

function Kinds({ paper, names, texts, change, field }: Part & { readonly field: "quartets" | "pedigrees" }): ReactNode {
  const { t } = useTexts();
  return (
    <tbody>
      <tr>
        <th className="paper-part" scope="rowgroup" colSpan={names.length + 1}>
          {texts(field)}
        </th>
      </tr>
      {ANIMALS.map((animal) => {
        const name = t(`animal.${animal}`);
        const what = field === "quartets" ? name : texts("pedigree", { animal: name });
        const tap = (player: number): void => change({ [field]: given(paper[field], animal, player) });
        return (
          <Owned key={animal} what={what} names={names} owner={paper[field][animal]} texts={texts} onTap={tap}>
            <img src={`/art/${animal}.svg`} alt="" /> <span>{name}</span> <small>{field === "quartets" ? VALUE[animal] : "+250"}</small>
          </Owned>
        );
      })}
    </tbody>
  );
}

const entered = (text: string): number | null => (text === "" ? null : Math.max(0, Number(text)));

/** What is there once: the dove, or the rats and what they cover, and the money. */
function Rest({ paper, names, texts, change }: Part): ReactNode {
  const { t } = useTexts();
  const { game, rats } = paper;
  if (game === "classic") return null;
  if (game === "first") {
    return (
      <tbody>
        <Owned
          what={texts("dove")}
          names={names}
          owner={paper.dove}
          texts={texts}
          may={(player) => hasPair(paper, player)}
          onTap={(player) => change({ dove: paper.dove === player ? null : player })}
        >
          {texts("dove")} <small>500</small>
        </Owned>
        <tr>
          <td className="paper-why" colSpan={names.length + 1}>
            {texts("dove_why")}
          </td>
        </tr>
      </tbody>
    );
  }
  const quartets = rats === null ? [] : ANIMALS.filter((animal) => paper.quartets[animal] === rats);
  return (
    <tbody>
      <Owned what={texts("rats")} names={names} owner={rats} texts={texts} onTap={(player) => change({ rats: rats === player ? null : player, covered: null })}>
        <img src="/art/rat.svg" alt="" /> {texts("rats")}
      </Owned>
      {quartets.length > 0 && (
        <tr>
          <th scope="row">{texts("covered")}</th>
          <td colSpan={names.length}>
            <select aria-label={texts("covered")} value={paper.covered ?? ""} onChange={(event) => change({ covered: (event.target.value || null) as Animal | null })}>
              <option value="">{texts("best")}</option>
              {quartets.map((animal) => (
                <option key={animal} value={animal}>
                  {t(`animal.${animal}`)}
                </option>
              ))}
            </select>
          </td>
        </tr>
      )}
      {paper.counts && (
        <tr>
          <th scope="row">{texts("money")}</th>
          {names.map((name, player) => (
            <td key={player}>
              <input
                className="paper-money"
                type="number"
                inputMode="numeric"
                min={0}
                step={10}
                aria-label={texts("owns", { what: texts("money"), player: name })}
                value={paper.money[player] ?? ""}
                onChange={(event) => change({ money: names.map((_, at) => (at === player ? entered(event.target.value) : (paper.money[at] ?? null))) })}
              />
            </td>
          ))}
        </tr>
      )}
    </tbody>
  );
}

function Points({ paper, texts }: Pick<Part, "paper" | "texts">): ReactNode {
  const { t, language } = useTexts();
  const number = new Intl.NumberFormat(language);
  const scores = columns(paper);
  const shown = (points: number, player: number): string => (isBlank(paper, player) ? "" : number.format(points));
  const best = Math.max(...scores.map(({ total }) => total));
  const master = paper.game === "master";
  const first = (score: SeatScore): number => score.animals + (score.matching ?? 0);
  const valueOf = (score: SeatScore, row: keyof typeof rows): number => {
    if (row === "first") return first(score);
    return row === "second" ? first(score) * score.factor : (score[row] ?? 0);
  };
  const rows = {
    animals: true,
    matching: master,
    first: master,
    factor: paper.game !== "first",
    second: master,
    others: master,
    dove: paper.game === "first",
    money: master && paper.counts,
  } as const;
  return (
    <tfoot>
      {(Object.keys(rows) as (keyof typeof rows)[])
        .filter((row) => rows[row])
        .map((row) => (
          <tr key={row}>
            <th scope="row">{texts(`rows.${row}`)}</th>
            {scores.map((score, player) => (
              <td key={player}>
                {shown(valueOf(score, row), player)}
                {row === "animals" && score.covered != null && <small> ✕ {t(`animal.${score.covered}`)}</small>}
              </td>
            ))}
          </tr>
        ))}
      <tr className="paper-total">
        <th scope="row">{texts("rows.total")}</th>
        {scores.map(({ total }, player) => (
          <td key={player} data-best={best > 0 && total === best}>
            {shown(total, player)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function Choosing({ paper, texts, change, onResize }: Omit<Part, "names"> & { readonly onResize: (players: number) => void }): ReactNode {
  const [fewest, most] = PLAYERS[paper.game];
  const players = Array.from({ length: most - fewest + 1 }, (_, place) => fewest + place);
  return (
    <div className="wraps paper-choose">
      <label>
        {texts("game")}
        <select value={paper.game} onChange={(event) => change({ game: event.target.value as Game })}>
          {GAMES.map((game) => (
            <option key={game} value={game}>
              {texts(`games.${game}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts("players")}
        <select value={paper.names.length} onChange={(event) => onResize(Number(event.target.value))}>
          {players.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      {paper.game === "master" && (
        <label className="paper-switch">
          <input type="checkbox" checked={paper.counts} onChange={(event) => change({ counts: event.target.checked })} />
          {texts("counts")}
        </label>
      )}
    </div>
  );
}

export default function PaperPage(): ReactNode {
  const texts = usePaperTexts();
  const [paper, setPaper] = useState(keptPaper);
  const put = (next: Paper): void => {
    const paper = settled(next);
    keepPaper(paper);
    setPaper(paper);
  };
  if (texts === null) return null;
  const change = (one: Partial<Paper>): void => put({ ...paper, ...one });
  const names = paper.names.map((name, player) => name || texts("player", { number: player + 1 }));
  const part = { paper, names, texts, change };
  return (
    <Page title={texts("title")} back>
      <main className="sheet-of-paper paper">
        <h1>{texts("title")}</h1>
        <p className="paper-why">{texts("why")}</p>
        <Choosing paper={paper} texts={texts} change={change} onResize={(players) => put(resized(paper, players))} />
        {/* Six columns may be more than a phone has room for: the sheet scrolls, also by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="paper-sheet" role="region" aria-label={texts("title")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {paper.names.map((name, player) => (
                  <th key={player} scope="col" style={{ "--pc": seatColour(player) } as CSSProperties}>
                    <Shape seat={player} />
                    <input
                      value={name}
                      maxLength={20}
                      placeholder={texts("player", { number: player + 1 })}
                      aria-label={texts("name", { number: player + 1 })}
                      onChange={(event) => change({ names: paper.names.map((one, at) => (at === player ? event.target.value : one)) })}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <Kinds {...part} field="quartets" />
            {paper.game === "master" && <Kinds {...part} field="pedigrees" />}
            <Rest {...part} />
            <Points paper={paper} texts={texts} />
          </table>
        </div>
        <footer className="paper-foot">
          <button type="button" className="btn" onClick={() => put({ ...BLANK, game: paper.game, names: paper.names, counts: paper.counts })}>
            {texts("blank")}
          </button>
          <button type="button" className="btn btn--go" onClick={() => print()}>
            {texts("print")}
          </button>
        </footer>
      </main>
    </Page>
  );
}
