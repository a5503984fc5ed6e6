/** After an answer at a slow table: the way to the next one that waits, and once the offer to be told when it is one's turn. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { keep, kept } from "../lib/storage";
import { useTable } from "../model/table/context";
import type { WaitingTable } from "../protocol/types";
import type { PushStatus } from "./push";
import { useTexts } from "./texts";
import "./AfterAnswer.css";

/** Whether this browser was offered it before. */
const OFFERED = "kuhstall.notifications.offered";

interface Props {
  readonly next: WaitingTable | undefined;
  readonly bell: { readonly status: PushStatus | null; readonly rings: boolean; readonly press: () => void };
}

/** Whether something was asked here since the page was opened, and is no longer. */
function useAnswered(): boolean {
  const asked = useTable((state) => state.options.length > 0);
  const before = useRef(asked);
  const [answered, setAnswered] = useState(false);
  useEffect(() => {
    setAnswered(before.current && !asked);
    before.current = before.current || asked;
  }, [asked]);
  return answered;
}

export function AfterAnswer({ next, bell: { status, rings, press } }: Props): ReactNode {
  const { t } = useTexts();
  const answered = useAnswered();
  const [offered, setOffered] = useState(() => kept(OFFERED) !== null);
  // Where nobody can be told, there is nothing to offer: the bell says why.
  const able = status !== null && (status.key !== "" || status.mail !== undefined);
  const offers = able && !rings && !offered;
  const done = (): void => {
    keep(OFFERED, "1");
    setOffered(true);
  };
  if (!answered || (next === undefined && !offers)) return null;
  return (
    <aside className="sheet-of-paper after-answer" aria-label={t("notifications.answered")}>
      {next !== undefined && (
        <Link className="btn btn--go" href={`/t/${next.table}`}>
          {t("notifications.next_waiting")}
        </Link>
      )}
      {offers && (
        <>
          <p>
            <b>{t("notifications.offer")}</b> {t("notifications.offer_how")}
          </p>
          <div className="wraps">
            <button
              type="button"
              className="btn"
              onClick={() => {
                done();
                press();
              }}
            >
              {t("notifications.offer_yes")}
            </button>
            <button type="button" className="btn btn--ghost" onClick={done}>
              {t("notifications.offer_no")}
            </button>
          </div>
        </>
      )}
    </aside>
  );
}
