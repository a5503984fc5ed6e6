/** The browsers that have to be there, and the packages that bring them. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is that goes by one of these names; null: nowhere on the path. */
function found(...names: readonly string[]): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

interface Needed {
  readonly names: readonly string[];
  /** Its name in Debian. */
  readonly bringer: string;
}

const FIREFOX: Needed = { names: ["firefox-esr", "firefox"], bringer: "firefox-esr" };
const DRIVER: Needed = { names: ["WebKitWebDriver"], bringer: "webkit2gtk-driver" };
const SCREEN: Needed = { names: ["Xvfb"], bringer: "xvfb" };

const located = ({ names, bringer }: Needed): string => {
  const path = found(...names);
  if (path === null) throw new Error(`no ${names.join(" or ")}: install the package ${bringer}`);
  return path;
};

export const firefoxPath = (): string => located(FIREFOX);
export const driverPath = (): string => located(DRIVER);
export const screenPath = (): string => located(SCREEN);

/** Before anything is started: name all that is missing at once. */
export default function setup(): void {
  const missing = [FIREFOX, DRIVER, SCREEN].filter(({ names }) => found(...names) === null);
  if (missing.length === 0) return;
  const what = missing.map(({ names }) => names[0]).join(", ");
  throw new Error(`not found: ${what}. On Debian: apt install ${missing.map(({ bringer }) => bringer).join(" ")}`);
}
