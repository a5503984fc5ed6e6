/** The side of the worker: hands what pages ask to Python, and what Python says to pages and to the database. */
import type { Row, Shelf, Step } from "./database";
import type { Channel, ToPages, ToWorker } from "./messages";
import { isOffline } from "./where";

/** What Python calls. */
export interface Page {
  answer(call: string, status: number, body: string): void;
  frame(socket: string, data: string): void;
  closed(socket: string, code: number, reason: string): void;
  /** Have `turn` called once, after so many milliseconds. */
  wake(after: number): void;
  save(number: number, table: string, head: string, steps: string): void;
}

/** What Python can be asked. */
export interface Offline {
  call(call: string, method: string, path: string, body: string, name: string, player: number): void;
  open(socket: string, path: string): void;
  receive(socket: string, data: string): void;
  hang_up(socket: string): void;
  holds(table: string): boolean;
  restore(table: string, head: string, steps: string): void;
  saved(number: number): void;
  unsaved(number: number): void;
  turn(): void;
}

/** The fields of a head that are read here. */
interface Head {
  readonly at?: number;
  readonly finished?: number | null;
}

interface Save {
  readonly number: number;
  readonly row: Row;
  readonly steps: readonly Step[];
}

/** So many finished games are kept. */
const GAMES_KEPT = 50;
/** What timers of browsers can count. */
const LONGEST = 2 ** 31 - 1;

const PATH = /^\/(?:api\/tables|ws)\/([^/?]+)/;

export class Holder {
  #offline: Offline | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #progress: ToPages = { kind: "progress", loaded: 0, total: 0 };
  #saves: Save[] = [];
  #writes = false;
  /** Steps that could not be written, by table. What is written next begins with them: a log has no gap. */
  readonly #unwritten = new Map<string, readonly Step[]>();
  readonly #restored = new Map<string, Promise<void>>();
  readonly #dropped = new Set<string>();
  /** What came for a socket or a table whose table is still being read, in its order. */
  readonly #sockets = new Map<string, Promise<void>>();

  constructor(
    readonly channel: Channel,
    readonly shelf: Shelf,
    /** Another one for each holder: pages see by it that tables have moved. */
    readonly id: string,
  ) {
    channel.onmessage = ({ data }) => this.#take(data as ToWorker);
  }

  readonly page: Page = {
    answer: (id, status, body) => this.#tell({ kind: "answer", id, status, body }),
    frame: (id, data) => this.#tell({ kind: "frame", id, data }),
    closed: (id, code, reason) => this.#tell({ kind: "closed", id, code, reason }),
    wake: (after) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#turn(), Math.min(Math.max(after, 0), LONGEST));
    },
    save: (number, table, head, steps) => {
      const { at = Date.now() / 1000, finished = null } = JSON.parse(head) as Head;
      this.#saves.push({ number, row: { table, head, at, finished }, steps: JSON.parse(steps) as readonly Step[] });
      void this.#write();
    },
  };

  progress(loaded: number, total: number): void {
    this.#progress = { kind: "progress", loaded, total };
    this.#tell(this.#progress);
  }

  /** Tell pages that it goes on. */
  again(): void {
    this.#tell(this.#progress);
  }

  serve(offline: Offline): void {
    this.#offline = offline;
    this.#tell({ kind: "ready", holder: this.id });
  }

  fail(reason: string): void {
    this.#tell({ kind: "failed", reason });
    this.stop();
  }

  /** Say and hear nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#offline = undefined;
    this.#saves = [];
    this.channel.onmessage = null;
    this.channel.close();
  }

  #turn(): void {
    try {
      this.#offline?.turn();
    } catch (error) {
      // Clocks would stand still: better to begin again with what was saved.
      console.error(error);
      this.fail("python");
    }
  }

  #tell(message: ToPages): void {
    this.channel.postMessage(message);
  }

  #take(message: ToWorker): void {
    const offline = this.#offline;
    if (offline === undefined) {
      // Whatever is asked before, pages ask again as soon as they hear that all is ready.
      if (message.kind === "hello") this.#tell(this.#progress);
      return;
    }
    if (message.kind === "hello") {
      this.#tell({ kind: "ready", holder: this.id });
      for (const table of this.#unwritten.keys()) this.#tell({ kind: "unkept", table });
    } else if (message.kind === "drop") this.#dropped.add(message.table);
    else if (message.kind === "call") void this.#call(offline, message);
    else if (message.kind === "open") this.#sockets.set(message.id, this.#open(offline, message));
    else void this.#pass(offline, message);
  }

  async #call(offline: Offline, { id, method, path, body, name, player = 0 }: Extract<ToWorker, { kind: "call" }>): Promise<void> {
    try {
      await this.#restore(offline, path);
      offline.call(id, method, path, body, name, player);
    } catch (error) {
      console.error(error);
      this.page.answer(id, 503, '{"code":"unavailable","text":""}');
    }
  }

  async #open(offline: Offline, { id, path }: Extract<ToWorker, { kind: "open" }>): Promise<void> {
    try {
      await this.#restore(offline, path);
      this.#tell({ kind: "opened", id });
      offline.open(id, path);
    } catch (error) {
      console.error(error);
      this.page.closed(id, 1011, "unavailable");
    }
  }

  async #pass(offline: Offline, message: Extract<ToWorker, { kind: "frame" | "hangUp" }>): Promise<void> {
    await this.#sockets.get(message.id);
    if (message.kind === "frame") {
      offline.receive(message.id, message.data);
      return;
    }
    this.#sockets.delete(message.id);
    offline.hang_up(message.id);
  }

  /** Let Python have the table of a path as it was saved, before it is asked about it for the first time. */
  async #restore(offline: Offline, path: string): Promise<void> {
    const table = PATH.exec(path)?.[1];
    if (table === undefined || !isOffline(table) || offline.holds(table)) return;
    let restored = this.#restored.get(table);
    if (restored === undefined) {
      restored = this.#read(offline, table).finally(() => this.#restored.delete(table));
      this.#restored.set(table, restored);
    }
    await restored;
  }

  async #read(offline: Offline, table: string): Promise<void> {
    const found = await this.shelf.read(table);
    if (found !== null && !offline.holds(table)) offline.restore(table, found.head, JSON.stringify(found.steps));
  }

  /** Write one after the other. What follows a save that has failed fails too, and is tried again with the next one. */
  async #write(): Promise<void> {
    if (this.#writes) return;
    this.#writes = true;
    for (let save = this.#saves.shift(); save !== undefined; save = this.#saves.shift()) {
      const { table, finished } = save.row;
      const steps = [...(this.#unwritten.get(table) ?? []), ...save.steps];
      // oxlint-disable-next-line no-await-in-loop
      const written = !this.#dropped.has(table) && (await this.shelf.write(save.row, steps).then(() => true, () => false));
      if (!written) {
        this.#fallBehind(table, [save, ...this.#saves.filter(({ row }) => row.table === table)], steps);
        continue;
      }
      if (this.#unwritten.delete(table)) this.#tell({ kind: "kept", table });
      this.#offline?.saved(save.number);
      // oxlint-disable-next-line no-await-in-loop
      if (finished !== null) await this.#tidy().catch(() => undefined);
    }
    this.#writes = false;
  }

  /** The table goes on without these saves. */
  #fallBehind(table: string, gone: readonly Save[], steps: readonly Step[]): void {
    this.#saves = this.#saves.filter(({ row }) => row.table !== table);
    if (!this.#dropped.has(table)) {
      if (!this.#unwritten.has(table)) this.#tell({ kind: "unkept", table });
      this.#unwritten.set(table, [...steps, ...gone.slice(1).flatMap((save) => save.steps)]);
    }
    for (const { number } of gone) this.#offline?.unsaved(number);
  }

  /** Remove the oldest finished games. */
  async #tidy(): Promise<void> {
    const finished = (await this.shelf.rows()).filter((row) => row.finished !== null);
    const old = finished.toSorted((one, other) => (other.finished ?? 0) - (one.finished ?? 0)).slice(GAMES_KEPT);
    await Promise.all(old.map(({ table }) => this.shelf.remove(table)));
  }
}
