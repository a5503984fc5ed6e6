/** One's account: the name, keys and codes, and where one is signed in. For whoever is nobody yet, the ways back in. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { TextedWith } from "../i18n/text";
import { call } from "../net/http";
import type { Account, TablePoster } from "../protocol/types";
import { spoken } from "../table/names";
import { Poster } from "../views/landing/Poster";
import { NameField } from "../views/NameField";
import { Page } from "../views/Page";
import { ByLink, ComeIn } from "./ComeIn";
import { Devices } from "./Devices";
import { Keys } from "./Keys";
import { FILES, useTexts } from "./texts";
import { WayOut } from "./WayOut";
import "./YouPage.css";

const Blocked = lazy(async () => ({ default: (await import("../company")).Blocked }));

/** What stands behind the address when a key is to be asked for at once. */
const KEY = "#key";

export default function YouPage(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <You />
    </TextedWith>
  );
}

function You(): ReactNode {
  const { t } = useTexts();
  const [hash] = useState(location.hash);
  // Whoever reads along in the list of visited pages must not find it there.
  useEffect(() => {
    if (hash !== "") history.replaceState(null, "", location.pathname);
  }, [hash]);
  const [account, setAccount] = useState<Account | null | undefined>(undefined);
  useEffect(() => {
    call("GET /api/account").then(setAccount, () => setAccount(null));
  }, []);
  const code = hash === KEY ? "" : hash.slice(1);
  return (
    <Page title={t("you.title")} back>
      <main className="you">
        {account === undefined ? null : code !== "" ? (
          <ByLink code={code} now={account?.name ?? ""} />
        ) : account === null ? (
          <section className="sheet-of-paper you-part">
            <h1>{t("you.in.title")}</h1>
            <p>{t("you.in.lead")}</p>
            <ComeIn soon={hash === KEY} />
          </section>
        ) : (
          <Known account={account} onChange={setAccount} />
        )}
      </main>
    </Page>
  );
}

interface Props {
  readonly account: Account;
  readonly onChange: (account: Account) => void;
}

function Known({ account, onChange }: Props): ReactNode {
  const { t, find } = useTexts();
  const guest = account.keys.length === 0 && account.codes === 0;
  return (
    <>
      <section className="sheet-of-paper you-part">
        <h1>{t("you.name")}</h1>
        <NameField name={spoken(account.name, find)} />
        {guest && <p>{t("you.guest")}</p>}
      </section>
      <Keys account={account} onChange={onChange} />
      <Devices account={account} onChange={onChange} />
      <Tables />
      <Suspense fallback={null}>
        <Blocked />
      </Suspense>
      <WayOut />
      {guest && (
        <section className="sheet-of-paper you-part">
          <h2>{t("you.in.before")}</h2>
          <ComeIn />
        </section>
      )}
    </>
  );
}

/** Running ones and games that have ended: the same in every browser. */
function Tables(): ReactNode {
  const { t } = useTexts();
  const [tables, setTables] = useState<readonly TablePoster[]>([]);
  useEffect(() => {
    call("GET /api/me").then(
      (me) => setTables(me.tables),
      () => undefined,
    );
  }, []);
  if (tables.length === 0) return null;
  return (
    <section className="sheet-of-paper posters" aria-labelledby="you-tables">
      <h2 id="you-tables">{t("you.tables.title")}</h2>
      <ul>
        {tables.map((poster) => (
          <Poster key={poster.table} poster={poster} action={t("you.tables.open")} />
        ))}
      </ul>
    </section>
  );
}
