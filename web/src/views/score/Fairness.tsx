/** What the deck was made of, and that the server has kept its promise. */
import type { ReactNode } from "react";
import { Icon } from "../../cards/Icon";
import { Shape } from "../../cards/Shape";
import { useTexts } from "../../i18n/text";
import { commitment, serverCommitment } from "../../net/fairness";
import type { PartyView } from "../../protocol/types";
import { useTable } from "../../table/context";
import { Dialog } from "../Dialog";
import { useNames } from "../../table/names";

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

function bytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function Fairness({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const table = useTable((state) => state.table);
  const kept = party.secret !== null && serverCommitment(table, bytes(party.secret)) === party.promise;
  const added = party.places.flatMap((place, seat) => {
    if (place.commitment == null) return [];
    const fits = place.reveal != null && commitment(table, seat, bytes(place.reveal)) === place.commitment;
    return [{ place, seat, fits }];
  });
  return (
    <Dialog title={t("home.fair.title")} wide onClose={onClose}>
      <p>{t("home.fair.why")}</p>
      <dl className="fair">
        <dt>{t("home.fair.promise")}</dt>
        <dd>
          <code>{party.promise}</code>
        </dd>
        <dt>{t("home.fair.secret")}</dt>
        <dd>
          <code>{party.secret ?? "–"}</code>
        </dd>
      </dl>
      <Verdict good={kept} text={t(kept ? "home.fair.kept" : "home.fair.broken")} />
      <h3>{t("home.fair.added")}</h3>
      {added.length === 0 && <p>{t("home.fair.nobody")}</p>}
      <ul className="fair-seats">
        {added.map(({ place, seat, fits }) => (
          <li key={seat}>
            <b>
              <Shape seat={seat} /> {names[seat]}
            </b>
            <code>{place.reveal ?? "–"}</code>
            <Verdict good={fits} text={t(fits ? "home.fair.fits" : "home.fair.differs")} />
          </li>
        ))}
      </ul>
      <p className="dialog-note">{t("home.fair.check")}</p>
      <a className="btn" href={`/api/tables/${table}/transcript`} download={`kuhstall-${table}.json`}>
        {t("home.fair.download")}
      </a>
    </Dialog>
  );
}

function Verdict({ good, text }: { readonly good: boolean; readonly text: string }): ReactNode {
  return (
    <p className="verdict" data-good={good}>
      <Icon name={good ? "check" : "x"} size={18} /> {text}
    </p>
  );
}
