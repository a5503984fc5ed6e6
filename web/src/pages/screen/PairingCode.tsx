/** A screen that is not paired yet: its QR code, and the code to type. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useOwnAddress } from "../../model/opening/useOwnAddress";
import { QrCode } from "../../widgets/QrCode";
import type { Pairing } from "./pairing";
import { ScreenFrame } from "./ScreenFrame";
import { useTexts } from "./texts";
import { hasWakeLock } from "../../ui/useWakeLock";
import "./PairingCode.css";

/** In groups of three, to read it out. */
const grouped = (code: string): string => code.toUpperCase().replaceAll(/.{3}(?=.)/g, "$& ");

/** An address as you type it. */
export const typed = (address: string): string => address.replace(/^https?:\/\//, "");

export function PairingCode({ pairing }: { readonly pairing: Pairing }): ReactNode {
  const { t } = useTexts();
  const { code, lost } = useStore(pairing.state);
  const address = useOwnAddress();
  return (
    <ScreenFrame title={t("home.title")} news={t(lost ? "home.line.offline" : code === null ? "screen.pair.starting" : "screen.pair.waits")}>
      {code !== null && (
        <div className="tv-pair">
          <section className="line sheet-of-paper tv-code">
            <QrCode text={`${address}/screen/pair#${code.token}`} name={t("screen.pair.qr")} />
            <div>
              <h2>{t("screen.pair.head")}</h2>
              <p>{t("screen.pair.scan")}</p>
              <p>{t("screen.pair.type")}</p>
              <p className="tv-letters">
                <span className="visually-hidden">{t("screen.pair.code")}</span> {grouped(code.code)}
              </p>
            </div>
          </section>
          <p className="sheet-of-paper tv-note">{t("screen.pair.none", { address: typed(address) })}</p>
          {!hasWakeLock() && <p className="sheet-of-paper tv-note">{t("screen.awake")}</p>}
        </div>
      )}
    </ScreenFrame>
  );
}
