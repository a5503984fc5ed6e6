/**
 * Packs what a table in the browser needs into the built client: Pyodide, a small standard library, msgspec and our own
 * modules, each beside its Brotli, by names that change with the content; `offline.json` says which. `make web` runs it
 * after the build of the client, whose folder it must not be in the way of.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { brotli, bytes, forget, KEPT, sha256, short } from "./kept.ts";
import { writeLicences } from "./licences.ts";
import { lockStub, PYODIDE, tag, zips } from "./python.ts";

export const CLIENT = new URL("../../src/kuhstall/client", import.meta.url).pathname;
const REQUIREMENTS = new URL("../../requirements/offline.txt", import.meta.url).pathname;
const WHEELS = process.env["OFFLINE_WHEELS"] ?? join(KEPT, "wheels");
/** More than this nobody is asked to load. */
const MOST = 5_000_000;

interface Offline {
  readonly files: Readonly<Record<string, string>>;
  readonly bytes: Readonly<Record<string, number>>;
  readonly compressed: number;
  readonly version: string;
}

/** The one package that is not ours: the wheel for just this Pyodide, with a hash that is in the lock. */
function wheel(): { readonly data: Uint8Array; readonly version: string } {
  const found = existsSync(WHEELS) ? readdirSync(WHEELS).filter((name) => name.startsWith("msgspec-") && name.endsWith(tag())) : [];
  const lock = readFileSync(REQUIREMENTS, "utf8");
  for (const name of found) {
    const data = bytes(join(WHEELS, name));
    const version = name.split("-")[1] ?? "";
    if (lock.includes(`msgspec==${version} `) && lock.includes(`sha256:${sha256(data)}`)) return { data, version };
  }
  throw new Error(`there is no wheel of msgspec for ${tag()} that requirements/offline.txt names: \`make web\` gets it`);
}

const text = (file: string): string => readFileSync(join(PYODIDE, file), "utf8");

function replaced(source: string, old: string, now: string): string {
  if (!source.includes(old)) throw new Error(`pyodide.mjs has no ${old} any more`);
  return source.replaceAll(old, now);
}

/** `pyodide.asm.wasm` and its content to `pyodide.asm.1a2b3c.wasm`. */
function named(file: string, data: Uint8Array): string {
  const { name, ext } = parse(file);
  return `${name}.${short(data)}${ext}`;
}

async function contents(): Promise<{ readonly files: Readonly<Record<string, Uint8Array>>; readonly msgspec: string }> {
  const { data, version } = wheel();
  const encoder = new TextEncoder();
  const wasm = bytes(join(PYODIDE, "pyodide.asm.wasm"));
  const asm = bytes(join(PYODIDE, "pyodide.asm.mjs"));
  // Two at once: the largest takes as long as all others.
  const [made] = await Promise.all([zips(data), brotli(wasm)]);
  // It asks for the two others by their names.
  let start = replaced(text("pyodide.mjs"), "pyodide.asm.mjs", named("pyodide.asm.mjs", asm));
  start = replaced(start, "pyodide.asm.wasm", named("pyodide.asm.wasm", wasm)).replace(/^\/\/# sourceMappingURL=.*$/m, "");
  const files = {
    "pyodide.mjs": encoder.encode(start),
    "pyodide.asm.mjs": asm,
    "pyodide.asm.wasm": wasm,
    "lock.json": encoder.encode(JSON.stringify(lockStub())),
    ...made,
  };
  return { files, msgspec: version };
}

export async function main(): Promise<void> {
  if (!existsSync(join(CLIENT, "index.html"))) throw new Error("there is no client yet: `make web` builds it");
  const { files, msgspec } = await contents();
  const folder = join(CLIENT, "offline");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const rows: [string, number, number][] = [];
  for (const [name, data] of Object.entries(files)) {
    const packed = await brotli(data);
    writeFileSync(join(folder, named(name, data)), data);
    writeFileSync(join(folder, `${named(name, data)}.br`), packed);
    rows.push([name, data.length, packed.length]);
  }
  const paths = Object.fromEntries(Object.entries(files).map(([name, data]) => [name, `/offline/${named(name, data)}`]));
  const compressed = rows.reduce((sum, [, , packed]) => sum + packed, 0);
  const offline: Offline = {
    files: paths,
    bytes: Object.fromEntries(rows.map(([name, raw]) => [name, raw])),
    compressed,
    version: short(JSON.stringify(paths)),
  };
  writeLicences(CLIENT, msgspec);
  // Last: where it is, everything is.
  writeFileSync(join(CLIENT, "offline.json"), `${JSON.stringify(offline, null, 2)}\n`);
  rows.push(["in all", rows.reduce((sum, [, raw]) => sum + raw, 0), compressed]);
  for (const [name, raw, packed] of rows) console.log(`${name.padEnd(17)} ${String(raw).padStart(10)} ${String(packed).padStart(9)}`);
  forget();
  if (compressed > MOST) throw new Error(`${compressed} bytes are more than ${MOST}`);
}
