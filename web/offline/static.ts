/**
 * Makes a folder for any static web host out of the built client: one plays alone there, and nothing runs on the host.
 * Its address has to be that of a whole site: the client's paths begin with a slash.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CLIENT } from "./pack.ts";

/** A host without a program chooses no encoding, no language, and no preview of a link. */
const LEFT_OUT = /\.br$|^(table\.\w+\.html|previews\.json|preview)$/;
/** What a page may not say of itself, but only a host. */
const OF_HOSTS = /^frame-ancestors\b/;

/** The policy of the server's pages, as far as a page can say it itself. */
export function ownPolicy(policy: string): string {
  return policy
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !OF_HOSTS.test(part))
    .join("; ");
}

/** Say in a page under which policy it is, and that there is no server. */
export function marked(page: string, policy: string): string {
  const first = '<meta charset="utf-8" />';
  if (page.split(first).length !== 2) throw new Error(`index.html has not one ${first}`);
  // Before anything that it concerns.
  return page.replace(first, `${first}<meta http-equiv="Content-Security-Policy" content="${ownPolicy(policy)}" /><meta name="kuhstall-host" content="static" />`);
}

/** Empty the folder, if it is ours. */
function emptied(out: string): void {
  const ours = existsSync(join(out, "offline.json")) || !existsSync(out) || readdirSync(out).length === 0;
  if (!ours) throw new Error(`${out} has something else in it`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
}

export async function main(): Promise<void> {
  const { OUT: out, POLICY: policy } = process.env;
  if (out === undefined || policy === undefined) throw new Error("`make static` says where, and under which policy");
  emptied(out);
  cpSync(CLIENT, out, { recursive: true, filter: (file) => !LEFT_OUT.test(relative(CLIENT, file)) });
  const page = marked(readFileSync(join(out, "index.html"), "utf8"), policy);
  writeFileSync(join(out, "index.html"), page);
  // Hosts of pages show it for any path that has no file. One path of a page is a folder, too, which hosts would list or refuse.
  for (const path of ["404.html", "offline/index.html"]) writeFileSync(join(out, path), page);
  console.log(`${out}: a table in the browser, for any static host`);
}
