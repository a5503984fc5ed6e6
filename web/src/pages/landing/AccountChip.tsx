/** In the bar: who is here, and the way to their account. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useTexts } from "../../i18n/text";
import { spoken } from "../../model/table/names";
import type { Me } from "../../protocol/types";
import { Drawing } from "../../ui/Icon";
import "./AccountChip.css";

export function AccountChip({ me }: { readonly me: Me | null | undefined }): ReactNode {
  const { t, find } = useTexts();
  const name = spoken(me?.name ?? "", find);
  return (
    <Link className="line account-chip" href="/in" aria-label={name === "" ? t("home.you") : `${t("home.you")}: ${name}`} title={t("home.you")}>
      <span className="middle">
        <Drawing size={20}>
          <circle cx="12" cy="8" r="4" />
          <path d="M4 21q0-7 8-7t8 7" />
        </Drawing>
      </span>
      <b>{name === "" ? t("home.you") : name}</b>
    </Link>
  );
}
