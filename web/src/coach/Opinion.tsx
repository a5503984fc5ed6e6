/** On the score sheet: the coach's opinion of what one has done oneself. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { TextedWith } from "../i18n/text";
import { hashOf } from "../model/replay/address";
import { useTable } from "../model/table/context";
import { Icon } from "../ui/Icon";
import { Remarks } from "./Remarks";
import { FILES, useTexts } from "./texts";
import { useCoaching } from "./useCoaching";
import "./Opinion.css";

export default function Opinion({ seat }: { readonly seat: number }): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Said seat={seat} />
    </TextedWith>
  );
}

function Said({ seat }: { readonly seat: number }): ReactNode {
  const { t } = useTexts();
  const table = useTable((state) => state.table);
  const coaching = useCoaching();
  return (
    <section className="sheet-of-paper opinion" aria-labelledby="opinion" aria-busy={coaching === null}>
      <h2 id="opinion">{t("opinion.title")}</h2>
      <p>{t("opinion.about")}</p>
      {coaching === null && <p>{t("opinion.busy")}</p>}
      {coaching === undefined && <p>{t("opinion.failed")}</p>}
      {coaching != null && (
        <Remarks
          remarks={coaching.remarks.filter((remark) => remark.seat === seat)}
          way={({ step }) => (
            <Link className="btn" href={`/t/${table}/replay${hashOf({ step, viewer: seat })}`}>
              <Icon name="play" size={18} /> {t("opinion.watch")}
            </Link>
          )}
        />
      )}
    </section>
  );
}
