/**
 * The socket of one table: it comes back by itself, resends what was not answered, and resumes
 * from the last step it has seen. It knows no game.
 */
import type { Endpoints, Inbound, Outbound } from "../protocol/types";
import { call, Refusal, spread, transport } from "./http";
import { isOffline } from "./offline/where";

export type Status = "connecting" | "online" | "offline" | "closed";

/** A frame that wants an answer. */
export type Command = Extract<Inbound, { cid: string }>;

export interface Listener {
  frame(frame: Outbound): void;
  status(status: Status, reason?: string): void;
  /** Whether the server has too much to do to let us in. */
  crowded(crowded: boolean): void;
  /** The number of the last step seen, to resume from. */
  seq(): number;
}

const RESEND_AFTER = 2500;
const SILENT_AFTER = 9000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** What the server says when coming back makes no sense. */
const FINAL = new Set(["kicked", "logged_out", "no_such_table", "banned_address"]);
/** Not decided yet: the same command is sent again. */
const UNDECIDED = new Set(["unavailable", "slow_down"]);

/** What opens a socket, and where. */
export type Admission = Endpoints["POST /api/tables/{table}/ticket"]["answer"];

export class TableSocket {
  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #attempt = 0;
  #over = false;
  /** For how long the server has asked to be left alone. */
  #leaveAlone: number | undefined;
  readonly #pending = new Map<string, { readonly frame: Command; again: number }>();

  constructor(
    readonly table: string,
    readonly listener: Listener,
    readonly admitted = async (): Promise<Admission> => call("POST /api/tables/{table}/ticket", null, { table }),
  ) {}

  /** Open it, unless it is open already. */
  open(): void {
    if (this.#beat !== undefined) return;
    this.#over = false;
    addEventListener("online", this.#now);
    addEventListener("pageshow", this.#shown);
    document.addEventListener("visibilitychange", this.#now);
    this.#beat = setInterval(this.#check, 500);
    void this.#connect();
  }

  close(): void {
    this.#over = true;
    removeEventListener("online", this.#now);
    removeEventListener("pageshow", this.#shown);
    document.removeEventListener("visibilitychange", this.#now);
    clearInterval(this.#beat);
    this.#beat = undefined;
    clearTimeout(this.#retry);
    this.#attempt++; // a connection that is being made is not wanted any more
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** Send a command, now and again until it is answered. */
  send(frame: Command): void {
    this.#pending.set(frame.cid, { frame, again: Date.now() + RESEND_AFTER });
    this.#write(frame);
  }

  /** Send a command no more, answered or not. */
  forget(cid: string): void {
    this.#pending.delete(cid);
  }

  resume(): void {
    this.#write({ type: "resume", last_seq: this.listener.seq() });
  }

  async #connect(): Promise<void> {
    if (this.#over || this.#socket !== undefined) return;
    const attempt = ++this.#attempt;
    this.listener.status("connecting");
    let ticket: Admission;
    let opened = (address: string): WebSocket => new WebSocket(address);
    try {
      if (isOffline(this.table)) opened = (await transport()).socket;
      ticket = await this.admitted();
    } catch (error) {
      if (error instanceof Refusal && FINAL.has(error.code)) this.#end(error.code);
      else if (attempt === this.#attempt) {
        if (error instanceof Refusal) this.#leaveAlone = error.retryAfter;
        this.#lost();
      }
      return;
    }
    if (this.#over || attempt !== this.#attempt) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = opened(`${scheme}//${location.host}${ticket.socket}`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener("open", () => {
      const seq = this.listener.seq();
      const hello: Inbound = { type: "hello", ticket: ticket.ticket, last_seq: seq || null, client: "web" };
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener("message", (message: MessageEvent<string>) => {
      if (this.#socket === socket) this.#take(JSON.parse(message.data) as Outbound);
    });
    socket.addEventListener("close", (event) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (FINAL.has(event.reason)) this.#end(event.reason);
      else this.#lost();
    });
  }

  #take(frame: Outbound): void {
    this.#heard = Date.now();
    if (frame.type === "ping") this.#write({ type: "pong", nonce: frame.nonce });
    if (frame.type === "welcome") {
      this.#wait = FIRST_WAIT;
      this.listener.crowded(false);
      this.listener.status("online");
      for (const waiting of this.#pending.values()) this.#write(waiting.frame);
    }
    if (frame.type === "busy") {
      const waiting = this.#pending.get(frame.cid);
      if (waiting !== undefined) waiting.again = Date.now() + spread(frame.retry_after);
    }
    if (frame.type === "bye") this.#leaveAlone = frame.retry_after;
    if (frame.type === "ack" || frame.type === "nack") {
      if (frame.type === "nack" && UNDECIDED.has(frame.code)) return;
      this.#pending.delete(frame.cid);
    }
    this.listener.frame(frame);
  }

  #write(frame: Inbound): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #lost(): void {
    if (this.#over) return;
    const asked = this.#leaveAlone;
    this.#leaveAlone = undefined;
    this.listener.crowded(asked !== undefined);
    this.listener.status("offline");
    clearTimeout(this.#retry);
    const wait = asked === undefined ? this.#wait * (0.75 + Math.random() / 2) : spread(asked);
    this.#retry = setTimeout(() => void this.#connect(), wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #end(reason: string): void {
    this.#over = true;
    clearInterval(this.#beat);
    this.listener.status("closed", reason);
  }

  readonly #check = (): void => {
    const now = Date.now();
    if (this.#socket !== undefined && now - this.#heard > SILENT_AFTER) {
      // A dead wire may take minutes to close by itself.
      const dead = this.#socket;
      this.#socket = undefined;
      dead.close();
      this.#lost();
    }
    for (const waiting of this.#pending.values()) {
      if (now > waiting.again) {
        waiting.again = now + RESEND_AFTER;
        this.#write(waiting.frame);
      }
    }
  };

  /** Back from where the browser keeps pages; one that is shown for the first time connects anyway. */
  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#now();
  };

  readonly #now = (): void => {
    if (document.visibilityState === "hidden" || this.#over || this.#socket !== undefined) return;
    clearTimeout(this.#retry);
    this.#wait = FIRST_WAIT;
    void this.#connect();
  };
}
