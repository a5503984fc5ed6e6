/** What the deal was made of, and whether it is the one that was promised: worked out on this device. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../ui/Icon";
import { Shape } from "../../ui/Shape";
import { useGame } from "../../model/game/context";
import type { Deal } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { useTexts } from "../../i18n/text";
import { isDenied } from "../../net/fairness";
import { call } from "../../net/http";
import { download } from "../../lib/download";
import { provenEnvelopes } from "./envelopes";
import { type Findings, verified } from "./verify";
import type { PartyView, Transcript } from "../../protocol/types";
import { useIsOffline, useTable } from "../../model/table/context";
import { receiptsOf } from "../../model/table/receipts";
import { useNames } from "../../model/table/names";
import { Dialog } from "../../ui/Dialog";
import "./Fairness.css";

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

interface Checked {
  readonly transcript: Transcript;
  readonly found: Findings;
}

/** Null: still at it. Undefined: there is nothing to check. */
function useChecked(promise: string, deal: Deal | null): Checked | null | undefined {
  const table = useTable((state) => state.table);
  const [checked, setChecked] = useState<Checked | null | undefined>(null);
  useEffect(() => {
    if (deal === null) return undefined;
    let wanted = true;
    call("GET /api/tables/{table}/transcript", null, { table }).then(
      (transcript) => {
        // The promise is the one that the table has shown since before the game, not a later one.
        if (wanted) setChecked({ transcript, found: verified({ ...transcript, game: table, server_commitment: promise }, deal) });
      },
      () => wanted && setChecked(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [table, promise, deal]);
  return checked;
}

export default function Fairness({ party, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const table = useTable((state) => state.table);
  const deal = useLoaded(useGame()?.deal);
  const checked = useChecked(party.promise, deal);
  const here = useIsOffline();
  return (
    <Dialog title={t("replay.fair.title")} wide onClose={onClose}>
      <p>{t(here ? "replay.fair.one_device" : "replay.fair.why")}</p>
      <h3>{t("replay.fair.checked")}</h3>
      <div role="status">
        {checked === null && <p>{t("replay.fair.busy")}</p>}
        {checked === undefined && <p>{t("replay.fair.failed")}</p>}
        {checked != null && deal !== null && <Verdicts {...checked} deal={deal} />}
      </div>
      <p className="dialog-note">{deal !== null && find(deal.words([]).unchecked.key)}</p>
      {here ? (
        <button type="button" className="btn" disabled={checked == null} onClick={() => checked != null && download(new Blob([JSON.stringify(checked.transcript)], { type: "application/json" }), `kuhstall-${table}.json`)}>
          {t("replay.fair.download")}
        </button>
      ) : (
        <>
          <a className="btn" href={`/api/tables/${table}/transcript`} download={`kuhstall-${table}.json`}>
            {t("replay.fair.download")}
          </a>
          <SaveReceipts />
          <Numbers party={party} seed={checked?.found.seed ?? null} />
        </>
      )}
    </Dialog>
  );
}

/** The codes that a line of its own tells of already. */
const TOLD = ["server", "player", "deal"];

function Verdicts({ transcript, found, deal }: Checked & { readonly deal: Deal }): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const here = useIsOffline();
  const { log } = transcript;
  const seat = names[deal.beginner(log) ?? -1] ?? "";
  const words = deal.words(log);
  const told = words[found.deck === true ? "good" : "bad"];
  return (
    <ul className="verdicts">
      {here || <Contributed found={found} />}
      {here && found.promise === false && <Verdict good={false} text={t("replay.fair.promise_bad")} />}
      {found.scripted === true && <Verdict good={null} text={t("replay.fair.scripted")} />}
      {found.deck !== null && <Verdict good={found.deck} text={find(told.key, told.args) ?? ""} />}
      {found.start !== null && (
        <Verdict
          good={found.start}
          text={found.start ? t(found.drawn ? "replay.fair.start_good" : "replay.fair.start_set", { seat }) : t("replay.fair.start_bad")}
        />
      )}
      <OwnEnvelopes transcript={transcript} />
      {found.seed !== null && words.unproven !== undefined && <Verdict good={null} text={find(words.unproven.key, words.unproven.args) ?? ""} />}
      {found.seed !== null && !found.known && <Verdict good={null} text={t("replay.fair.unknown")} />}
      {found.code === "reveals" && <Verdict good={false} text={t("replay.fair.values_bad")} />}
      {found.code !== null && found.code !== "reveals" && !TOLD.includes(found.code) && (
        <Verdict good={false} text={t("replay.fair.strange", { code: found.code })} />
      )}
    </ul>
  );
}

/** What the receipts in this browser prove of one's own envelopes. */
function OwnEnvelopes({ transcript }: Pick<Checked, "transcript">): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const { good, unlike, bad } = provenEnvelopes({ ...transcript, game: table }, receiptsOf(table));
  return (
    <>
      {good > 0 && <Verdict good text={t("replay.fair.envelopes_good", { count: good })} />}
      {unlike > 0 && <Verdict good={false} text={t("replay.fair.envelopes_unlike", { count: unlike })} />}
      {bad > 0 && <Verdict good={false} text={t("replay.fair.envelopes_bad", { count: bad })} />}
    </>
  );
}

/** For whoever puts the receipts of all together: they say what their owner would have paid. */
function SaveReceipts(): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const receipts = receiptsOf(table);
  if (receipts.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => download(new Blob([JSON.stringify({ game: table, receipts })], { type: "application/json" }), `kuhstall-receipts-${table}.json`)}
      >
        {t("replay.fair.receipts")}
      </button>
      <p className="dialog-note">{t("replay.fair.receipts_why")}</p>
    </>
  );
}

/** What each has added to the shuffle, and what came of it. */
function Contributed({ found }: Pick<Checked, "found">): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const denied = useTable(({ table, you, party }) => isDenied(table, you, party));
  const values = Object.entries(found.values);
  return (
    <>
      {found.promise !== null && (
        <Verdict good={found.promise} text={t(found.promise ? "replay.fair.promise_good" : "replay.fair.promise_bad")} />
      )}
      {values.map(([of, good]) => (
        <Verdict key={of} good={good} text={t(good ? "replay.fair.value_good" : "replay.fair.value_bad", { seat: names[Number(of)] ?? of })} />
      ))}
      {found.missing.map((of) => (
        <Verdict key={of} good={null} text={t("replay.fair.value_missing", { seat: names[of] ?? String(of) })} />
      ))}
      {denied && <Verdict good={false} text={t("play.banner.denied")} />}
      {found.seed !== null && values.length === 0 && <Verdict good={null} text={t("replay.fair.values_none")} />}
      {found.seed !== null && <Verdict good text={t("replay.fair.seed_good")} />}
    </>
  );
}

/** Good, bad, or (null) nothing to be judged. */
function Verdict({ good, text }: { readonly good: boolean | null; readonly text: string }): ReactNode {
  return (
    <li className="line verdict" data-good={good === null ? undefined : good}>
      <Icon name={good === null ? "help" : good ? "check" : "x"} size={18} /> <span>{text}</span>
    </li>
  );
}

/** For those who want to compare them with what they have written down. */
function Numbers({ party, seed }: { readonly party: PartyView; readonly seed: string | null }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  return (
    <details className="fair-numbers">
      <summary>{t("replay.fair.details")}</summary>
      <dl className="fair">
        <dt>{t("replay.fair.promise")}</dt>
        <dd>
          <code>{party.promise}</code>
        </dd>
        <dt>{t("replay.fair.secret")}</dt>
        <dd>
          <code>{party.secret ?? "–"}</code>
        </dd>
        {party.places.map(
          ({ reveal }, seat) =>
            reveal != null && (
              <div key={seat}>
                <dt>
                  <Shape seat={seat} /> {names[seat]}
                </dt>
                <dd>
                  <code>{reveal}</code>
                </dd>
              </div>
            ),
        )}
        <dt>{t("replay.fair.seed")}</dt>
        <dd>
          <code>{seed ?? "–"}</code>
        </dd>
      </dl>
    </details>
  );
}
