/** What the first script has to know of offline play: which calls its worker may have to answer. All else waits for them. */
import { kept } from "../../lib/storage";

/** Kept as soon as this device wants offline play: the version that is here in full, or nothing yet. */
export const INSTALLED = "kuhstall.offline";

/** Whether a table lives in this browser. */
export const isOffline = (table: string): boolean => /^offline[a-z0-9]{26}$/.test(table);

/** Whether this site is a folder of files, with no server behind it. */
export const isStatic = (): boolean => document.querySelector("meta[name=kuhstall-host]") !== null;

export const isConcerned = (table = ""): boolean => isOffline(table) || kept(INSTALLED) !== null || isStatic();
