/** Beside a lot that goes by envelopes: what decides, and that nobody sees who has answered. */
import type { ReactNode } from "react";
import { TextedWith } from "../../../i18n/text";
import { ENVELOPE, useTexts } from "./envelopeTexts";
import "./EnvelopeBox.css";

function Said(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <h2>{t("envelope.box")}</h2>
      <p>{t("envelope.rule")}</p>
      <p className="asks">{t("envelope.hidden")}</p>
    </>
  );
}

export default function EnvelopeBox(): ReactNode {
  return (
    <div className="sheet-of-paper bidbox envelope-box">
      <svg className="envelope" viewBox="0 0 160 100" aria-hidden="true">
        <rect x="4" y="6" width="152" height="88" rx="8" />
        <path d="M6 12 80 60 154 12" />
        <circle cx="80" cy="58" r="17" />
      </svg>
      <TextedWith files={ENVELOPE}>
        <Said />
      </TextedWith>
    </div>
  );
}
