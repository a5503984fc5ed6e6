/** Kuhstall as people get it: the wheel in an environment of its own, without Node and away from the sources. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { stretched } from "../machine";

const ROOT = resolve("..");
const OURS = join(ROOT, ".venv/bin/python");

export interface House {
  /** Where the one at the computer goes, and where the phones go, as it was printed. */
  readonly own: string;
  readonly phones: string;
  /** Press Ctrl-C; returns how it ended. */
  stop(): Promise<{ readonly code: number | null; readonly last: string }>;
}

export interface Installed {
  /** Start `kuhstall play`, on a port that is free if none is given. */
  play(port: string, ...words: readonly string[]): Promise<House>;
  remove(): void;
}

/** Build the wheel, and install it with the locked dependencies. */
export function installed(): Installed {
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-"));
  const run = (program: string, ...words: readonly string[]): void => {
    execFileSync(program, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  };
  run(OURS, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT);
  const wheel = readdirSync(folder).find((file) => file.endsWith(".whl")) ?? "";
  const bin = join(folder, "venv/bin");
  run(OURS, "-m", "venv", "--without-pip", join(folder, "venv"));
  const install = (...words: readonly string[]): void =>
    run(OURS, "-m", "pip", "--python", join(bin, "python"), "install", "--quiet", ...words);
  install("--require-hashes", "-r", join(ROOT, "requirements/main.txt"));
  install("--no-index", "--no-deps", join(folder, wheel));
  const running = new Set<ChildProcess>();
  return {
    play: async (port, ...words) => {
      const process = spawn(
        join(bin, "kuhstall"),
        ["play", "--no-browser", "--lang", "en", "--port", port, "--data", join(folder, "data"), ...words],
        {
          cwd: folder,
          // Nothing else is on the path. People think longer than a test wants to last, and the machine is not theirs alone.
          env: { PATH: bin, HOME: folder, KUHSTALL_TEMPO: String(stretched(50) / 1000), KUHSTALL_EASE: "0", KUHSTALL_LAG: "0" },
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      running.add(process);
      return ready(process);
    },
    remove: () => {
      for (const process of running) process.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

async function ready(process: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Promise<House> {
  const said: string[] = [];
  const ended = new Promise<number | null>((resolved) => {
    process.once("close", resolved);
  });
  await new Promise<void>((resolved, rejected) => {
    createInterface(process.stdout).on("line", (line) => {
      said.push(line);
      if (line.startsWith("Ctrl-C")) resolved();
    });
    void ended.then(() => rejected(new Error(`it does not get ready: ${said.join("\n")}`)));
  });
  const address = (of: string): string => said.find((line) => line.startsWith(of))?.split(" ").at(-1) ?? "";
  return {
    own: address("Play here") || address("Big screen here"),
    phones: address("Phones in the room"),
    stop: async () => {
      process.kill("SIGINT");
      return { code: await ended, last: said.at(-1) ?? "" };
    },
  };
}
