/** At a slow table: being told when it waits, and the way to the next one that does. */
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { TextedWith } from "../i18n/text";
import { call } from "../net/http";
import type { WaitingTable } from "../protocol/types";
import { useTable } from "../table/context";
import { Icon } from "../ui/Icon";
import { BellIcon } from "./BellIcon";
import { begin, clearMessages, NIGHT, type Outcome, telling, type Telling as State } from "./push";
import { Told } from "./Told";
import { FILES, useTexts } from "./texts";

const NOBODY: State = { key: "", hours: null, quiet: NIGHT };

export function AtTable(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Next />
      <Telling />
    </TextedWith>
  );
}

/** The most urgent of the other tables that wait, asked for after every step. */
function useNext(): WaitingTable | undefined {
  const seq = useTable((state) => state.seq);
  const here = useTable((state) => state.table);
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
  }, [seq]);
  return waits.find(({ table }) => table !== here);
}

function Next(): ReactNode {
  const { t } = useTexts();
  const next = useNext();
  const asked = useTable((state) => state.options.length > 0);
  if (next === undefined || asked) return null;
  return (
    <Link className="icon-btn" href={`/t/${next.table}`} aria-label={t("bell.next_table")} title={t("bell.next_table")}>
      <span className="bell-on">
        <Icon name="left" />
      </span>
    </Link>
  );
}

function Telling(): ReactNode {
  const { t } = useTexts();
  const [told, setTelling] = useState(NOBODY);
  const { key, hours, mail } = told;
  const [shown, setShown] = useState<Outcome | "mail" | null>(null);
  const look = (): void => void telling().then(setTelling, () => undefined);
  useEffect(look, []);
  if (key === "" && mail === undefined) return null;
  const rings = hours !== null || mail?.confirmed === true;
  const press = async (): Promise<void> => {
    if (key === "") setShown("mail");
    else setShown(hours === null ? await begin(key, t("bell.waits")) : "on");
    look();
  };
  return (
    <>
      <button
        type="button"
        className="icon-btn"
        aria-pressed={rings}
        aria-label={t("bell.tell")}
        title={t("bell.tell")}
        onClick={() => void press()}
      >
        <BellIcon rings={rings} />
      </button>
      {shown !== null && <Told outcome={shown} telling={told} onChange={look} onClose={() => setShown(null)} />}
    </>
  );
}
