/** How fast the machine is right now, and what a check does about it: tests/machine.py, in TypeScript. */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";

/** Whether games are played to their end that are otherwise left once all has been seen: `make thorough`. */
export const WHOLE = process.env["WHOLE"] === "1";

const BUILD = new URL("../../build/", import.meta.url).pathname;
const ROUNDS = 30_000_000;
/** What the rounds take on a machine with a processor to spare, in milliseconds. */
const CALM = 66;
const SLEEPS = 4;
const SLEEP = 5;
const SLOW = 1.5;
const SHARED = 0.9;
const LAGGING = 50;
const STOLEN = 0.1;
const MOST = 20;
/** How many times slower than at its beginning a machine may become before anybody loses patience. */
const SPARE = 3;

/** The machine at one moment, or at the worst of several. */
export interface Machine {
  /** How long the same work took, against a calm machine. */
  readonly slowness: number;
  /** The part of that time in which the work had a processor. */
  readonly share: number;
  /** By how many milliseconds the worst of a few short sleeps was too long. */
  readonly lag: number;
  /** The part of all processors that the host took away meanwhile. */
  readonly stolen: number;
}

let checksum = 0;

function work(): void {
  let state = 2_463_534_242;
  for (let round = 0; round < ROUNDS; round++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  // Kept, so that nobody leaves the work out.
  checksum ^= state;
}

function slept(): number {
  const began = performance.now();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLEEP);
  return performance.now() - began - SLEEP;
}

function measured(): Machine {
  const began = performance.now();
  const before = process.cpuUsage();
  work();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const lag = Math.max(...Array.from({ length: SLEEPS }, slept));
  return { slowness: took / CALM, share: Math.min(1, (user + system) / 1000 / took), lag, stolen: 0 };
}

function worst(...machines: readonly Machine[]): Machine {
  return {
    slowness: Math.max(...machines.map(({ slowness }) => slowness)),
    share: Math.min(...machines.map(({ share }) => share)),
    lag: Math.max(...machines.map(({ lag }) => lag)),
    stolen: Math.max(...machines.map(({ stolen }) => stolen)),
  };
}

/** Whether a duration says more about the machine than about the program. */
const disturbed = ({ slowness, share, lag, stolen }: Machine): boolean =>
  slowness > SLOW || share < SHARED || lag > LAGGING || stolen > STOLEN;

const told = ({ slowness, share, lag, stolen }: Machine): string =>
  `${slowness.toFixed(2)} times the calm machine's time for the same work, ${share.toFixed(2)} of a processor, ` +
  `${lag.toFixed(0)} ms lag, ${stolen.toFixed(2)} of all processors with others`;

/** Where those who read the configuration leave what they measured to those who run the tests. */
const FACTOR = "KUHSTALL_TEST_FACTOR";

/** How many times slower browsers are made on purpose, to see what hopes for a quick one: `THROTTLE=6 make e2e`. */
export const THROTTLE = Number(process.env["THROTTLE"] ?? 1);

function factor(): number {
  work(); // once without a clock: the first rounds are slower, until they are compiled
  return Math.min(MOST, THROTTLE * Math.max(1, measured().slowness));
}

/** So many milliseconds of a calm machine, on this one as it was when the tests began. */
export function stretched(milliseconds: number): number {
  process.env[FACTOR] ??= factor().toFixed(2);
  return Math.round(milliseconds * Number(process.env[FACTOR]));
}

/** How long to wait for what takes so many milliseconds at most: the machine may grow slower while the tests run. */
export function patience(milliseconds: number): number {
  return stretched(milliseconds) * SPARE;
}

/** All time of all processors so far, and what of it the host took away. */
function times(): readonly [number, number] {
  try {
    const fields = readFileSync("/proc/stat", "ascii").split("\n", 1)[0]?.trim().split(/ +/u).slice(1, 9).map(Number) ?? [];
    return [fields.reduce((sum, one) => sum + one, 0), fields[7] ?? 0];
  } catch {
    return [0, 0]; // another system: the other figures have to do
  }
}

/** The machine from now on: measured before, during and after a check. */
export class Watch {
  private machine: Machine;
  private readonly from = times();

  constructor() {
    work(); // as above
    this.machine = measured();
  }

  /** Measure once more, between two parts of a check. */
  look(): void {
    this.machine = worst(this.machine, measured());
  }

  seen(): Machine {
    this.look();
    const [total, stolen] = times();
    const passed = total - this.from[0];
    return { ...this.machine, stolen: passed === 0 ? 0 : (stolen - this.from[1]) / passed };
  }

  /** Judge something by time; on a disturbed machine it is void if it fails. */
  judge(check: string, verdict: () => void): void {
    try {
      verdict();
    } catch (error) {
      const machine = this.seen();
      if (!disturbed(machine)) throw error;
      voided(check, `${String(error).split("\n")[0]}; ${told(machine)}`);
    }
  }

  get isDisturbed(): boolean {
    return disturbed(this.seen());
  }
}

function append(file: string, line: string): void {
  mkdirSync(BUILD, { recursive: true });
  appendFileSync(`${BUILD}${file}`, `${line.replaceAll("\n", " ")}\n`);
}

/** Note that a check has no verdict, for the last lines of CI. */
export function voided(check: string, why: string): void {
  console.info(`VOID: ${check}: ${why}`);
  append("voids", `${check}: ${why}`);
}

/** Count something dear, for the budget of CI. Unlike seconds it is the same everywhere. */
export function counted(name: string): void {
  append("counts", `${name} 1`);
}
