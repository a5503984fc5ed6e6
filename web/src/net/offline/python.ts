/** Starts Python in the worker. Nothing but its files is fetched from here on. */
import { Failed, type Files, type Name, NAMES, read } from "./files";
import type { Offline, Page } from "./holder";

interface Start {
  start(page: Page, name: string): Offline;
}

interface Pyodide {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  unpackArchive(data: ArrayBuffer, format: "zip", options: { readonly extractDir: string }): void;
  runPython(code: string): void;
  pyimport(name: string): unknown;
}

type Load = (options: Readonly<Record<string, unknown>>) => Promise<Pyodide>;

const HOME = "/kuhstall";
const OWN_PATHS = `import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["${HOME}/kuhstall.zip", "${HOME}/lib"]`;

/** The smallest module that there is. Where none may be compiled, the runtime would wait for ever. */
function checkWasm(): void {
  try {
    void new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new Failed("wasm");
  }
}

async function module(address: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ address).catch(() => {
    throw new Failed("unreachable");
  })) as Record<string, unknown>;
}

/** `told` is called after each part of the way. */
export async function started(files: Files, page: Page, name: string, told: () => void): Promise<Offline> {
  checkWasm();
  const online = fetch;
  const reader = (wanted: Name): Promise<Response> => read(files, wanted, online);
  globalThis.fetch = async (input) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    // By the name that it has here, or by the one that the runtime was built with.
    const asked = NAMES.find((one) => [files.files[one], `/offline/${one}`].includes(address.pathname));
    if (asked === undefined) throw new TypeError(`not a file of offline play: ${address.href}`);
    return reader(asked);
  };
  const [runtime, machine, lock, own, library] = await Promise.all([
    module(files.files["pyodide.mjs"]),
    module(files.files["pyodide.asm.mjs"]),
    reader("lock.json").then((response) => response.text()),
    reader("kuhstall.zip").then((response) => response.arrayBuffer()),
    reader("msgspec.zip").then((response) => response.arrayBuffer()),
  ]);
  told();
  const loadPyodide = runtime["loadPyodide"] as Load;
  const python = await loadPyodide({
    indexURL: "/offline/",
    packageBaseUrl: "/offline/",
    stdLibURL: files.files["stdlib.zip"],
    lockFileContents: lock,
    createPyodideModule: machine["default"],
  });
  told();
  python.FS.mkdirTree(HOME);
  python.FS.writeFile(`${HOME}/kuhstall.zip`, new Uint8Array(own));
  python.unpackArchive(library, "zip", { extractDir: `${HOME}/lib` });
  python.runPython(OWN_PATHS);
  return (python.pyimport("kuhstall.server.offline.worker") as Start).start(page, name);
}
