/** The side of a page: calls and sockets to whichever worker runs the tables of this browser. */
import { Refusal } from "../refusal";
import type { Channel, ToOwnPage, ToOwnWorker, ToPages } from "./messages";

export interface OwnWorker {
  postMessage(message: ToOwnWorker): void;
  terminate(): void;
}

/** What a client needs of its browser. */
export interface Door {
  readonly channel: () => Channel;
  /** Start a worker of this page; it may say that it cannot run. */
  readonly start: (heard: (message: ToOwnPage) => void, failed: (reason: string) => void) => OwnWorker;
  readonly progress: (loaded: number, total: number) => void;
  readonly failed: (reason: string) => void;
  readonly ready: () => void;
  /** Whether the browser keeps a table. */
  readonly kept: (table: string, isKept: boolean) => void;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** One end of a socket. */
export interface End {
  opened(): void;
  frame(data: string): void;
  closed(code: number, reason: string): void;
}

interface Waiting {
  readonly send: () => void;
  readonly done: (reply: Reply) => void;
  readonly fail: (error: Refusal) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** For how long a call waits until the worker is there; it goes on starting meanwhile. */
export const START = 20_000;
/** After this long without a sign that something goes on, it is not going to start any more. */
export const SILENT = 60_000;
/** After this long without a word from the page that has the lock, it is frozen. */
export const STEAL = 8000;
/** No answer takes as long as this: the worker is gone. */
export const ANSWER = 30_000;
/** After a failure it is left alone for a while: people at a table ask every few seconds. */
export const REST = 30_000;

const unavailable = (): Refusal => new Refusal("unavailable", 0);

interface Start {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Refusal) => void;
}

export class Client {
  readonly #id = crypto.randomUUID();
  #number = 0;
  #channel: Channel | undefined;
  #worker: OwnWorker | undefined;
  /** Whether our own worker is the one that runs, or starts. */
  #holds = false;
  #holder: string | null = null;
  #start: Start | null = null;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #steal: ReturnType<typeof setTimeout> | undefined;
  #failedAt = -Infinity;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ends = new Map<string, End>();

  constructor(readonly door: Door) {}

  /** Have a worker run the tables. */
  async ready(limit = START): Promise<void> {
    if (this.#holder !== null) {
      // So that somebody takes over if the page that has the tables is closed.
      this.#enlist();
      return;
    }
    if (this.#start === null) {
      if (Date.now() - this.#failedAt < REST) throw unavailable();
      this.#begin();
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = limit === Infinity ? undefined : setTimeout(() => reject(unavailable()), limit);
    });
    await Promise.race([this.#start?.done, late]).finally(() => clearTimeout(timer));
  }

  /** Stop a worker that takes too long. */
  abandon(): void {
    if (this.#holder === null) this.#fail("slow");
  }

  async call(method: string, path: string, body: string, name: string, limit = START, player = 0): Promise<Reply> {
    await this.ready(limit);
    const id = this.#next();
    return new Promise((done, fail) => {
      const send = (): void => this.#channel?.postMessage({ kind: "call", id, method, path, body, name, player });
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        this.#lost();
        fail(unavailable());
      }, ANSWER);
      this.#waiting.set(id, { send, done, fail, timer });
      send();
    });
  }

  /** Open a socket and return its id. */
  open(path: string, end: End): string {
    const id = this.#next();
    this.#ends.set(id, end);
    this.ready().then(
      () => this.#ends.has(id) && this.#channel?.postMessage({ kind: "open", id, path }),
      () => this.#closed(id, 1006, ""),
    );
    return id;
  }

  send(id: string, data: string): void {
    if (this.#ends.has(id)) this.#channel?.postMessage({ kind: "frame", id, data });
  }

  hangUp(id: string): void {
    if (this.#ends.delete(id)) this.#channel?.postMessage({ kind: "hangUp", id });
  }

  /** The page goes away, perhaps to come back from where browsers keep pages. */
  hide(): void {
    for (const [id, end] of this.#ends) {
      this.hangUp(id);
      end.closed(1001, "");
    }
  }

  drop(table: string): void {
    this.#join().postMessage({ kind: "drop", table });
  }

  #next(): string {
    return `${this.#id}:${++this.#number}`;
  }

  #join(): Channel {
    if (this.#channel === undefined) {
      this.#channel = this.door.channel();
      this.#channel.onmessage = ({ data }) => this.#take(data as ToPages);
    }
    return this.#channel;
  }

  #begin(): void {
    let [resolve, reject]: [() => void, (error: Refusal) => void] = [() => undefined, () => undefined];
    const done = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
    // Whoever waits for it is told; perhaps nobody does.
    done.catch(() => undefined);
    this.#start = { done, resolve, reject };
    const channel = this.#join();
    this.#wait();
    this.#steal = setTimeout(() => !this.#holds && this.#worker?.postMessage({ kind: "steal" }), STEAL);
    this.#enlist();
    channel.postMessage({ kind: "hello", client: this.#id });
  }

  /** Have a worker of our own, which runs or waits for its turn. */
  #enlist(): void {
    if (this.#worker !== undefined) return;
    this.#worker = this.door.start(
      (message) => {
        this.#holds = message.kind === "holds";
        if (message.kind === "holds") return;
        this.#worker = undefined;
        // Another page has taken over; who knows for how long.
        if (this.#waiting.size + this.#ends.size > 0) this.#enlist();
      },
      (reason) => this.#fail(reason),
    );
  }

  #wait(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#fail("slow"), SILENT);
  }

  #settled(): Start | null {
    const start = this.#start;
    clearTimeout(this.#limit);
    clearTimeout(this.#steal);
    this.#start = null;
    return start;
  }

  #fail(reason: string): void {
    this.#failedAt = Date.now();
    this.#lost();
    this.#settled()?.reject(unavailable());
    for (const [id, { fail, timer }] of this.#waiting) {
      clearTimeout(timer);
      this.#waiting.delete(id);
      fail(unavailable());
    }
    this.door.failed(reason);
  }

  /** The worker is gone, or as good as that. */
  #lost(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#holds = false;
    this.#holder = null;
    for (const id of this.#ends.keys()) this.#closed(id, 1006, "");
  }

  #closed(id: string, code: number, reason: string): void {
    const end = this.#ends.get(id);
    this.#ends.delete(id);
    end?.closed(code, reason);
  }

  #take(message: ToPages): void {
    if (message.kind === "ready") this.#serve(message.holder);
    else if (message.kind === "failed") this.#fail(message.reason);
    else if (message.kind === "unkept" || message.kind === "kept") this.door.kept(message.table, message.kind === "kept");
    else if (message.kind === "progress") {
      clearTimeout(this.#steal);
      if (this.#start !== null) this.#wait();
      this.door.progress(message.loaded, message.total);
    } else if (message.kind === "answer") {
      const waiting = this.#waiting.get(message.id);
      if (waiting === undefined) return;
      this.#waiting.delete(message.id);
      clearTimeout(waiting.timer);
      waiting.done(message);
    } else if (message.kind === "opened") this.#ends.get(message.id)?.opened();
    else if (message.kind === "frame") this.#ends.get(message.id)?.frame(message.data);
    else if (message.kind === "closed") this.#closed(message.id, message.code, message.reason);
  }

  #serve(holder: string): void {
    const moved = this.#holder !== null && this.#holder !== holder;
    this.#holder = holder;
    this.#failedAt = -Infinity;
    if (moved) {
      // Tables are read from the database there: sockets come back by themselves, and calls have ids that make them count once.
      for (const id of this.#ends.keys()) this.#closed(id, 1006, "");
      for (const { send } of this.#waiting.values()) send();
    }
    this.#settled()?.resolve();
    this.door.ready();
  }
}
