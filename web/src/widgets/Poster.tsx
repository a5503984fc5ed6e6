/** One table in a list: who has opened it, what is played, how full it is. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../ui/Icon";
import { useTexts } from "../i18n/text";
import type { TablePoster } from "../protocol/types";
import { spoken } from "../model/table/names";
import "./Poster.css";

interface Props {
  readonly poster: TablePoster;
  readonly action: string;
}

export function Poster({ poster, action }: Props): ReactNode {
  const { t, find } = useTexts();
  const taken = poster.people + poster.bots;
  return (
    <li className="poster">
      <Link href={`/t/${poster.table}`}>
        <span className="poster-what">
          <b>{poster.host === "" ? t("home.landing.no_host") : t("home.landing.host", { name: spoken(poster.host, find) })}</b>
          <small>
            {find(`edition.${poster.edition}.title`) ?? poster.edition} · {t(`home.pace.${poster.pace}.title`)}
            {poster.brought && ` · ${t("home.cards.brought")}`}
            {poster.by_itself && poster.stage === "open" && ` · ${t("home.landing.by_itself")}`}
            {poster.stage === "paused" && ` · ${t("home.landing.paused")}`}
          </small>
        </span>
        <span className="pill" title={t("home.landing.seats", { taken, all: poster.seats })}>
          <Icon name="hand" size={13} /> {taken}/{poster.seats}
          <span className="visually-hidden">{t("home.landing.seats", { taken, all: poster.seats })}</span>
        </span>
        <span className="poster-go">{action}</span>
      </Link>
    </li>
  );
}
