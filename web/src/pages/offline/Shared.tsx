/** Several people and one device: which game, who plays, and with how many bots. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { GAMES } from "../../games";
import { useTexts as useCommon } from "../../i18n/text";
import { botOf, editionFor, type Game } from "../../model/game/game";
import { usePreferences } from "../../model/table/preferences";
import { transport } from "../../net/http";
import { playerName } from "../../net/offline/policy";
import { useProblem } from "../../net/problem";
import { Shape } from "../../ui/Shape";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useTexts } from "./texts";
import "./Shared.css";

const PASSED = GAMES.filter((game) => game.passRules !== null);
const LONGEST = 24;

/** From the fewest to the most. */
const numbers = (fewest: number, most: number): readonly number[] => Array.from({ length: Math.max(0, most - fewest + 1) }, (_, at) => fewest + at);

/** How many can play, and how many of them can be people with one device. */
function sizes({ poster }: Game): readonly [fewest: number, most: number] {
  const [fewest = 2, most = fewest] = poster.players.split("–").map(Number);
  return [fewest, most];
}

/** What runs the table may start while somebody is still typing. */
const warmed = (): void => void transport().then(({ warm }) => warm());

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly among: readonly number[];
  readonly onChoose: (value: number) => void;
}

function NumberField({ label, value, among, onChoose }: NumberProps): ReactNode {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {among.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

export function Shared(): ReactNode {
  const { t } = useTexts();
  const { t: common, find, language } = useCommon();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const { busy, problem, run } = useAsyncAction();
  const [game, setGame] = useState(PASSED[0]);
  const [names, setNames] = useState<readonly string[]>(() => [playerName(), ""]);
  const [wanted, setBots] = useState(1);
  const level = usePreferences((state) => state.level);
  if (game === undefined) return null;
  const [fewest, most] = sizes(game);
  const people = Math.min(names.length, most);
  const playing = names.slice(0, people);
  const among = numbers(Math.max(0, fewest - people), most - people);
  const bots = Math.min(Math.max(wanted, among[0] ?? 0), among.at(-1) ?? 0);
  const called = (seat: number): string => find("seat.person", { number: seat + 1 }) ?? String(seat + 1);
  const open = async (): Promise<void> => {
    const wish = {
      edition: editionFor(game.poster, language),
      rules: game.passRules ?? {},
      seats: people + bots,
      bots: Array.from({ length: bots }, () => botOf(game.bots, level)),
    };
    const { openShared } = await transport();
    navigate(`/t/${await openShared(wish, playing.map((name, seat) => name.trim() || called(seat)))}`);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    run(open);
  };
  return (
    <section className="sheet-of-paper offline-part" aria-labelledby="offline-pass">
      <h2 id="offline-pass">{t("offline.pass.title")}</h2>
      <p>{t("offline.pass.lead")}</p>
      <form className="pass-form" onFocus={warmed} onSubmit={submit}>
        <div className="wraps">
          <label>
            {t("offline.pass.game")}
            <select value={game.name} onChange={(event) => setGame(PASSED.find(({ name }) => name === event.target.value))}>
              {PASSED.map(({ name }) => (
                <option key={name} value={name}>
                  {find(`home.games.${name}.title`)}
                </option>
              ))}
            </select>
          </label>
          <NumberField label={t("offline.pass.people")} value={people} among={numbers(2, most)} onChoose={(count) => setNames(numbers(0, count - 1).map((seat) => names[seat] ?? ""))} />
          <NumberField label={t("offline.pass.bots")} value={bots} among={among} onChoose={setBots} />
        </div>
        <ol className="pass-names">
          {playing.map((name, seat) => (
            <li key={seat}>
              <Shape seat={seat} />
              <input
                value={name}
                maxLength={LONGEST}
                placeholder={called(seat)}
                aria-label={t("offline.pass.name", { number: seat + 1 })}
                autoComplete="off"
                onChange={(event) => setNames(names.map((one, at) => (at === seat ? event.target.value : one)))}
              />
            </li>
          ))}
        </ol>
        <button type="submit" className="btn btn--go" aria-busy={busy}>
          {t("offline.pass.start")}
        </button>
        <p className="notice" role="alert">
          {problem !== null && worded(problem)}
          {busy && common("home.landing.opening")}
        </p>
      </form>
    </section>
  );
}
