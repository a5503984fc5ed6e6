/** One of a few values, each with a title and one sentence. */
import { type ReactNode, useId } from "react";
import { useWanted } from "../model/table/useWanted";
import "./Choices.css";

interface Choice<T extends string> {
  readonly value: T;
  readonly title: string;
  readonly why: string;
}

interface Props<T extends string> {
  readonly title: string;
  readonly value: string;
  readonly choices: readonly Choice<T>[];
  /** Without it the choices can only be read. */
  readonly onChoose?: ((value: T) => void) | undefined;
}

export function Choices<T extends string>({ title, value, choices, onChoose }: Props<T>): ReactNode {
  const id = useId();
  const [shown, want] = useWanted(value);
  return (
    <fieldset className="choices" disabled={onChoose === undefined}>
      <legend className="visually-hidden">{title}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="line choice">
          <input
            type="radio"
            name={id}
            checked={choice.value === shown}
            onChange={() => {
              want(choice.value);
              onChoose?.(choice.value);
            }}
          />
          <span>
            <b>{choice.title}</b>
            <small>{choice.why}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
