/**
 * The way in from `kuhstall play`: the server says what it was started for, and this browser opens that
 * table, with its own part in the shuffle. Whoever has a game to finish is asked first.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { useTexts } from "../../i18n/text";
import type { Me, Wish } from "../../protocol/types";
import { OwnTables, running } from "../landing/OwnTables";
import { Lost } from "../lost/Lost";
import { wishedTable } from "../../model/opening/opening";
import { Page } from "../../ui/page/Page";
import { useProblem } from "../../net/problem";
import { useHouse, useMe } from "../../net/useFetched";

export default function HousePage(): ReactNode {
  const house = useHouse();
  const me = useMe();
  const [anew, setAnew] = useState(false);
  if (house === undefined || me === undefined) return <Lost reason="unavailable" />;
  if (house === null || me === null) return null;
  if (house.wish === null) return <Redirect to="/" replace />;
  const known = me.tables.some(({ table }) => table === house.wish?.table);
  if (known || anew || running(me).length === 0) return <Opening wish={house.wish} />;
  return <Unfinished me={me} onNew={() => setAnew(true)} />;
}

function Opening({ wish }: { readonly wish: Wish }): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<unknown>(null);
  const [crowded, setCrowded] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const name = t("home.name.guest", { number: 10 + Math.floor(Math.random() * 90) });
    // Not kept in the history: whoever goes back does not want to be led here again.
    wishedTable(name, wish, { told: () => setCrowded(true) }).then((table) => navigate(`/t/${table}`, { replace: true }), setProblem);
  }, [t, wish, navigate]);
  return (
    <Page>
      <main className="centred hero-page">
        <p className="notice" role="alert">
          {problem === null ? t(crowded ? "home.landing.crowded" : "home.landing.opening") : worded(problem)}
        </p>
      </main>
    </Page>
  );
}

function Unfinished({ me, onNew }: { readonly me: Me; readonly onNew: () => void }): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <main className="centred hero-page">
        <h1>{t("home.house.head")}</h1>
        <p className="hero-lead">{t("home.house.why")}</p>
        <OwnTables me={me} />
        <div className="hero-go">
          <button type="button" className="btn btn--go big-btn" onClick={onNew}>
            {t("home.house.new")}
          </button>
        </div>
      </main>
    </Page>
  );
}
