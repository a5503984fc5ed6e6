/** A slow processor for whatever is started in it: a control group with a quota. It takes Linux, and root. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";
/** Microseconds. A short one, so that nothing stands still for long. */
const PERIOD = 10_000;
/** A fixed piece of work: how many times longer it takes than it needs of a processor. */
const LOOP = [
  "import time",
  "began, needed = time.perf_counter(), time.process_time()",
  "sum(i * i for i in range(1_000_000))",
  "print((time.perf_counter() - began) / (time.process_time() - needed))",
].join("\n");
const TIMES = 5;

export interface Quota {
  /** A program that runs another one, with its arguments, in the group. */
  readonly runner: string;
  /** From now on it is slow, or as quick as everything else, as it is at first. */
  hold(): void;
  release(): void;
  /** How many times longer the fixed loop takes in the group now than it needs: others on the machine make it more. */
  slowness(): number;
  close(): void;
}

const middle = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN;

interface Group {
  readonly folder: string;
  readonly set: (quota: number | null) => void;
}

/** A new group, and how its quota is set; it has none yet. */
function group(): Group {
  const name = `kuhstall-${process.pid}`;
  if (existsSync(join(ROOT, "cgroup.controllers"))) {
    writeFileSync(join(ROOT, "cgroup.subtree_control"), "+cpu");
    const folder = join(ROOT, name);
    mkdirSync(folder);
    return { folder, set: (quota) => writeFileSync(join(folder, "cpu.max"), `${quota ?? "max"} ${PERIOD}`) };
  }
  const folder = join(ROOT, "cpu", name);
  mkdirSync(folder);
  writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD));
  return { folder, set: (quota) => writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quota ?? -1)) };
}

/** Remove a group as soon as all that ran in it has ended. */
function removed(folder: string): void {
  for (let tries = 0; readFileSync(join(folder, "cgroup.procs"), "utf8") !== "" && tries < 100; tries++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  rmdirSync(folder);
}

/** Make a group that gets that part of a processor, for all that runs in it. */
export function slowed(times: number): Quota {
  const { folder, set } = group();
  const scripts = mkdtempSync(join(tmpdir(), "kuhstall-quota-"));
  const runner = join(scripts, "slowly");
  writeFileSync(runner, `#!/bin/sh\necho $$ > ${join(folder, "cgroup.procs")} && exec "$@"\n`, { mode: 0o755 });
  const loop = (): number => Number(execFileSync(runner, ["../.venv/bin/python", "-c", LOOP], { encoding: "utf8" }));
  return {
    runner,
    hold: () => set(Math.round(PERIOD / times)),
    release: () => set(null),
    slowness: () => Number(middle(Array.from({ length: TIMES }, loop)).toFixed(1)),
    close: () => {
      removed(folder);
      rmSync(scripts, { recursive: true });
    },
  };
}
