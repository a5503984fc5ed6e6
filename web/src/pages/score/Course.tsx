/** How the points of a game came together, and what it counts beside them: plots, and the same as a table. */
import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { seatColour, SHAPES, Shape } from "../../ui/Shape";
import { useGame } from "../../model/game/context";
import type { CourseWords } from "../../model/game/game";
import { useTexts } from "../../i18n/text";
import { call } from "../../net/http";
import type { Course as Answer, Mark, Stop } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { useNames } from "../../model/table/names";
import { across, type Frame, highest, line, MARGIN, milestones, ticks, up, valuesOf } from "../../model/score/plot";
import "./Course.css";

const DASHES = ["", "9 4", "2 4", "10 4 2 4", "5 3", "14 3"];
const SMALLEST = 280;

/** Null: on its way. Undefined: it cannot be had. */
function useCourse(): Answer | null | undefined {
  const table = useTable((state) => state.table);
  const [course, setCourse] = useState<Answer | null | undefined>(null);
  useEffect(() => {
    let wanted = true;
    call("GET /api/tables/{table}/course", null, { table }).then(
      (answer) => wanted && setCourse(answer),
      () => wanted && setCourse(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [table]);
  return course;
}

interface PlotProps {
  readonly of: CourseWords["measures"][number];
  /** The mark that goes through the plot as an upright. */
  readonly upright: Mark | undefined;
  readonly course: Answer;
  readonly seats: number;
  readonly width: number;
}

function Plot({ of: { measure, title, why }, upright, course, seats, width }: PlotProps): ReactNode {
  const { find, language } = useTexts();
  const images = useGame()?.markImages;
  const id = useId();
  const { steps, stops } = course;
  const values = ticks(highest(stops, measure));
  const frame: Frame = { width, height: width < 500 ? 190 : 220, steps, top: values.at(-1) ?? 1 };
  const number = new Intl.NumberFormat(language);
  const uprights = stops.filter((stop) => upright !== undefined && stop.marks.includes(upright));
  const image = upright === undefined ? undefined : images?.[upright];
  const last = stops.at(-1);
  return (
    <figure>
      <figcaption id={`${id}t`}>{find(title)}</figcaption>
      <svg viewBox={`0 0 ${width} ${frame.height}`} width={width} height={frame.height} role="img" aria-labelledby={`${id}t`} aria-describedby={`${id}d`}>
        <desc id={`${id}d`}>{find(why)}</desc>
        {values.map((value) => (
          <g key={value}>
            <path className="grid" d={`M${MARGIN.left} ${up(frame, value)}H${width - MARGIN.right}`} />
            <text x={MARGIN.left - 6} y={up(frame, value) + 4} textAnchor="end">
              {number.format(value)}
            </text>
          </g>
        ))}
        {uprights.map((stop) => (
          <g key={stop.step}>
            <path className="donkey" d={`M${across(frame, stop.step)} ${MARGIN.top}V${frame.height - MARGIN.bottom}`} />
            <image href={image} x={across(frame, stop.step) - 9} y={MARGIN.top - 24} width="18" height="22" />
          </g>
        ))}
        {Array.from({ length: seats }, (_, seat) => (
          <path key={seat} className="plot-line" d={line(frame, stops, measure, seat)} stroke={seatColour(seat)} strokeDasharray={DASHES[seat % DASHES.length]} />
        ))}
        {Array.from({ length: seats }, (_, seat) =>
          [...uprights, ...(last === undefined ? [] : [{ ...last, step: steps }])].map((stop) => (
            <Sign key={`${seat}/${stop.step}`} seat={seat} x={across(frame, stop.step)} y={up(frame, valuesOf(stop, measure)[seat] ?? 0)} />
          )),
        )}
      </svg>
    </figure>
  );
}

function Sign({ seat, x, y }: { readonly seat: number; readonly x: number; readonly y: number }): ReactNode {
  return (
    <g className="sign" transform={`translate(${x - 6} ${y - 6}) scale(.75)`} fill={seatColour(seat)}>
      {SHAPES[seat % SHAPES.length]?.()}
    </g>
  );
}

interface WhenProps {
  readonly stop: Stop;
  readonly place: number;
  readonly stops: readonly Stop[];
  readonly words: CourseWords;
}

function When({ stop, place, stops, words }: WhenProps): ReactNode {
  const { t, find } = useTexts();
  if (place === 0) return t("replay.course.deal");
  if (place === stops.length - 1) return t("replay.course.end");
  const told = words.milestones.find(({ mark }) => stop.marks.includes(mark));
  if (told === undefined) return null;
  const number = stops.slice(0, place + 1).filter((one) => one.marks.includes(told.mark)).length;
  return find(told.title, { number, step: stop.step });
}

interface TableProps {
  readonly stops: readonly Stop[];
  readonly seats: number;
  readonly words: CourseWords;
}

function AsTable({ stops, seats, words }: TableProps): ReactNode {
  const { t, find, language } = useTexts();
  const names = useNames();
  const number = new Intl.NumberFormat(language);
  const told = milestones(
    stops,
    words.milestones.map(({ mark }) => mark),
  );
  return (
    <details>
      <summary>{t("replay.course.table")}</summary>
      {/* A table that is too wide for a phone scrolls, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else nobody without a mouse could scroll it */}
      <div className="course-table" tabIndex={0} role="region" aria-label={t("replay.course.table")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("replay.course.when")}</th>
              {Array.from({ length: seats }, (_, seat) => (
                <th key={seat} scope="col">
                  <Shape seat={seat} /> {names[seat]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {told.map((stop, place) => (
              <tr key={stop.step}>
                <th scope="row">
                  <When stop={stop} place={place} stops={told} words={words} />
                </th>
                {Array.from({ length: seats }, (_, seat) => (
                  <td key={seat}>
                    {find(words.cell, {
                      money: number.format(stop.money[seat] ?? 0),
                      animals: stop.animals[seat] ?? 0,
                      tiles: stop.tiles[seat] ?? 0,
                      points: number.format(stop.points[seat] ?? 0),
                      herds: number.format(valuesOf(stop, "herds")[seat] ?? 0),
                    })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Legend({ seats }: { readonly seats: number }): ReactNode {
  const names = useNames();
  return (
    <ul className="wraps legend">
      {Array.from({ length: seats }, (_, seat) => (
        <li key={seat} className="line" style={{ "--pc": seatColour(seat) } as CSSProperties}>
          <svg width="34" height="12" aria-hidden="true">
            <path className="plot-line" d="M0 6H34" stroke={seatColour(seat)} strokeDasharray={DASHES[seat % DASHES.length]} />
          </svg>
          <Shape seat={seat} /> {names[seat]}
        </li>
      ))}
    </ul>
  );
}

export default function Course({ seats, words }: { readonly seats: number; readonly words: CourseWords }): ReactNode {
  const { t, find } = useTexts();
  const course = useCourse();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let frame = 0;
    // With the frame to come: drawn at once, the box would change its height while it is measured, which browsers report as an error.
    const measured = new ResizeObserver(([entry]) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setWidth(Math.max(SMALLEST, Math.floor(entry?.contentRect.width ?? 0))));
    });
    measured.observe(element);
    return () => {
      measured.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  // Beside each other where there is room for both.
  const each = width >= 720 ? Math.floor((width - 24) / 2) : width;
  return (
    <section className="sheet-of-paper course">
      <h2>{find(words.title)}</h2>
      {course === undefined && <p>{t("replay.course.failed")}</p>}
      <Legend seats={seats} />
      <div className="wraps plots" ref={box}>
        {course != null &&
          width > 0 &&
          words.measures.map((of) => <Plot key={of.measure} of={of} upright={words.upright} course={course} seats={seats} width={each} />)}
      </div>
      {course != null && <AsTable stops={course.stops} seats={seats} words={words} />}
    </section>
  );
}
