/** Private content: covered until a finger holds it, or the space bar toggles it. */
import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/Icon";
import { IDLE, useAutoCover } from "./useAutoCover";
import { useTexts } from "./texts";
import "./Veil.css";

interface Props {
  /** The name of what is behind it. */
  readonly name: string;
  /** What is shown while it is covered. */
  readonly covered: ReactNode;
  /** Set while the player picks from the content: it stays open until this is called. */
  readonly onCover?: (() => void) | null;
  readonly children: ReactNode;
}

export function Veil({ name, covered, onCover = null, children }: Props): ReactNode {
  const { t } = useTexts();
  const [held, setHeld] = useState(false);
  const choosing = onCover !== null;
  const cover = (): void => setHeld(false);
  useAutoCover(held, cover);
  useAutoCover(choosing, onCover ?? cover, IDLE);
  const open = held || choosing;
  return (
    <section className="veil" aria-label={name} data-open={open}>
      <div className="middle veil-in">{open ? children : covered}</div>
      {choosing ? (
        <button type="button" className="line veil-cover" onClick={onCover}>
          <Icon name="eyeoff" size={22} /> {t("hand.cover")}
        </button>
      ) : (
        <button
          type="button"
          className="veil-hold"
          aria-label={`${name}: ${t(held ? "hand.let_go" : "hand.hold")}`}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture?.(event.pointerId);
            setHeld(true);
          }}
          onPointerUp={cover}
          onPointerCancel={cover}
          onLostPointerCapture={cover}
          onContextMenu={(event) => event.preventDefault()}
          onBlur={cover}
          // A keyboard or a screen reader cannot hold. A finger's own click (detail 1) comes after it was lifted.
          onClick={({ detail }) => detail === 0 && setHeld(!held)}
        >
          <span className="line">
            <Icon name={held ? "eyeoff" : "eye"} size={22} /> {t(held ? "hand.let_go" : "hand.hold")}
          </span>
        </button>
      )}
    </section>
  );
}

/** Cards to pick from: open at first, and covered when the player does not touch the page for a while. What was picked stays. */
export function Covered({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(true);
  useAutoCover(open, () => setOpen(false), IDLE);
  return (
    <>
      <div className="uncovered" hidden={!open}>
        {children}
      </div>
      <button type="button" className="btn cover-all" onClick={() => setOpen(!open)}>
        <Icon name={open ? "eyeoff" : "eye"} size={20} /> {t(open ? "hand.cover" : "hand.uncover")}
      </button>
      <p className="visually-hidden" role="status">
        {!open && t("hand.covered")}
      </p>
    </>
  );
}
