/**
 * A screen without a table shows a code until a player pairs it. After that it asks for its table and a ticket each time
 * it opens a socket. Its secret is kept in this tab, so that it is the same screen after a reload.
 */
import { createStore } from "zustand/vanilla";
import { call, Refusal, spread } from "../../net/http";
import type { Admission } from "../../net/socket";
import type { ScreenCode } from "../../protocol/types";

const KEPT = "kuhstall.screen";
const FIRST_WAIT = 2000;
/** The longest wait between two calls of a screen that is not paired, and of one whose server does not answer. */
const LONGEST_WAIT = 6000;
const LONGEST_OUTAGE = 20_000;
const SLOWER = 1.1;
/** A paired screen does not expire here. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** What is stored: the code with the secret, and until when the code is valid. */
interface Kept extends ScreenCode {
  readonly until: number;
}

interface Found extends Admission {
  readonly table: string;
}

export interface PairingState {
  /** What to show until a player pairs the screen. */
  readonly code: ScreenCode | null;
  readonly table: string | null;
  /** The server does not answer, or has too much to do. */
  readonly lost: boolean;
}

function kept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(what: Kept | null): void {
  try {
    if (what === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // Without storage a reload needs a new code.
  }
}

/** Whether this tab was a screen before it was loaded again. */
export const isKnown = (): boolean => kept() !== null;

export class Pairing {
  readonly state = createStore<PairingState>(() => ({ code: null, table: null, lost: false }));
  #kept = kept();
  /** A ticket that was not used yet. */
  #given: Found | null = null;
  #beginning: Promise<Kept> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #look = 0;
  #open = false;

  /** `opens`: this is the screen of `kuhstall play --screen`, which needs no code. */
  constructor(readonly opens: boolean) {}

  open(): void {
    this.#open = true;
    document.addEventListener("visibilitychange", this.#shown);
    this.follow();
  }

  close(): void {
    this.#open = false;
    this.#look++;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#shown);
  }

  /** Ask until there is a table other than the one shown: at first, and after a rematch. */
  follow(): void {
    this.#wait = FIRST_WAIT;
    void this.#ask();
  }

  /** The table is gone, or the host removed the screen: get a new code. */
  restart(): void {
    this.#forget();
    this.follow();
  }

  /** Return a ticket for a table. If the screen has another table now, or none, the state changes. */
  async admission(table: string): Promise<Admission> {
    const given = this.#given ?? (await this.#found());
    this.#given = null;
    if (given?.table === table) return given;
    if (given === undefined) this.follow();
    else this.#show(given);
    throw new Refusal("moved", 0);
  }

  readonly #shown = (): void => {
    if (document.visibilityState === "visible" && this.state.getState().table === null) this.follow();
  };

  #keep<K extends Kept | null>(what: K): K {
    this.#kept = what;
    keep(what);
    return what;
  }

  #forget(): void {
    this.#keep(null);
    this.#given = null;
    this.state.setState({ code: null, table: null });
  }

  #show(found: Found): void {
    this.#given = found;
    this.state.setState({ code: null, table: found.table, lost: false });
  }

  async #ask(): Promise<void> {
    const look = ++this.#look;
    clearTimeout(this.#timer);
    if (!this.#open || document.visibilityState === "hidden") return;
    let wait = Math.min(this.#wait, LONGEST_WAIT, Math.max(0, (this.#kept?.until ?? NEVER) - Date.now()));
    try {
      const found = await this.#found();
      if (look !== this.#look) return;
      if (found !== undefined && found.table !== this.state.getState().table) return this.#show(found);
      this.state.setState({ lost: false });
      this.#wait *= SLOWER;
      if (this.#kept === null) wait = 0;
    } catch (error) {
      if (look !== this.#look) return;
      this.state.setState({ lost: true });
      this.#wait = Math.min(this.#wait * 2, LONGEST_OUTAGE);
      wait = spread((error instanceof Refusal ? error.retryAfter : undefined) ?? this.#wait);
    }
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  /** Return the table of this screen; undefined if it is not paired yet. */
  async #found(): Promise<Found | undefined> {
    const own = this.#kept !== null && Date.now() < this.#kept.until ? this.#kept : await (this.#beginning ??= this.#begin());
    try {
      const { table, ticket, socket } = await call("POST /api/screens/ticket", { screen: own.screen });
      if (table === undefined || ticket === undefined || socket === undefined) {
        this.state.setState({ code: own, table: null });
        return undefined;
      }
      this.#keep({ ...own, until: NEVER });
      return { table, ticket, socket };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "no_such_screen") throw error;
      this.#forget();
      return undefined;
    }
  }

  async #begin(): Promise<Kept> {
    try {
      return this.#keep(await this.#begun());
    } finally {
      this.#beginning = null;
    }
  }

  async #begun(): Promise<Kept> {
    const code = await call("POST /api/screens", this.opens ? { opens: true } : {}).catch(async (error: unknown) => {
      // The address of `kuhstall play --screen` was opened on another machine.
      if (error instanceof Refusal && error.code === "not_here") return call("POST /api/screens", {});
      throw error;
    });
    return { ...code, until: Date.now() + code.lasts };
  }
}
