/** One's account: the name, keys and codes, and where one is signed in. For whoever is nobody yet, the ways back in. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import type { Account, TablePoster } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { Poster } from "../../widgets/Poster";
import { NameField } from "../../widgets/NameField";
import { Page } from "../../ui/page/Page";
import { useHouse } from "../../net/useFetched";
import { ByLink, SignIn } from "./SignIn";
import { Devices } from "./Devices";
import { Passkeys } from "./Passkeys";
import { FILES, useTexts } from "./texts";
import { DeleteAccount } from "./DeleteAccount";
import "./AccountPage.css";

const Blocked = lazy(async () => ({ default: (await import("../../people")).Blocked }));

/** Links of 0.1.0 had this fragment, which is no code. */
const OLD = "#key";

export default function AccountPage(): ReactNode {
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
  const code = hash === OLD ? "" : hash.slice(1);
  return (
    <Page title={t("account.title")} back>
      <main className="account">
        {account === undefined ? null : code !== "" ? (
          <ByLink code={code} now={account?.name ?? ""} />
        ) : account === null ? (
          <SignedOut />
        ) : (
          <Known account={account} onChange={setAccount} />
        )}
      </main>
    </Page>
  );
}

/** Only the server knows whether its site has passkeys; the browser has them on localhost too. */
function SignedOut(): ReactNode {
  const { t } = useTexts();
  const house = useHouse();
  if (house === null) return null;
  return (
    <section className="sheet-of-paper account-part">
      <h1>{t("account.in.title")}</h1>
      <p>{t("account.in.lead")}</p>
      <SignIn site={house?.key_site === true} first />
    </section>
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
      <section className="sheet-of-paper account-part">
        <h1>{t("account.name")}</h1>
        <NameField name={spoken(account.name, find)} />
        {guest && <p>{t("account.guest")}</p>}
        <p className="wraps account-row">
          <Link className="btn" href="/g">
            {t("account.groups")}
          </Link>
          <Link className="btn" href="/notifications">
            {t("account.told")}
          </Link>
        </p>
      </section>
      <Passkeys account={account} onChange={onChange} />
      <Devices account={account} onChange={onChange} />
      <Tables />
      <Suspense fallback={null}>
        <Blocked />
      </Suspense>
      <DeleteAccount />
      {guest && (
        <section className="sheet-of-paper account-part">
          <h2>{t("account.in.before")}</h2>
          <SignIn site={account.key_site} />
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
    <section className="sheet-of-paper posters" aria-labelledby="account-tables">
      <h2 id="account-tables">{t("account.tables.title")}</h2>
      <ul>
        {tables.map((poster) => (
          <Poster key={poster.table} poster={poster} action={t("account.tables.open")} />
        ))}
      </ul>
    </section>
  );
}
