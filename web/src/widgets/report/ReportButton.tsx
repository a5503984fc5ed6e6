/** The way to tell the host of the server that something does not work. What it takes comes when it is wanted. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTexts } from "../../i18n/text";
import { Icon } from "../../ui/Icon";
import { Caught } from "../../ui/page/Caught";
import type { Place } from "./Report";

const Report = lazy(() => import("./Report"));

export function ReportButton({ place }: { readonly place?: Place }): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Icon name="flag" size={18} /> {t("home.report")}
      </button>
      <Caught key={String(open)} fallback={<p role="alert">{t("home.update.waits")}</p>}>
        <Suspense fallback={null}>{open && <Report {...(place && { place })} onClose={() => setOpen(false)} />}</Suspense>
      </Caught>
    </>
  );
}
