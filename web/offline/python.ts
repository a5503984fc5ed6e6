/** Runs pack.py in Pyodide, and looks whether what it made can be started. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide, type PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import { MODULES } from "../bundled.ts";
import { bytes, hashOf, hashOfFolders, KEPT, kept } from "./kept.ts";

const HERE = new URL(".", import.meta.url).pathname;
export const SOURCES = new URL("../../src", import.meta.url).pathname;
export const PYODIDE = join(MODULES, "pyodide");
export const ZIPS = ["kuhstall.zip", "msgspec.zip", "stdlib.zip"] as const;
export type Zips = Readonly<Record<(typeof ZIPS)[number], Uint8Array>>;

/** What the worker imports; all else is found from there. */
const ENTRIES = ["kuhstall.server.offline.worker"];
/** What takes its place where there is none. */
const PARTS = [
  "kuhstall.bots.registry",
  "kuhstall.games.registry",
  "kuhstall.server.store.memory.store",
  "kuhstall.server.table.service",
  "kuhstall.server.wire.session",
];

// Tracebacks have lines without columns: a quarter of the bytecode would tell columns.
const ENV = { PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" };

interface Packer extends PyProxy {
  readonly pack: PyCallable;
  readonly pack_library: PyCallable;
}

async function started(library?: string): Promise<PyodideAPI> {
  const lockFileContents = JSON.stringify(lockStub());
  return loadPyodide({ env: { ...ENV }, lockFileContents, ...(library === undefined ? {} : { stdLibURL: library }) });
}

function mounted(pyodide: PyodideAPI, folders: Readonly<Record<string, string>>): void {
  for (const [at, root] of Object.entries(folders)) {
    pyodide.FS.mkdirTree(at);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, at);
  }
}

function packer(pyodide: PyodideAPI): Packer {
  mounted(pyodide, { "/packer": HERE });
  pyodide.runPython('import sys; sys.path.insert(0, "/packer")');
  return pyodide.pyimport("pack") as Packer;
}

interface Lock {
  readonly info: { readonly abi_version: string; readonly arch: string; readonly platform: string; readonly python: string };
  readonly packages: Readonly<Record<string, unknown>>;
}

/** What Pyodide wants to know of packages: that there are none. */
export function lockStub(): Lock {
  const lock = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8")) as Lock;
  return { ...lock, packages: {} };
}

/** The name that wheels for this Pyodide have at their ends. */
export function tag(): string {
  const { abi_version, arch, python } = lockStub().info;
  const version = `cp${python.split(".").slice(0, 2).join("")}`;
  return `${version}-${version}-pyemscripten_${abi_version}_${arch}.whl`;
}

const isThere = (module: string): boolean => {
  try {
    readFileSync(join(SOURCES, `${module.replaceAll(".", "/")}.py`));
    return true;
  } catch {
    return false;
  }
};

export const entries = (): readonly string[] => (ENTRIES.every(isThere) ? ENTRIES : PARTS);

/** The folders of ours that are looked at. */
const ROOMS = ["bots", "engine", "games", "messages", "server"].map((room) => join(SOURCES, "kuhstall", room));

/** Pack, unless nothing has changed since. */
export async function zips(wheel: Uint8Array): Promise<Zips> {
  const pyodide = ["package.json", "python_stdlib.zip", "pyodide.asm.wasm"].map((name) => bytes(join(PYODIDE, name)));
  const of = hashOf(hashOfFolders(...ROOMS), readFileSync(join(HERE, "pack.py")), wheel, JSON.stringify([entries(), ENV]), ...pyodide);
  const out = join(KEPT, `making.${process.pid}`);
  let made = false;
  const take = async (name: string): Promise<Uint8Array> =>
    kept(`zips/${of}/${name}`, async () => {
      if (!made) await make(wheel, out);
      made = true;
      return bytes(join(out, name));
    });
  try {
    const [ours, speck, library] = [await take("kuhstall.zip"), await take("msgspec.zip"), await take("stdlib.zip")];
    return { "kuhstall.zip": ours, "msgspec.zip": speck, "stdlib.zip": library };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The whole standard library as bytecode: Python starts from it in half the time. */
async function library(): Promise<string> {
  const [shipped, script] = [bytes(join(PYODIDE, "python_stdlib.zip")), bytes(join(HERE, "pack.py"))];
  const name = `library/${hashOf(shipped, script, JSON.stringify(ENV))}.zip`;
  await kept(name, async () => {
    const pyodide = await started();
    pyodide.unpackArchive(shipped, "zip", { extractDir: "/library" });
    packer(pyodide).pack_library("/library", "/library.zip");
    return pyodide.FS.readFile("/library.zip");
  });
  return join(KEPT, name);
}

async function make(wheel: Uint8Array, out: string): Promise<void> {
  mkdirSync(out, { recursive: true });
  const whole = await library();
  const pyodide = await started(whole);
  mounted(pyodide, { "/ours": SOURCES, "/out": out });
  pyodide.FS.writeFile("/library.zip", bytes(whole));
  pyodide.unpackArchive(wheel, "zip", { extractDir: "/wheel" });
  const names = packer(pyodide).pack("/ours", "/library.zip", "/wheel", "/out", entries()) as string;
  // What imports the same as before starts as before.
  const of = hashOf(names, bytes(join(out, "stdlib.zip")), bytes(join(out, "msgspec.zip")));
  await kept(`proved/${of}`, async () => prove(out));
}

/** With the small library alone, every module of ours must start. */
async function prove(folder: string): Promise<Uint8Array> {
  const pyodide = await started(join(folder, "stdlib.zip"));
  pyodide.unpackArchive(bytes(join(folder, "msgspec.zip")), "zip", { extractDir: "/lib/offline" });
  mounted(pyodide, { "/out": folder });
  pyodide.runPython(`
import importlib, sys, zipfile
sys.path[:0] = ["/out/kuhstall.zip", "/lib/offline"]
names = [name for name in zipfile.ZipFile("/out/kuhstall.zip").namelist() if name.endswith(".pyc")]
for name in names:
    importlib.import_module(name.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
`);
  return new Uint8Array();
}
