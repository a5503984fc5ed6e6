/** The frame of every page that is not a table: the alp, the wooden bar, and what the page is about. */
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Icon } from "../Icon";
import { Scene } from "../Scene";
import { useTexts } from "../../i18n/text";
import { useArrival } from "../arrivalFocus";
import { LanguageSwitch } from "./LanguageSwitch";
import { NewVersion } from "./NewVersion";
import "./Page.css";

interface Props {
  /** What the browser's tab says; without it, the name of the site alone. */
  readonly title?: string;
  /** Whether the bar leads back to the landing page. */
  readonly back?: boolean;
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, back = false, bar, children }: Props): ReactNode {
  const { t } = useTexts();
  const site = t("home.title");
  const page = useRef<HTMLDivElement>(null);
  useArrival(page);
  useEffect(() => {
    document.title = title === undefined ? site : `${title} · ${site}`;
  }, [title, site]);
  return (
    <div ref={page} className="column page">
      <Scene />
      <header className="line beam page-bar">
        <Link className="line page-logo" href="/">
          {back && <Icon name="left" size={20} />}
          <img src="/art/cow-face.svg" alt="" width="30" height="30" />
          <b>{site}</b>
          {back && <span className="visually-hidden">{t("home.back")}</span>}
        </Link>
        <span className="page-grow" />
        {bar}
        <LanguageSwitch />
      </header>
      <NewVersion />
      {children}
    </div>
  );
}
