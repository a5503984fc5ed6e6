/** Tells those who may only read why. */
import type { ReactNode } from "react";
import { useTexts } from "../i18n/text";

export function ReadOnly({ when }: { readonly when: boolean }): ReactNode {
  const { t } = useTexts();
  return when && <p className="dialog-note">{t("home.room.read_only")}</p>;
}
