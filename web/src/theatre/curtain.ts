/**
 * What the table shows while a scene plays: for a moment it stays as it was, so that nobody reads the end before it is
 * played. Behind the curtain the game goes on; whatever comes next lifts it at once, and what one can do is never held.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { TableState, TableStore } from "../model/table/store";

/** A scene, and when it begins and ends, in milliseconds from the start of its act. */
export interface Entry<Scene> {
  readonly scene: Scene;
  readonly from: number;
  readonly to: number;
}

/** A sound, by its name, and when it is heard. */
export type Sounding = readonly [at: number, sound: string];

/** Everything that is played after one step of the game. */
export interface Act<Scene> {
  readonly entries: readonly Entry<Scene>[];
  /** What is heard at which moment, in the order of time; whatever is not among it is heard at once. */
  readonly sounds: readonly Sounding[];
  /** What the table shows instead of the truth, and for how long; 0: nothing is held. */
  readonly shown: Partial<TableState>;
  readonly holds: number;
}

/** Makes an act of a step; null: there is nothing to play. Without `moves`, only what stands still. */
export type Director<Scene> = (before: TableState, now: TableState, moves: boolean) => Act<Scene> | null;

export interface Playing<Scene> {
  readonly act: Act<Scene> | null;
  /** What is on the stage now. */
  readonly entries: readonly Entry<Scene>[];
}

type Listener = (sounds: readonly string[]) => void;

/** Times how fast scenes are played; 0: nothing may move. */
export type Rate = () => number;

export class Curtain<Scene> {
  /** The table as it is to be looked at. */
  readonly table: TableStore;
  readonly state: StoreApi<Playing<Scene>>;
  /** Who makes scenes; nobody does before that is loaded. */
  director: Director<Scene> | null = null;
  /** How long the latest step was held back, in milliseconds. */
  heldFor = 0;
  #held: Partial<TableState> = {};
  #since = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #listeners = new Set<Listener>();
  #waiting = new Set<() => void>();
  /** The step that is played, by its events. */
  #step: TableState["events"] | null = null;
  #unheard: readonly string[] = [];

  constructor(
    readonly live: TableStore,
    readonly rate: Rate,
  ) {
    this.table = { ...live, ...createStore<TableState>(() => live.getState()) };
    this.state = createStore<Playing<Scene>>(() => ({ act: null, entries: [] }));
  }

  /** Follow the game; returns how to stop. */
  open(): () => void {
    this.#show();
    const stop = this.live.subscribe((now, before) => this.#follow(now, before));
    return () => {
      stop();
      // Whoever has left the table hears no more of it.
      this.#unheard = [];
      this.#end();
      this.#waiting.clear();
    };
  }

  /** Hear every sound of a scene at its moment; returns how to stop. */
  hear(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Let something be heard now that belongs to no step. */
  sound(name: string): void {
    for (const listener of this.#listeners) listener([name]);
  }

  /** The sounds of a step that its scenes give, each at its moment: nobody else needs to play them. */
  soundsOf(events: TableState["events"]): readonly string[] {
    return this.#step === events ? (this.state.getState().act?.sounds.map(([, sound]) => sound) ?? []) : [];
  }

  /** Do something when the table shows the truth, which may be now; returns how to let it be. */
  whenLifted(then: () => void): () => void {
    if (Object.keys(this.#held).length === 0) then();
    else this.#waiting.add(then);
    return () => void this.#waiting.delete(then);
  }

  /** Go to the end of what is played. */
  skip(): void {
    this.#end();
  }

  #follow(now: TableState, before: TableState): void {
    // Who comes and goes at the table is a step as well, but none of the game.
    if (now.view?.moment !== before.view?.moment || (now.events !== before.events && now.events.length > 0)) {
      this.#end();
      this.heldFor = 0;
      // Of several steps at once, as after an outage, the first are long over.
      const played = now.seq === before.seq + 1 && now.events.length > 0 && !document.hidden;
      const act = played ? (this.director?.(before, now, this.rate() > 0) ?? null) : null;
      this.#step = now.events;
      if (act !== null) this.#play(act);
    }
    this.#show();
  }

  #play(act: Act<Scene>): void {
    // What stands still stands as long as it would have moved.
    const rate = this.rate() || 1;
    const at = (time: number, then: () => void): void => void this.#timers.push(setTimeout(then, time / rate));
    this.#held = act.holds > 0 ? act.shown : {};
    this.#since = Date.now();
    this.state.setState({ act, entries: act.entries.filter(({ from }) => from === 0) });
    if (act.holds > 0) at(act.holds, () => this.#lift());
    this.#unheard = act.sounds.map(([, sound]) => sound);
    for (const [time] of act.sounds) at(time, () => this.#sound(1));
    for (const entry of act.entries) {
      if (entry.from > 0) at(entry.from, () => this.#stage((on) => [...on, entry]));
      at(entry.to, () => this.#stage((on) => on.filter((one) => one !== entry)));
    }
    at(Math.max(...act.entries.map(({ to }) => to)), () => this.#end());
  }

  #stage(change: (entries: readonly Entry<Scene>[]) => readonly Entry<Scene>[]): void {
    this.state.setState(({ act, entries }) => ({ act, entries: change(entries) }));
  }

  /** Give the next sounds. */
  #sound(count: number): void {
    const sounds = this.#unheard.slice(0, count);
    this.#unheard = this.#unheard.slice(count);
    if (sounds.length > 0) for (const listener of this.#listeners) listener(sounds);
  }

  #lift(): void {
    if (Object.keys(this.#held).length > 0) this.heldFor = Date.now() - this.#since;
    this.#held = {};
    this.#show();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const then of waiting) then();
  }

  #end(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#lift();
    // What is cut short is seen at once, and so it is heard.
    this.#sound(this.#unheard.length);
    if (this.state.getState().act !== null) this.state.setState({ act: null, entries: [] });
  }

  #show(): void {
    this.table.setState({ ...this.live.getState(), ...this.#held });
  }
}
