/** A rematch with the same people. Whoever asks for it goes to the new table at once; the others get a link. */
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useTexts } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import "./Rematch.css";

export function Rematch({ party }: { readonly party: PartyView }): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const canAsk = useTable((state) => state.may.includes("rematch"));
  const seated = useTable((state) => state.you !== null);
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState(false);
  const { rematch } = party;
  useEffect(() => {
    if (asked && rematch !== null) navigate(`/t/${rematch}`);
  }, [asked, rematch, navigate]);
  return (
    <span className="rematch" role="status">
      {rematch !== null && (
        <Link className={seated ? "btn btn--go" : "btn"} href={`/t/${rematch}`}>
          {t("home.score.to_rematch")}
        </Link>
      )}
      {rematch === null && canAsk && (
        <button
          type="button"
          className="btn btn--go"
          aria-busy={asked}
          onClick={() => {
            setAsked(true);
            store.ask({ type: "rematch" });
          }}
        >
          {t("home.score.rematch")}
        </button>
      )}
    </span>
  );
}
