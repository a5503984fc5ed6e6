/** A line of the menu: what it is about, and one of several to choose. */
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly children?: ReactNode;
}

export function Row({ title, names, chosen, onChoose, children }: Props): ReactNode {
  return (
    <div className="line row" role="group" aria-label={title}>
      <span>{title}</span>
      {names.map((name, place) => (
        <button
          key={name}
          type="button"
          className={`btn ${place === chosen ? "btn--go" : ""}`}
          aria-pressed={place === chosen}
          onClick={() => onChoose(place)}
        >
          {name}
        </button>
      ))}
      {children}
    </div>
  );
}
