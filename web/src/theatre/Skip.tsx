/** Ends what is played, for oneself alone: a tap anywhere, Enter or Escape; and a button that says so. */
import { type CSSProperties, type ReactNode, useEffect } from "react";
import { Icon } from "../ui/Icon";
import "./Skip.css";

/** Whether a key is meant for something else. */
function meant({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector("dialog[open]") !== null || target.closest("input, textarea, select") !== null) return true;
  return key === "Enter" && target.closest("button, a, summary, [role=tab]") !== null;
}

interface Props {
  readonly label: string;
  readonly onSkip: () => void;
  /** How long there is something to skip, in milliseconds; null: there is no button for so little. */
  readonly lasts: number | null;
}

export function Skip({ label, onSkip, lasts }: Props): ReactNode {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if ((event.key === "Enter" || event.key === "Escape") && !event.repeat && !meant(event)) onSkip();
    };
    addEventListener("keydown", pressed);
    addEventListener("pointerdown", onSkip);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("pointerdown", onSkip);
    };
  }, [onSkip]);
  if (lasts === null) return null;
  return (
    <button type="button" className="line skip" style={{ "--lasts": `${lasts}ms` } as CSSProperties} onClick={onSkip}>
      <Icon name="play" size={16} /> {label}
    </button>
  );
}
