/**
 * Plays offline games in Pyodide with the files of the built client, as its worker does, and prints what came of each:
 * `node offline/run.mjs twin '[["kuhfstein", "easy", 3, 10]]'`. tests/server/test_offline_pyodide.py compares it with CPython.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide, type PyodideAPI } from "pyodide";
import { bytes } from "./kept.ts";
import { CLIENT } from "./pack.ts";
import { PYODIDE } from "./python.ts";

const TESTS = new URL("../../tests", import.meta.url).pathname;

/** Pyodide with the files of the built client, and the players of the tests. */
export async function tested(): Promise<PyodideAPI> {
  const { files } = JSON.parse(readFileSync(join(CLIENT, "offline.json"), "utf8")) as { files: Record<string, string> };
  const file = (name: string): string => join(CLIENT, files[name] ?? name);
  const pyodide = await loadPyodide({ stdLibURL: file("stdlib.zip"), lockFileContents: readFileSync(file("lock.json"), "utf8") });
  pyodide.FS.mkdirTree("/offline/tests");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: TESTS }, "/offline/tests");
  pyodide.FS.writeFile("/offline/kuhstall.zip", bytes(file("kuhstall.zip")));
  pyodide.unpackArchive(bytes(file("msgspec.zip")), "zip", { extractDir: "/offline/lib" });
  // The player of the test needs more of the library than the game does.
  pyodide.FS.writeFile("/offline/library.zip", bytes(join(PYODIDE, "python_stdlib.zip")));
  pyodide.runPython(
    'import sys; sys.dont_write_bytecode = True; sys.path[:0] = ["/offline/kuhstall.zip", "/offline/lib", "/offline"]; sys.path.append("/offline/library.zip")',
  );
  return pyodide;
}

export async function main(): Promise<void> {
  const pyodide = await tested();
  pyodide.globals.set("wanted", process.argv[3] ?? "[]");
  console.log(
    pyodide.runPython(
      "import json; from tests.server.offline_twin import play_offline; json.dumps([play_offline(*game) for game in json.loads(wanted)])",
    ) as string,
  );
}
