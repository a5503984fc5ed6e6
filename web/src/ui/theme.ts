/** Light or dark, as chosen on this device; else as the device likes it. Importing this applies it. */
import { keep, kept } from "../lib/storage";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

const KEPT = "kuhstall.theme";

export function theme(): Theme {
  const chosen = kept(KEPT);
  return THEMES.find((one) => one === chosen) ?? "auto";
}

export function chooseTheme(chosen: Theme): void {
  keep(KEPT, chosen);
  apply(chosen);
}

function apply(chosen: Theme): void {
  if (chosen === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

apply(theme());
