/** Money cards: a fan where there is room, stacks on a phone. Both can be picked from. */
import { type CSSProperties, type ReactNode, useRef } from "react";
import { MoneyCard } from "./MoneyCard";
import { useTexts } from "../texts";
import { useSmall } from "./media";
import { without } from "../../../model/table/options";
import "./Hand.css";

interface Props {
  readonly cards: readonly number[];
  readonly picked?: readonly number[];
  readonly onPick?: (picked: readonly number[]) => void;
}

function ordered(cards: readonly number[]): readonly number[] {
  return cards.toSorted((one, other) => one - other);
}

function Fan({ cards, picked = [], onPick }: Props): ReactNode {
  const { t } = useTexts();
  let left = picked;
  return (
    <ul className="hand" aria-label={t("play.money.title")}>
      {ordered(cards).map((value, place) => {
        const taken = left.includes(value);
        if (taken) left = without(left, [value]);
        const toggle = (): void => onPick?.(taken ? without(picked, [value]) : [...picked, value]);
        return (
          <li key={place} style={{ "--k": place, "--n": cards.length } as CSSProperties}>
            <MoneyCard value={value} picked={taken} onPick={onPick && toggle} />
          </li>
        );
      })}
    </ul>
  );
}

interface StackProps {
  readonly value: number;
  readonly count: number;
  readonly taken: number;
  /** Called with how many of the stack are picked now; absent if nothing can be picked. */
  readonly onTake: ((taken: number) => void) | undefined;
}

const LONG_PRESS = 450;

/** A tap picks one more, and none after the last; a long press or the arrow down takes one back. */
function Stack({ value, count, taken, onTake }: StackProps): ReactNode {
  const { t } = useTexts();
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; held: boolean } | null>(null);
  const heap = Array.from({ length: Math.min(count, 3) }, (_, place) => (
    <MoneyCard key={place} value={value} mute style={{ "--i": place } as CSSProperties} />
  ));
  const style = { "--d": Math.min(count - 1, 2) } as CSSProperties;
  if (onTake === undefined) {
    return (
      <li className="stack" style={style}>
        {heap}
        {count > 1 && <span className="stack-count" data-drawn={`×${count}`} />}
        <span className="visually-hidden">{t("play.money.stack", { value, cards: count })}</span>
      </li>
    );
  }
  const one = (): void => onTake(taken < count ? taken + 1 : 0);
  const less = (): void => onTake(Math.max(0, taken - 1));
  return (
    <li className="stack-place">
      <button
        type="button"
        className={`stack ${taken > 0 ? "on" : ""}`}
        style={style}
        aria-label={t("play.money.picked", { value, picked: taken, cards: count })}
        onClick={() => {
          if (press.current?.held !== true) one();
        }}
        onPointerDown={() => {
          const now = { timer: setTimeout(() => {
            now.held = true;
            less();
          }, LONG_PRESS), held: false };
          press.current = now;
        }}
        onPointerUp={() => clearTimeout(press.current?.timer)}
        onPointerLeave={() => clearTimeout(press.current?.timer)}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          press.current = null;
          if (event.key === "ArrowUp" && taken < count) onTake(taken + 1);
          else if (event.key === "ArrowDown" || event.key === "-") less();
          else return;
          event.preventDefault();
        }}
      >
        {heap}
        {(taken > 0 || count > 1) && <span className="stack-count" data-drawn={taken > 0 ? `${taken}/${count}` : `×${count}`} />}
      </button>
    </li>
  );
}

function Stacks({ cards, picked = [], onPick }: Props): ReactNode {
  const { t } = useTexts();
  const values = [...new Set(ordered(cards))];
  return (
    <ul className="stacks" aria-label={t("play.money.title")} style={{ "--n": values.length } as CSSProperties}>
      {values.map((value) => {
        const others = picked.filter((card) => card !== value);
        const take = (taken: number): void => onPick?.([...others, ...Array<number>(taken).fill(value)]);
        return (
          <Stack
            key={value}
            value={value}
            count={cards.filter((card) => card === value).length}
            taken={picked.length - others.length}
            onTake={onPick && take}
          />
        );
      })}
    </ul>
  );
}

export function Hand(props: Props): ReactNode {
  return useSmall() ? <Stacks {...props} /> : <Fan {...props} />;
}
