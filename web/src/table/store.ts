/** All that a page knows of one table: what the server has shown, and what it was asked for. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { commitment, ownValue } from "../net/fairness";
import { hex } from "../net/sha256";
import { call } from "../net/http";
import { commandId } from "../net/ids";
import { type Command, type Status, TableSocket } from "../net/socket";
import type {
  AnyRequest,
  ChatLine,
  GameAction,
  GameEvent,
  GameView,
  Line,
  Option,
  Outbound,
  PartyView,
  Phrase,
  Right,
  TimerView,
} from "../protocol/types";
import { keepMuted, mutedAt, sameVoice, type Voice } from "./voices";

export interface Pending {
  readonly cid: string;
  readonly action: GameAction | null;
  /** The moment of the game that it was meant for. */
  readonly moment: number | null;
  /** The server has too much to do: it has not decided, and will be asked again. */
  readonly busy?: boolean;
}

export interface Refused {
  readonly code: string;
  readonly action: GameAction | null;
  readonly at: number;
}

export interface TableState {
  readonly table: string;
  readonly status: Status;
  /** Why the server has closed the table to us. */
  readonly reason: string | null;
  /** The server has too much to do to let us in. */
  readonly crowded: boolean;
  readonly seq: number;
  readonly you: number | null;
  readonly may: readonly Right[];
  readonly party: PartyView | null;
  readonly view: GameView | null;
  readonly options: readonly Option[];
  readonly timers: readonly TimerView[];
  readonly lines: readonly Line[];
  readonly chat: readonly ChatLine[];
  /** Whose lines are not shown. */
  readonly muted: readonly Voice[];
  /** The events of the latest step, to be shown in motion. */
  readonly events: readonly GameEvent[];
  readonly pending: readonly Pending[];
  /**
   * What we have handed in under seal for this very moment of the game: nobody hears of it, and no step comes of it,
   * before all answers are opened. Where an older server does not say what is sealed, the next step takes it away.
   */
  readonly held: GameAction | null;
  readonly refused: Refused | null;
  /** How many steps of this table the server has lost, until somebody has read it. */
  readonly wentBack: number | null;
  readonly rtt: number | null;
  /** Milliseconds that the server's clock is ahead of ours. */
  readonly ahead: number;
  /** What it is ahead at the least: nothing arrives before it was sent, however uneven the network is. */
  readonly surelyAhead: number;
}

export interface TableStore extends StoreApi<TableState> {
  open(): void;
  close(): void;
  act(action: GameAction): void;
  ask(request: AnyRequest): void;
  say(line: { phrase: Phrase } | { text: string }): void;
  /** Stop hearing who wrote a line of the chat, or hear them again. */
  mute(voice: Voice, on: boolean): void;
  /** Keep somebody away, by their seat or a line. */
  block(who: { seat: number } | { line: number }, voice: Pick<Voice, "seat" | "name">): void;
}

/** The chat with a line more; it does not grow for ever. */
export function withLine(chat: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  return [...chat, line].slice(-200);
}

/** A table of which nothing is known yet. */
export const EMPTY = {
  status: "connecting",
  reason: null,
  crowded: false,
  seq: 0,
  you: null,
  may: [],
  party: null,
  view: null,
  options: [],
  timers: [],
  lines: [],
  chat: [],
  muted: [],
  events: [],
  pending: [],
  held: null,
  refused: null,
  wentBack: null,
  rtt: null,
  ahead: 0,
  surelyAhead: 0,
} as const satisfies Omit<TableState, "table">;

/** Whether answers are opened together; where an older server does not say, they might be. */
function isSealed({ sealed }: Partial<Pick<GameView, "sealed">>): boolean {
  return sealed !== false;
}

export function tableStore(table: string): TableStore {
  const store = createStore<TableState>(() => ({ table, ...EMPTY, muted: mutedAt(table) }));
  const { getState, setState } = store;

  const send = (frame: Command, action: GameAction | null = null): void => {
    const moment = frame.type === "cmd" ? frame.moment : null;
    setState({ pending: [...getState().pending, { cid: frame.cid, action, moment }], refused: null });
    socket.send(frame);
  };
  const ask = (request: AnyRequest): void => send({ type: "ask", cid: commandId(), request });

  const answered = (cid: string): Pending | undefined => {
    const { pending } = getState();
    setState({ pending: pending.filter((one) => one.cid !== cid) });
    return pending.find((one) => one.cid === cid);
  };

  /** What stays handed in when the table has got to another look at the game. */
  const stillHeld = (view: GameView): GameAction | null => {
    const now = getState();
    return now.view?.moment === view.moment ? now.held : null;
  };

  let shared: string | null = null;
  let heardAgain: string | null = null;

  /** Promise and show our value for the shuffle, without being asked to. */
  const share = (): void => {
    const { party, you } = getState();
    if (party === null || you === null) return;
    const place = party.places[you];
    if (place === undefined) return;
    const value = ownValue(table);
    const promised = commitment(table, you, value);
    const { stage } = party;
    const wanted: AnyRequest | null =
      stage === "open" && place.commitment !== promised
        ? { type: "commit", commitment: promised }
        : stage === "revealing" && place.commitment === promised && place.reveal == null
          ? { type: "reveal", value: hex(value) }
          : null;
    // One at a time, and never the same one again: what was refused would be refused for ever.
    if (wanted === null || wanted.type === shared) return;
    shared = wanted.type;
    ask(wanted);
  };

  const history = async (): Promise<void> => {
    const { seq } = getState();
    const lines = await call("GET /api/tables/{table}/lines", null, { table }).catch(() => null);
    // Lines that came meanwhile are in the answer too.
    if (lines !== null && getState().seq >= seq) setState({ lines });
  };

  /**
   * Some of what we have seen is not stored any more. What we wanted to do was meant for a game that did not happen, even
   * if a moment with that number comes again; what we asked of the party is still wanted.
   */
  const goBack = (steps: number): void => {
    const { pending } = getState();
    for (const one of pending) if (one.moment !== null) socket.forget(one.cid);
    setState({ pending: pending.filter((one) => one.moment === null), held: null, refused: null, wentBack: steps });
  };

  const take = (frame: Outbound): void => {
    switch (frame.type) {
      case "welcome":
        setState({ ahead: frame.time - Date.now(), surelyAhead: frame.time - Date.now() });
        break;
      case "snapshot": {
        const known = getState().seq;
        // An older server does not say it, but then its number does.
        const lost = frame.went_back ?? known - frame.seq;
        const missed = frame.missed?.flatMap((step) => step.events) ?? [];
        const { seq, you, may, party, view, options, timers, chat } = frame;
        setState({ seq, you, may, party, view, options, timers, chat, events: missed, held: stillHeld(view) });
        shared = null;
        if (known > 0 && lost > 0) goBack(lost);
        if (known === 0 || frame.missed === null) void history();
        else setState({ lines: [...getState().lines, ...frame.missed.flatMap((step) => step.lines)] });
        share();
        break;
      }
      case "step": {
        const now = getState();
        if (frame.seq <= now.seq) break;
        if (frame.seq > now.seq + 1) {
          socket.resume();
          break;
        }
        const { seq, you, may, view, options, timers, events } = frame;
        const lines = frame.lines.length > 0 ? [...now.lines, ...frame.lines] : now.lines;
        setState({ seq, you, may, view, options, timers, events, lines, party: frame.party ?? now.party, held: stillHeld(view) });
        if (frame.party !== null) {
          // A change of seats or a start that was broken off asks for a promise anew.
          if (frame.party.stage === "open" && now.party?.places[now.you ?? -1]?.commitment != null) shared = null;
          share();
        }
        break;
      }
      case "chat":
        setState({ chat: withLine(getState().chat, frame.line) });
        break;
      case "ack": {
        const done = answered(frame.cid);
        const { view } = getState();
        if (done?.action != null && view?.moment === done.moment && isSealed(view)) setState({ held: done.action });
        // What was said meanwhile was never sent: it comes with a new look at the table.
        if (frame.cid === heardAgain) socket.resume();
        break;
      }
      case "nack":
        setState({ refused: { code: frame.code, action: answered(frame.cid)?.action ?? null, at: Date.now() } });
        break;
      case "busy":
        setState({ pending: getState().pending.map((one) => (one.cid === frame.cid ? { ...one, busy: true } : one)) });
        break;
      case "ping": {
        const half = (frame.rtt ?? 0) / 2;
        const least = frame.time - Date.now();
        setState({ rtt: frame.rtt, ahead: least + half, surelyAhead: Math.max(least, getState().surelyAhead) });
        break;
      }
      case "bye":
        break;
    }
  };

  const socket = new TableSocket(table, {
    frame: take,
    status: (status, reason) => setState({ status, reason: reason ?? null }),
    crowded: (crowded) => setState({ crowded }),
    seq: () => getState().seq,
  });

  return Object.assign(store, {
    open: () => socket.open(),
    close: () => socket.close(),
    act: (action: GameAction) => {
      const { view } = getState();
      if (view !== null) send({ type: "cmd", cid: commandId(), moment: view.moment, action }, action);
    },
    ask,
    say: (line: { phrase: Phrase } | { text: string }) => send({ type: "say", cid: commandId(), ...line }),
    block: (who: { seat: number } | { line: number }, voice: Pick<Voice, "seat" | "name">) => {
      setState({ chat: getState().chat.filter((line) => !sameVoice(voice, line)) });
      send({ type: "block", cid: commandId(), ...who });
    },
    mute: (voice: Voice, on: boolean) => {
      const others = getState().muted.filter((one) => !sameVoice(one, voice));
      const muted = on ? [...others, voice] : others;
      keepMuted(table, muted);
      setState({ muted });
      if (voice.line < 0) return; // the server knows nothing of it
      const cid = commandId();
      if (!on) heardAgain = cid;
      send({ type: "mute", cid, line: voice.line, on });
    },
  });
}
