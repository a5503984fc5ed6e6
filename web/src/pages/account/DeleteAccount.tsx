/** The way out: all that is kept of somebody as a file, and an end to it. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { call } from "../../net/http";
import { spoken } from "../../model/table/names";
import { Dialog } from "../../ui/Dialog";
import { proven } from "./webauthn";
import { Sign } from "./Sign";
import { useProblem, useTexts } from "./texts";
import { useAsyncAction } from "../../ui/useAsyncAction";

/** Have the browser keep it as a file, in lines that people can read. */
async function download(): Promise<void> {
  const told = await proven(() => call("GET /api/me/export"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 2)], { type: "application/json" }));
  link.download = "kuhstall.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

export function DeleteAccount(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [name, setName] = useState<string | null>(null);
  // It may have been changed on this very page.
  const ask = async (): Promise<void> => setName((await call("GET /api/me")).name);
  return (
    <section className="sheet-of-paper account-part" aria-labelledby="account-out">
      <h2 id="account-out">{t("account.out.title")}</h2>
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <p>{t("account.out.what")}</p>
      <p className="wraps account-row">
        <button type="button" className="btn" aria-busy={busy} onClick={() => run(download)}>
          <Sign name="save" size={18} /> {t("account.out.download")}
        </button>
        <button type="button" className="btn" aria-haspopup="dialog" onClick={() => run(ask)}>
          <Sign name="trash" size={18} /> {t("account.out.delete")}
        </button>
      </p>
      {name !== null && <Goodbye name={name} onClose={() => setName(null)} />}
    </section>
  );
}

/** It cannot be undone, so it is typed, and whoever has a key shows it. */
function Goodbye({ name, onClose }: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const { busy, problem, run } = useAsyncAction();
  const [typed, setTyped] = useState("");
  const shown = spoken(name, find);
  const sure = [name, shown].some((one) => one.toLowerCase() === typed.trim().toLowerCase());
  const leave = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!sure) return;
    run(async () => {
      await proven(() => call("DELETE /api/me"));
      location.replace("/");
    });
  };
  return (
    <Dialog
      title={
        <>
          <Sign name="trash" size={24} /> {t("account.out.sure")}
        </>
      }
      onClose={onClose}
    >
      <p className="notice" role="alert">
        {problem !== null && worded(problem)}
      </p>
      <form className="account-form" onSubmit={leave}>
        <p>{t("account.out.goes")}</p>
        <p>{t("account.out.seats")}</p>
        <p>{t("account.out.stays")}</p>
        <label htmlFor="account-out-name">{t("account.out.type", { name: shown })}</label>
        <input id="account-out-name" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <footer className="line dialog-row">
          <button type="button" className="btn" onClick={onClose}>
            {t("account.out.no")}
          </button>
          <button type="submit" className="btn btn--away" aria-busy={busy} disabled={!sure}>
            {t("account.out.yes")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
