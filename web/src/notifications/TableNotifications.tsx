/** At a slow table: being told when it waits, and the way to the next one that does. */
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "wouter";
import { TextedWith } from "../i18n/text";
import { call } from "../net/http";
import type { WaitingTable } from "../protocol/types";
import { useTable } from "../model/table/context";
import { Icon } from "../ui/Icon";
import { BellIcon } from "./BellIcon";
import { AfterAnswer } from "./AfterAnswer";
import { begin, clearMessages, pushStatus, type PushStatus } from "./push";
import { NotificationSettings, type Shown } from "./NotificationSettings";
import { FILES, useTexts } from "./texts";
import { WhileAway } from "./WhileAway";

export function TableNotifications(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Parts />
    </TextedWith>
  );
}

function Parts(): ReactNode {
  const next = useNext();
  const state = useNotifications();
  return (
    <>
      <Next next={next} />
      <NotificationButton {...state} />
      {/* Not in the bar, which other parts of the table lie over. */}
      {createPortal(
        <>
          <WhileAway />
          <AfterAnswer next={next} bell={state} />
        </>,
        document.body,
      )}
    </>
  );
}

/** The most urgent of the other tables that wait, asked for after every step. */
function useNext(): WaitingTable | undefined {
  const seq = useTable((state) => state.seq);
  const here = useTable((state) => state.table);
  const asked = useTable((state) => state.options.length > 0);
  const [waits, setWaits] = useState<readonly WaitingTable[]>([]);
  useEffect(() => {
    let wanted = true;
    call("GET /api/me").then(
      (me) => wanted && setWaits(me.waits ?? []),
      () => undefined,
    );
    void clearMessages().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [seq, asked]);
  return waits.find(({ table }) => table !== here);
}

function Next({ next }: { readonly next: WaitingTable | undefined }): ReactNode {
  const { t } = useTexts();
  const asked = useTable((state) => state.options.length > 0);
  if (next === undefined || asked) return null;
  return (
    <Link className="icon-btn" href={`/t/${next.table}`} aria-label={t("notifications.next_table")} title={t("notifications.next_table")}>
      <span className="notifications-on">
        <Icon name="left" />
      </span>
    </Link>
  );
}

interface NotificationState {
  /** Null: not known yet. */
  readonly status: PushStatus | null;
  readonly rings: boolean;
  readonly shown: Shown | null;
  readonly look: () => void;
  readonly press: () => void;
  readonly close: () => void;
}

function useNotifications(): NotificationState {
  const { t } = useTexts();
  const [status, setStatus] = useState<PushStatus | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const look = (): void => void pushStatus().then(setStatus, () => undefined);
  useEffect(look, []);
  const rings = status !== null && (status.hours !== null || status.mail?.confirmed === true);
  const press = async (): Promise<void> => {
    if (status === null) return;
    const { key, hours, mail } = status;
    if (key === "") setShown(mail === undefined ? "none" : "mail");
    else setShown(hours === null ? await begin(key, t("notifications.waits")) : "on");
    look();
  };
  return { status, rings, shown, look, press: () => void press(), close: () => setShown(null) };
}

function NotificationButton({ status, rings, shown, look, press, close }: NotificationState): ReactNode {
  const { t } = useTexts();
  if (status === null) return null;
  return (
    <>
      <button type="button" className="icon-btn" aria-pressed={rings} aria-label={t("notifications.tell")} title={t("notifications.tell")} onClick={press}>
        <BellIcon rings={rings} />
      </button>
      {shown !== null && <NotificationSettings outcome={shown} status={status} onChange={look} onClose={close} />}
    </>
  );
}
