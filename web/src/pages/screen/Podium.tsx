/** The end of a game on the big screen: the podium, and what each player has. */
import type { CSSProperties, ReactNode } from "react";
import { useGame } from "../../model/game/context";
import { useLoaded } from "../../model/game/useLoaded";
import { ranked, type Score } from "../../model/score/score";
import { useNames } from "../../model/table/names";
import { useGameName } from "../../model/table/naming";
import { TextedAfter, TextedWith } from "../../i18n/text";
import { seatColour } from "../../ui/Shape";
import { Face, Name } from "../../widgets/screen/Seated";
import { ScreenFrame } from "./ScreenFrame";
import { useTexts } from "./texts";
import { useStatusText } from "./useStatusText";
import "./Podium.css";

/** How many players stand on the podium. */
const STEPS = 3;

export function Podium(): ReactNode {
  const game = useGame();
  const after = useLoaded(game?.after);
  if (game === null || after === null) return null;
  return (
    <TextedAfter>
      <TextedWith files={game.texts}>
        <after.Score>{(score) => <Ended score={score} />}</after.Score>
      </TextedWith>
    </TextedAfter>
  );
}

interface PlaceProps {
  readonly score: Score;
  readonly seat: number;
  readonly rank: number;
}

function Place({ score, seat, rank }: PlaceProps): ReactNode {
  const { t, language } = useTexts();
  const total = score.result.scores[seat]?.total ?? 0;
  const gains = score.gains[seat] ?? [];
  return (
    <li data-seat={seat} style={{ "--pc": seatColour(seat) } as CSSProperties}>
      {rank === 1 && <img className="tv-cup" src="/art/trophy.svg" alt="" />}
      <Face seat={seat} />
      <Name seat={seat} />
      <span className="tv-gains">
        {gains.map((image, place) => (
          <img key={place} src={image} alt="" />
        ))}
      </span>
      <div className="tv-step">
        <i data-first={rank === 1}>
          <span className="visually-hidden">{t("screen.end.place", { rank })}</span>
          <span aria-hidden="true">{rank}</span>
        </i>
        <strong>{new Intl.NumberFormat(language).format(total)}</strong>
      </div>
    </li>
  );
}

function Ended({ score }: { readonly score: Score }): ReactNode {
  const { t, language } = useTexts();
  const names = useNames();
  const { result } = score;
  const order = ranked(result);
  const first = order.slice(0, STEPS);
  const others = order.slice(STEPS);
  const winners = new Intl.ListFormat(language).format(result.winners.map((seat) => names[seat] ?? ""));
  const points = Math.max(...result.winners.map((seat) => result.scores[seat]?.total ?? 0));
  const won = t("home.score.wins", { count: result.winners.length, names: winners });
  return (
    <ScreenFrame
      playing
      title={t("home.score.title")}
      aside={<b className="tv-edition">{useGameName()}</b>}
      news={`${won} ${t("home.score.points", { count: points, points: new Intl.NumberFormat(language).format(points) })}`}
      more={t("screen.end.again")}
      halted={useStatusText()}
    >
      <div className="tv-end">
        <ol className="tv-podium">
          {first.map((place) => (
            <Place key={place.seat} score={score} {...place} />
          ))}
        </ol>
        {others.length > 0 && (
          <ol className="tv-others" start={STEPS + 1}>
            {others.map((place) => (
              <Place key={place.seat} score={score} {...place} />
            ))}
          </ol>
        )}
      </div>
    </ScreenFrame>
  );
}
