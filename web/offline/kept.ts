/** What was made once is kept by the hash of all that it was made of: it takes long, and seldom changes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { MODULES } from "../bundled.ts";

export const KEPT = join(MODULES, ".cache/kuhstall-offline");
const LENGTH = 12;

/** A file as Pyodide takes it, which knows no buffers of Node. */
export const bytes = (file: string): Uint8Array => new Uint8Array(readFileSync(file));

export const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");

export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

/** As much of a hash as is in the name of a file. */
export const short = (...parts: readonly (string | Uint8Array)[]): string => hashOf(...parts).slice(0, LENGTH);

export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The hash of all files in folders, their names included. */
export function hashOfFolders(...folders: readonly string[]): string {
  return hashOf(...folders.flatMap((folder) => filesIn(folder).flatMap((file) => [relative(folder, file), readFileSync(file)])));
}

const used = new Set<string>();

/** Take a file from the store, or make it and keep it there. */
export async function kept(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const file = join(KEPT, name);
  used.add(file);
  if (existsSync(file)) return bytes(file);
  const data = await make();
  mkdirSync(join(file, ".."), { recursive: true });
  // Whole, or not at all: who is interrupted leaves no half of it.
  writeFileSync(`${file}.${process.pid}`, data);
  renameSync(`${file}.${process.pid}`, file);
  return data;
}

/** Of what was packed before, forget what was not needed this time. */
export function forget(): void {
  for (const folder of ["br", "zips"].map((name) => join(KEPT, name)).filter((name) => existsSync(name))) {
    for (const file of filesIn(folder)) if (!used.has(file)) rmSync(file);
  }
}

/** The largest window that every browser can read. */
const WINDOW = 24;

export async function brotli(data: Uint8Array): Promise<Uint8Array> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: WINDOW, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  return kept(`br/${sha256(data)}`, async () => promisify(brotliCompress)(data, { params }));
}
