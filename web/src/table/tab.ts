/** The tab says when one is wanted: people look elsewhere while others think. */
import { useEffect, useState } from "react";
import { useTexts } from "../i18n/text";
import { useTable } from "../model/table/context";
import { usePreferences } from "../model/table/preferences";

const CALM = "/art/cow-face.svg";
const WANTED = "/art/cow-wanted.svg";
const BLINK = 1000;

function showIcon(path: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null && link.getAttribute("href") !== path) link.setAttribute("href", path);
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.visibilityState === "hidden");
  useEffect(() => {
    const look = (): void => setHidden(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return hidden;
}

export function useTab(): void {
  const { t } = useTexts();
  const asked = useTable((state) => state.options.length > 0);
  const blinks = usePreferences((state) => state.blink);
  const hidden = useHidden();
  const site = t("home.title");
  const wanted = `● ${t("play.turn.you")} · ${site}`;
  useEffect(() => {
    document.title = asked ? wanted : site;
    if (!asked || !hidden || !blinks) return undefined;
    const beat = setInterval(() => {
      document.title = document.title === wanted ? site : wanted;
    }, BLINK);
    return () => clearInterval(beat);
  }, [asked, hidden, blinks, wanted, site]);
  useEffect(() => {
    showIcon(asked && hidden ? WANTED : CALM);
    return () => showIcon(CALM);
  }, [asked, hidden]);
}
