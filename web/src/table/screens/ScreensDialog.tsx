/** The screens of a table: pair one by the code that it shows, see which are on, and as the host remove one. */
import { type ReactNode, type SyntheticEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { call } from "../../net/http";
import type { PairedScreen } from "../../protocol/types";
import { useTable } from "../../model/table/context";
import { Dialog } from "../../ui/Dialog";
import { Drawing } from "../../ui/Icon";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useProblem, useTexts } from "./texts";
import "./ScreensDialog.css";

const LENGTH = 9;

export function TvSign({ size }: { readonly size: number }): ReactNode {
  return (
    <Drawing size={size}>
      <rect x="3" y="5" width="18" height="12" rx="2" />
      <path d="M8 21h8" />
    </Drawing>
  );
}

/** The screens as the server knows them; read again when one goes on or off. */
function useScreens(): readonly [readonly PairedScreen[], () => void] {
  const table = useTable((state) => state.table);
  const shown = useTable((state) => state.party?.screens ?? 0);
  const [screens, setScreens] = useState<readonly PairedScreen[]>([]);
  const read = useCallback(() => void call("GET /api/tables/{table}/screens", null, { table }).then(setScreens, () => undefined), [table]);
  useEffect(read, [read, shown]);
  return [screens, read];
}

interface CodeProps {
  readonly table: string;
  readonly onPaired: () => void;
}

function CodeField({ table, onPaired }: CodeProps): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const { busy, problem, run } = useAsyncAction();
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState<"form" | "paired" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const code = typed.replaceAll(/[^\p{L}\p{N}]/gu, "");
    if (code.length !== LENGTH) {
      setSaid("form");
      field.current?.focus();
      return;
    }
    run(async () => {
      setSaid(null);
      await call("POST /api/tables/{table}/screens", { code }, { table });
      setTyped("");
      setSaid("paired");
      onPaired();
    });
  };
  const wrong = said === "form" || problem !== null;
  return (
    <form className="screen-code" onSubmit={submit} noValidate>
      <label htmlFor={id}>{t("screens.code")}</label>
      <input
        ref={field}
        id={id}
        value={typed}
        placeholder="ABC DEF GHJ"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={20}
        aria-invalid={wrong}
        aria-describedby={`${id}-why`}
        onChange={(event) => {
          setTyped(event.target.value);
          setSaid(null);
        }}
      />
      <button type="submit" className="btn btn--go" aria-busy={busy}>
        <TvSign size={18} /> {t("screens.pair")}
      </button>
      <p id={`${id}-why`} className="notice" role={wrong ? "alert" : "status"}>
        {said === null ? problem !== null && worded(problem) : t(`screens.${said}`)}
      </p>
    </form>
  );
}

interface RowProps {
  readonly screen: PairedScreen;
  /** Null for those who may only look. */
  readonly onRemove: (() => void) | null;
}

function Row({ screen, onRemove }: RowProps): ReactNode {
  const { t } = useTexts();
  const [sure, setSure] = useState(false);
  const name = screen.browser || t("screens.unknown");
  return (
    <li className="wraps">
      <span>
        <TvSign size={20} /> <b>{name}</b> <span className="pill">{t(screen.on ? "screens.on" : "screens.off")}</span>
      </span>
      {onRemove !== null &&
        (sure ? (
          <>
            <p role="alert">{t("screens.sure")}</p>
            <button type="button" className="btn" onClick={() => setSure(false)}>
              {t("screens.no")}
            </button>
            <button type="button" className="btn danger" aria-label={t("screens.remove_of", { name })} onClick={onRemove}>
              {t("screens.remove")}
            </button>
          </>
        ) : (
          <button type="button" className="btn" aria-label={t("screens.remove_of", { name })} onClick={() => setSure(true)}>
            {t("screens.remove")}
          </button>
        ))}
    </li>
  );
}

export function ScreensDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const table = useTable((state) => state.table);
  const host = useTable((state) => state.you !== null && state.you === state.party?.host);
  const [screens, read] = useScreens();
  const { problem, run } = useAsyncAction();
  const remove = (screen: string): void =>
    run(async () => {
      await call("DELETE /api/tables/{table}/screens/{screen}", null, { table, screen });
      read();
    });
  return (
    <Dialog title={t("screens.title")} className="screens" onClose={onClose}>
      <p>{t("screens.how", { address: `${location.host}/screen` })}</p>
      <CodeField table={table} onPaired={read} />
      {screens.length > 0 && (
        <>
          <h3>{t("screens.list")}</h3>
          <ul>
            {screens.map((screen) => (
              <Row key={screen.id} screen={screen} onRemove={host ? () => remove(screen.id) : null} />
            ))}
          </ul>
        </>
      )}
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
    </Dialog>
  );
}
