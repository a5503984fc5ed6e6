/** By whom all this is, and under which licences: for `make release`, and for everybody who gets the client. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockStub, PYODIDE } from "./python.ts";

interface Part {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression. */
  readonly license: string;
  /** The file in `licenses/` that has its text. */
  readonly text: string;
}

const LIBRARIES = "runtime-libraries.txt";

function parts(msgspec: string): readonly Part[] {
  const { info } = lockStub();
  const { version } = JSON.parse(readFileSync(join(PYODIDE, "package.json"), "utf8")) as { version: string };
  return [
    { name: "Pyodide", version, license: "MPL-2.0", text: "pyodide-MPL-2.0.txt" },
    { name: "CPython", version: info.python, license: "Python-2.0", text: "cpython-Python-2.0.txt" },
    { name: "msgspec", version: msgspec, license: "BSD-3-Clause", text: "msgspec-BSD-3-Clause.txt" },
    { name: "Emscripten", version: info.platform.replace("emscripten_", "").replaceAll("_", "."), license: "MIT OR NCSA", text: "emscripten-MIT.txt" },
    // What is linked into the interpreter; nobody says in which versions.
    { name: "bzip2", version: "", license: "bzip2-1.0.6", text: LIBRARIES },
    { name: "Expat", version: "", license: "MIT", text: LIBRARIES },
    { name: "HACL*", version: "", license: "MIT", text: LIBRARIES },
    { name: "libffi", version: "", license: "MIT", text: LIBRARIES },
    { name: "libmpdec", version: "", license: "BSD-2-Clause", text: LIBRARIES },
    { name: "LLVM runtime libraries", version: "", license: "Apache-2.0 WITH LLVM-exception", text: LIBRARIES },
    { name: "musl", version: "", license: "MIT", text: LIBRARIES },
    { name: "SQLite", version: "", license: "blessing", text: LIBRARIES },
    { name: "XZ Utils (liblzma)", version: "", license: "0BSD", text: LIBRARIES },
    { name: "zlib", version: "", license: "Zlib", text: LIBRARIES },
    { name: "Zstandard", version: "", license: "BSD-3-Clause OR GPL-2.0-only", text: LIBRARIES },
  ];
}

/** Write the list into the built client, beside the texts. */
export function writeLicences(client: string, msgspec: string): void {
  const folder = join(client, "licenses");
  const list = parts(msgspec);
  for (const { name, text } of list) if (!existsSync(join(folder, text))) throw new Error(`${text} is missing: it is the licence of ${name}`);
  writeFileSync(join(folder, "offline.json"), `${JSON.stringify(list, null, 2)}\n`);
}
