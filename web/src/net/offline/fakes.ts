/** Stand-ins for what browsers have and tests do not: only tests use them. */
import { Client, type Door } from "./client";
import type { Row, Shelf, Step } from "./database";
import { Holder, type Offline, type Page } from "./holder";
import type { Channel, ToOwnPage } from "./messages";

/** A place where channels meet. */
export class Bus {
  readonly #members = new Set<Channel>();

  join(): Channel {
    const members = this.#members;
    const member: Channel = {
      onmessage: null,
      postMessage(message) {
        const copy: unknown = structuredClone(message);
        for (const other of members) if (other !== member) queueMicrotask(() => members.has(other) && other.onmessage?.({ data: copy } as MessageEvent));
      },
      close: () => void members.delete(member),
    };
    members.add(member);
    return member;
  }
}

export class MemoryShelf implements Shelf {
  readonly tables = new Map<string, Row>();
  readonly steps = new Map<string, Map<number, string>>();
  /** Whether the next writes fail. */
  full = false;

  async write(row: Row, steps: readonly Step[]): Promise<void> {
    await Promise.resolve();
    const known = this.steps.get(row.table) ?? new Map<number, string>();
    if (this.full || steps.some(([seq]) => known.has(seq))) throw new Error("storage");
    for (const [seq, text] of steps) known.set(seq, text);
    this.steps.set(row.table, known);
    this.tables.set(row.table, row);
  }

  async read(table: string): Promise<{ readonly head: string; readonly steps: readonly string[] } | null> {
    await Promise.resolve();
    const row = this.tables.get(table);
    return row === undefined ? null : { head: row.head, steps: [...(this.steps.get(table) ?? [])].toSorted(([one], [other]) => one - other).map(([, text]) => text) };
  }

  async rows(): Promise<readonly Row[]> {
    return [...this.tables.values()];
  }

  async remove(table: string): Promise<void> {
    this.tables.delete(table);
    this.steps.delete(table);
  }
}

/** Stands for Python: answers every call with what it was asked, and says back what it hears. */
export class Echo implements Offline {
  readonly heard: string[] = [];
  readonly tables = new Set<string>();

  constructor(readonly page: Page) {}

  call(call: string, method: string, path: string, body: string, name: string, player: number): void {
    this.heard.push(`call ${method} ${path}`);
    this.page.answer(call, 200, JSON.stringify({ path, body, name, player }));
  }
  open(socket: string, path: string): void {
    this.heard.push(`open ${path}`);
    this.page.frame(socket, "welcome");
  }
  receive(socket: string, data: string): void {
    this.page.frame(socket, `you said ${data}`);
  }
  hang_up(): void {
    this.heard.push("hang up");
  }
  holds(table: string): boolean {
    return this.tables.has(table);
  }
  restore(table: string, head: string, steps: string): void {
    this.tables.add(table);
    this.heard.push(`restore ${head} ${steps}`);
  }
  saved(number: number): void {
    this.heard.push(`saved ${number}`);
  }
  unsaved(number: number): void {
    this.heard.push(`unsaved ${number}`);
  }
  turn(): void {
    this.heard.push("turn");
  }
}

/** Let everything happen that waits for nothing else. */
export async function settled(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

export const TABLE = `offline${"a".repeat(26)}`;

/** The head of a table, as far as pages read it; tests/server/test_offline.py looks whether Python writes it so. */
export const headOf = (stage: string, tutorial = false): string =>
  JSON.stringify({
    code: "k7mwq3n",
    poster: { edition: "any", pace: "live", stage, seats: 3, people: 1, bots: 2, host: "you", brought: false },
    tutorial,
    names: { you: "Ada" },
  });

/** A browser with any number of pages, where workers start when a test says so. */
export class Browser {
  readonly bus = new Bus();
  readonly shelf = new MemoryShelf();
  readonly told: string[] = [];
  readonly posted: string[] = [];
  started = 0;
  fails: string | null = null;
  heard: ((message: ToOwnPage) => void) | undefined;

  readonly door: Door = {
    channel: () => this.bus.join(),
    start: (heard, failed) => {
      this.started++;
      this.heard = heard;
      const { fails } = this;
      if (fails !== null) queueMicrotask(() => failed(fails));
      return { postMessage: ({ kind }) => this.posted.push(kind), terminate: () => this.told.push("terminated") };
    },
    progress: (loaded, total) => this.told.push(`${loaded} of ${total}`),
    failed: (reason) => this.told.push(`failed: ${reason}`),
    ready: () => this.told.push("ready"),
    kept: (_, isKept) => this.told.push(isKept ? "kept" : "unkept"),
  };

  page(): Client {
    return new Client(this.door);
  }

  /** Have a worker that holds the lock, and starts. */
  holder(id = "first"): { holder: Holder; serve: () => Echo } {
    const holder = new Holder(this.bus.join(), this.shelf, id);
    const serve = (): Echo => {
      const echo = new Echo(holder.page);
      holder.serve(echo);
      return echo;
    };
    return { holder, serve };
  }
}
