/**
 * A finished game, fed to the table's own components. The server has folded it: here are only pages
 * of steps, a place among them, and somebody through whose eyes they are seen.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { call, Refusal } from "../../net/http";
import type { Line, PartyView, ReplayStep, Stop } from "../../protocol/types";
import { EMPTY, type TableState, type TableStore } from "../table/store";

/** A seat, a spectator, or somebody who sees everything. */
export type Viewer = number | "none" | "all";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAGE = 100;
/** When to look again for a step that has not come yet. */
const SOON = 500;

export interface Playing {
  /** The step that is wanted, from 1; what is on the table follows as soon as it is there. */
  readonly step: number;
  readonly steps: number;
  readonly viewer: Viewer;
  /** Through whose eyes the table is drawn, until those of the viewer have come. */
  readonly shown: Viewer;
  readonly running: boolean;
  readonly speed: number;
  readonly stops: readonly Stop[];
  /** Why there is nothing to see. */
  readonly problem: string | null;
}

type Steps = (ReplayStep | undefined)[];

const NOTHING = (): void => undefined;

export class Replayer {
  /** What the components of the table draw. Nothing can be done there any more. */
  readonly table: TableStore;
  readonly state: StoreApi<Playing>;
  readonly #seen = new Map<Viewer, Steps>();
  readonly #pages = new Map<string, Promise<void>>();
  #shown: { readonly viewer: Viewer; readonly step: number } | null = null;
  #beat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    /** How long a step stays on the table at normal speed, in milliseconds. */
    readonly lasting: (step: ReplayStep) => number,
  ) {
    const store = createStore<TableState>(() => ({ ...EMPTY, table: id, status: "online" }));
    this.table = Object.assign(store, {
      open: NOTHING,
      close: NOTHING,
      act: NOTHING,
      withdraw: NOTHING,
      ask: NOTHING,
      say: NOTHING,
      mute: NOTHING, block: NOTHING,
    });
    this.state = createStore<Playing>(() => ({
      step: 1,
      steps: 1,
      viewer: "all",
      shown: "all",
      running: false,
      speed: 1,
      stops: [],
      problem: null,
    }));
  }

  /** Fetch who sat there and how long it took, and go to a step. */
  async open(step: number, viewer: Viewer): Promise<void> {
    const path = { table: this.id };
    try {
      const party = await call("GET /api/tables/{table}", null, path);
      if (party.secret === null) throw new Refusal("not_ended", 0);
      const course = await call("GET /api/tables/{table}/course", null, path);
      this.table.setState({ party: present(party) });
      const known = typeof viewer !== "number" || viewer < party.places.length;
      this.state.setState({ steps: course.steps, stops: course.stops, viewer: known ? viewer : "all" });
      this.go(step);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Go to a step. A single one forward is shown in motion; anything else is just there. */
  go(step: number): void {
    const { steps, viewer } = this.state.getState();
    const wanted = Math.min(steps, Math.max(1, Math.round(step) || 1));
    this.state.setState({ step: wanted });
    if (this.#show()) return;
    void this.#load(viewer, pageOf(wanted)).then(() => this.#rest(viewer));
  }

  by(steps: number): void {
    this.pause();
    this.go(this.state.getState().step + steps);
  }

  see(viewer: Viewer): void {
    this.state.setState({ viewer });
    this.go(this.state.getState().step);
  }

  pace(speed: number): void {
    this.state.setState({ speed });
    if (this.state.getState().running) this.#wait();
  }

  /** Play on; from the end, once more from the beginning. */
  play(): void {
    const { step, steps } = this.state.getState();
    this.state.setState({ running: true });
    if (step >= steps) this.go(1);
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#beat);
    this.state.setState({ running: false });
  }

  toggle(): void {
    if (this.state.getState().running) this.pause();
    else this.play();
  }

  close(): void {
    this.pause();
  }

  #wait(): void {
    clearTimeout(this.#beat);
    const { step, speed, viewer } = this.state.getState();
    const seen = this.#seen.get(viewer)?.[step - 1];
    this.#beat = setTimeout(() => this.#tick(), (seen === undefined ? SOON : this.lasting(seen)) / speed);
  }

  #tick(): void {
    const { step, steps, viewer } = this.state.getState();
    // What has not come yet is waited for, not skipped.
    if (this.#shown?.step === step && this.#shown.viewer === viewer) {
      if (step >= steps) {
        this.pause();
        return;
      }
      this.go(step + 1);
    }
    this.#wait();
  }

  /** Put the wanted step on the table; false if it is not here yet. */
  #show(): boolean {
    const { step, viewer } = this.state.getState();
    const all = this.#seen.get(viewer) ?? [];
    const found = all[step - 1];
    if (found === undefined) return false;
    const next = this.#shown?.viewer === viewer && this.#shown.step === step - 1;
    const same = this.#shown?.viewer === viewer && this.#shown.step === step;
    this.#shown = { viewer, step };
    this.state.setState({ shown: viewer });
    this.table.setState({
      seq: step,
      you: typeof viewer === "number" ? viewer : null,
      view: found.view,
      lines: told(all, step),
      ...(same ? {} : { events: next ? found.events : [] }),
    });
    return true;
  }

  async #load(viewer: Viewer, page: number): Promise<void> {
    const name = `${viewer}/${page}`;
    const known = this.#pages.get(name);
    if (known !== undefined) return known;
    const loading = call("GET /api/tables/{table}/replay/{viewer}/{page}", null, {
      table: this.id,
      viewer: String(viewer),
      page: String(page),
    }).then(
      (answer) => {
        const steps = this.#seen.get(viewer) ?? [];
        for (const step of answer.page) steps[step.step - 1] = step;
        this.#seen.set(viewer, steps);
        if (this.state.getState().viewer === viewer) this.#show();
      },
      (error: unknown) => {
        this.#pages.delete(name);
        // What was only fetched ahead is asked for again when it is wanted.
        if (this.#shown === null) this.#failed(error);
      },
    );
    this.#pages.set(name, loading);
    return loading;
  }

  /** Fetch the rest: what comes next first, then what was before, for the log. */
  async #rest(viewer: Viewer): Promise<void> {
    const { step, steps } = this.state.getState();
    const here = pageOf(step);
    const pages = Array.from({ length: pageOf(steps) + 1 }, (_, page) => page);
    for (const page of [...pages.slice(here), ...pages.slice(0, here).toReversed()]) {
      const { viewer: now, problem } = this.state.getState();
      if (now !== viewer || problem !== null) return;
      await this.#load(viewer, page);
    }
  }

  #failed(error: unknown): void {
    this.pause();
    this.state.setState({ problem: error instanceof Refusal ? error.code : "unavailable" });
  }
}

const pageOf = (step: number): number => Math.floor((step - 1) / PAGE);

/** Gather the lines up to a step, as far as they are here. */
function told(steps: Steps, step: number): readonly Line[] {
  return steps.slice(0, step).flatMap((one) => one?.lines ?? []);
}

/** Show everybody as present: whoever has gone home since was there then. */
function present(party: PartyView): PartyView {
  const places = party.places.map((place) => (place.kind === "person" ? { ...place, here: true, away: false } : place));
  return { ...party, places };
}
