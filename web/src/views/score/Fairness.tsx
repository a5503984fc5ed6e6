/** What the deck was made of, and whether it is the one that was promised: worked out on this device. */
import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../cards/Icon";
import { Shape } from "../../cards/Shape";
import { useTexts } from "../../i18n/text";
import { call } from "../../net/http";
import { type Findings, verified } from "../../net/verify";
import type { PartyView, Transcript } from "../../protocol/types";
import { useTable } from "../../table/context";
import { useNames } from "../../table/names";
import { Dialog } from "../Dialog";

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

interface Checked {
  readonly transcript: Transcript;
  readonly found: Findings;
}

/** Null: still at it. Undefined: there is nothing to check. */
function useChecked(promise: string): Checked | null | undefined {
  const table = useTable((state) => state.table);
  const [checked, setChecked] = useState<Checked | null | undefined>(null);
  useEffect(() => {
    let wanted = true;
    call("GET /api/tables/{table}/transcript", null, { table }).then(
      (transcript) => {
        // The promise is the one that the table has shown since before the game, not a later one.
        if (wanted) setChecked({ transcript, found: verified({ ...transcript, game: table, server_commitment: promise }) });
      },
      () => wanted && setChecked(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [table, promise]);
  return checked;
}

export default function Fairness({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const checked = useChecked(party.promise);
  const land = useTable((state) => state.view?.game === "kuhfstein");
  return (
    <Dialog title={t("home.fair.title")} wide onClose={onClose}>
      <p>{t("home.fair.why")}</p>
      <h3>{t("replay.fair.checked")}</h3>
      <div role="status">
        {checked === null && <p>{t("replay.fair.busy")}</p>}
        {checked === undefined && <p>{t("replay.fair.failed")}</p>}
        {checked != null && <Verdicts {...checked} />}
      </div>
      <p className="dialog-note">{t(land ? "replay.fair.land_rules" : "replay.fair.rules")}</p>
      <a className="btn" href={`/api/tables/${table}/transcript`} download={`kuhstall-${table}.json`}>
        {t("home.fair.download")}
      </a>
      <Numbers party={party} seed={checked?.found.seed ?? null} />
    </Dialog>
  );
}

/** The codes that a line of its own tells of already. */
const TOLD = ["server", "player", "deal"];

function Verdicts({ transcript, found }: Checked): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const values = Object.entries(found.values);
  const seat = names[beginner(transcript) ?? -1] ?? "";
  const dealt = useDealt(transcript);
  return (
    <ul className="verdicts">
      {found.promise !== null && (
        <Verdict good={found.promise} text={t(found.promise ? "replay.fair.promise_good" : "replay.fair.promise_bad")} />
      )}
      {values.map(([of, good]) => (
        <Verdict key={of} good={good} text={t(good ? "replay.fair.value_good" : "replay.fair.value_bad", { seat: names[Number(of)] ?? of })} />
      ))}
      {found.seed !== null && values.length === 0 && <Verdict good={null} text={t("replay.fair.values_none")} />}
      {found.seed !== null && <Verdict good text={t("replay.fair.seed_good")} />}
      {found.deck !== null && <Verdict good={found.deck} text={dealt[found.deck ? "good" : "bad"]} />}
      {found.start !== null && (
        <Verdict
          good={found.start}
          text={found.start ? t(found.drawn ? "replay.fair.start_good" : "replay.fair.start_set", { seat }) : t("replay.fair.start_bad")}
        />
      )}
      {found.seed !== null && !found.known && <Verdict good={null} text={t("replay.fair.unknown")} />}
      {found.code === "reveals" && <Verdict good={false} text={t("replay.fair.values_bad")} />}
      {found.code !== null && found.code !== "reveals" && !TOLD.includes(found.code) && (
        <Verdict good={false} text={t("replay.fair.strange", { code: found.code })} />
      )}
    </ul>
  );
}

/** The seat that a game begins with. */
function beginner({ log: [, dealt, first] }: Transcript): number | undefined {
  if (dealt?.type === "land_dealt") return dealt.fox;
  return first?.type === "turn_began" ? first.seat : undefined;
}

/** What to say of the deal, as it should be and otherwise. */
function useDealt({ log: [, dealt] }: Transcript): Readonly<Record<"good" | "bad", string>> {
  const { t } = useTexts();
  if (dealt?.type === "land_dealt") {
    const tiles = dealt.display.length + (dealt.tiles?.length ?? 0);
    const cards = dealt.cards.length + (dealt.pile?.length ?? 0) + dealt.hands.flatMap((hand) => hand ?? []).length;
    return { good: t("replay.fair.land_good", { tiles, cards }), bad: t("replay.fair.land_bad") };
  }
  const count = dealt?.type === "dealt" ? (dealt.deck?.length ?? 0) : 0;
  return { good: t("replay.fair.deck_good", { count }), bad: t("replay.fair.deck_bad") };
}

/** Good, bad, or (null) nothing to be judged. */
function Verdict({ good, text }: { readonly good: boolean | null; readonly text: string }): ReactNode {
  return (
    <li className="verdict" data-good={good === null ? undefined : good}>
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
        <dt>{t("home.fair.promise")}</dt>
        <dd>
          <code>{party.promise}</code>
        </dd>
        <dt>{t("home.fair.secret")}</dt>
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
