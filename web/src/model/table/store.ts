/** All that a page knows of one table: what the server has shown, and what it was asked for. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { commitment, freshValue, isDenied, noteConfirmed, ownValue, shownValue } from "../../net/fairness";
import { call } from "../../net/http";
import { commandId } from "../../net/ids";
import { type Admission, type Command, type Status, TableSocket } from "../../net/socket";
import type {
  AnyRequest,
  ChatLine,
  GameAction,
  GameEvent,
  GameView,
  Line,
  Option,
  Outbound,
  OwnAnswer,
  PartyView,
  Phrase,
  Receipt,
  Right,
  TimerView,
} from "../../protocol/types";
import { dropReceipts, keepReceipt, newestRevision, ownReceipt } from "./receipts";
import { keepMuted, type Mute, mutedAt, sameAuthor } from "./mutes";

export interface Pending {
  readonly cid: string;
  readonly action: GameAction | null;
  /** The moment of the game that it was meant for. */
  readonly moment: number | null;
  /** It takes back what was handed in under seal. */
  readonly withdraws?: boolean;
  /** It was sent again over another socket: its answer may be older than what we have been shown since. */
  readonly resent?: boolean;
  /** The newest revision of what we have handed in under seal, when it was sent. */
  readonly after?: number;
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
  readonly muted: readonly Mute[];
  /** The events of the latest step, to be shown in motion. */
  readonly events: readonly GameEvent[];
  readonly pending: readonly Pending[];
  /**
   * What we have handed in under seal for this very moment of the game: nobody hears of it, and no step comes of it,
   * before all answers are opened. Where an older server does not say what is sealed, the next step takes it away.
   */
  readonly held: GameAction | null;
  /** The same where it can be changed and withdrawn until it is opened, on all our devices. */
  readonly answer: OwnAnswer | null;
  readonly refused: Refused | null;
  /** How many steps of this table the server has lost, until somebody has read it. */
  readonly wentBack: number | null;
  /** Whether our value is not in the deck although the server had confirmed it, until somebody has read it. */
  readonly denied: boolean;
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
  /** Take back what was handed in under seal, and be asked again. */
  withdraw(): void;
  ask(request: AnyRequest): void;
  say(line: { phrase: Phrase } | { text: string }): void;
  /** Stop hearing who wrote a line of the chat, or hear them again. */
  mute(who: Mute, on: boolean): void;
  /** Keep somebody away, by their seat or a line. */
  block(who: { seat: number } | { line: number }, author: Pick<Mute, "seat" | "name">): void;
}

/** The chat with a line more; it does not grow for ever. */
export function withLine(chat: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  return [...chat, line].slice(-200);
}

/** A log, and the lines that came while it was asked for: the first of these may be its last. */
function joined(log: readonly Line[], came: readonly Line[]): readonly Line[] {
  const same = (count: number): boolean => JSON.stringify(log.slice(log.length - count)) === JSON.stringify(came.slice(0, count));
  let count = Math.min(log.length, came.length);
  while (!same(count)) count--;
  return [...log, ...came.slice(count)];
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
  answer: null,
  refused: null,
  wentBack: null,
  denied: false,
  rtt: null,
  ahead: 0,
  surelyAhead: 0,
} as const satisfies Omit<TableState, "table">;

/** Whether answers are opened together; where an older server does not say, they might be. */
function isSealed({ sealed }: Partial<Pick<GameView, "sealed">>): boolean {
  return sealed !== false;
}

export function tableStore(table: string, admitted?: () => Promise<Admission>): TableStore {
  const store = createStore<TableState>(() => ({ table, ...EMPTY, muted: mutedAt(table) }));
  const { getState, setState } = store;

  const send = (frame: Command, action: GameAction | null = null): void => {
    const moment = frame.type === "cmd" || frame.type === "withdraw" ? frame.moment : null;
    const withdraws = frame.type === "withdraw";
    const { answer, view, pending } = getState();
    const sealed = moment !== null && view?.sealed === true;
    const after = sealed ? { after: Math.max(answer?.revision ?? 0, newestRevision(table, moment)) } : {};
    setState({ pending: [...pending, { cid: frame.cid, action, moment, ...(withdraws ? { withdraws } : {}), ...after }], refused: null });
    socket.send(frame);
  };
  const ask = (request: AnyRequest): void => send({ type: "ask", cid: commandId(), request });

  const answered = (cid: string): Pending | undefined => {
    const { pending } = getState();
    setState({ pending: pending.filter((one) => one.cid !== cid) });
    return pending.find((one) => one.cid === cid);
  };

  /** What stays handed in when the table has got to another look at the game. */
  const stillHeld = (view: GameView, you: number | null, answer: OwnAnswer | undefined): Pick<TableState, "held" | "answer"> => {
    if (answer !== undefined) {
      // Any device that reads it has a receipt of it.
      if (answer.salt !== undefined && you !== null) keepReceipt(table, { seat: you, moment: view.moment, revision: answer.revision, action: answer.action, salt: answer.salt });
      return { held: answer.action, answer };
    }
    const now = getState();
    // The server tells of what can be changed: if it does not, it was withdrawn on another device.
    return { held: now.view?.moment === view.moment && now.answer === null ? now.held : null, answer: null };
  };

  /** The server has stored what was handed in, changed or taken back for this moment. */
  const sealed = (action: GameAction, receipt: Receipt | undefined): void => {
    const { options, answer } = getState();
    if (receipt === undefined) return setState({ held: action });
    // What it can be changed to is what could be handed in.
    setState({ held: action, answer: { revision: receipt.revision, action, salt: receipt.salt, options: answer?.options ?? options }, options: [] });
  };
  const withdrawn = (): void => {
    const { answer } = getState();
    if (answer !== null) setState({ held: null, answer: null, options: answer.options });
  };

  let shared: string | null = null;
  let revealing: { readonly cid: string; readonly aborts: number } | null = null;
  let heardAgain: string | null = null;

  /** Promise and show our value for the shuffle, without being asked to. */
  const share = (): void => {
    const { party, you } = getState();
    if (party === null || you === null) return;
    const place = party.places[you];
    if (place === undefined) return;
    const { stage, aborts } = party;
    const confirmed = place.revealed === true || place.reveal != null;
    const promised = commitment(table, you, stage === "open" ? freshValue(table) : ownValue(table));
    // At a slow table nobody sees values before the deal, only that they are there.
    if (stage === "revealing" && place.commitment === promised && confirmed) noteConfirmed(table, aborts);
    const wanted: AnyRequest | null =
      stage === "open" && place.commitment !== promised
        ? { type: "commit", commitment: promised }
        : stage === "revealing" && place.commitment === promised && !confirmed
          ? { type: "reveal", value: shownValue(table) }
          : null;
    // One at a time, and never the same one again: what was refused would be refused for ever.
    if (wanted === null || wanted.type === shared) return;
    shared = wanted.type;
    const cid = commandId();
    if (wanted.type === "reveal") revealing = { cid, aborts };
    send({ type: "ask", cid, request: wanted });
  };

  /** Do our part in the shuffle, and see whether the server has done its own. */
  const checkShuffle = (): void => {
    share();
    const { party, you } = getState();
    setState({ denied: isDenied(table, you, party) });
  };

  const history = async (): Promise<void> => {
    const { seq, lines: before } = getState();
    const log = await call("GET /api/tables/{table}/lines", null, { table }).catch(() => null);
    const { seq: now, lines } = getState();
    // The answer may be older than what came meanwhile by another way.
    if (log !== null && now >= seq) setState({ lines: joined(log, lines.slice(before.length)) });
  };

  /**
   * Some of what we have seen is not stored any more. What we wanted to do was meant for a game that did not happen, even
   * if a moment with that number comes again; what we asked of the party is still wanted.
   */
  const goBack = (steps: number): void => {
    const { pending, view, answer } = getState();
    if (view !== null) dropReceipts(table, view.moment, answer?.revision ?? 0);
    for (const one of pending) if (one.moment !== null) socket.forget(one.cid);
    setState({ pending: pending.filter((one) => one.moment === null), held: answer?.action ?? null, refused: null, wentBack: steps });
  };

  const take = (frame: Outbound): void => {
    switch (frame.type) {
      case "welcome":
        setState({ ahead: frame.time - Date.now(), surelyAhead: frame.time - Date.now(), pending: getState().pending.map((one) => ({ ...one, resent: true })) });
        break;
      case "snapshot": {
        const known = getState().seq;
        // An older server does not say it, but then its number does.
        const lost = frame.went_back ?? known - frame.seq;
        const missed = frame.missed?.flatMap((step) => step.events) ?? [];
        const { seq, you, may, party, view, options, timers, chat, answer } = frame;
        setState({ seq, you, may, party, view, options, timers, chat, events: missed, ...stillHeld(view, you, answer) });
        shared = null;
        if (known > 0 && lost > 0) goBack(lost);
        if (known === 0 || frame.missed === null) void history();
        else setState({ lines: [...getState().lines, ...frame.missed.flatMap((step) => step.lines)] });
        checkShuffle();
        break;
      }
      case "step": {
        const now = getState();
        if (frame.seq <= now.seq) break;
        if (frame.seq > now.seq + 1) {
          socket.resume();
          break;
        }
        const { seq, you, may, view, options, timers, events, answer } = frame;
        const lines = frame.lines.length > 0 ? [...now.lines, ...frame.lines] : now.lines;
        setState({ seq, you, may, view, options, timers, events, lines, party: frame.party ?? now.party, ...stillHeld(view, you, answer) });
        if (frame.party !== null) {
          // A change of seats or a start that was broken off asks for a promise anew.
          if (frame.party.stage === "open" && now.party?.places[now.you ?? -1]?.commitment != null) shared = null;
          checkShuffle();
        }
        break;
      }
      case "chat":
        setState({ chat: withLine(getState().chat, frame.line) });
        break;
      case "ack": {
        const done = answered(frame.cid);
        if (frame.cid === revealing?.cid) noteConfirmed(table, revealing.aborts);
        const { view, you } = getState();
        if (frame.receipt !== undefined) {
          const sent = done === undefined || done.moment === null || you === null ? null : { seat: you, moment: done.moment, after: done.after ?? 0, action: done.action };
          keepReceipt(table, sent === null ? frame.receipt : ownReceipt(frame.receipt, sent));
        }
        if (done !== undefined && view !== null && view.moment === done.moment) {
          // Another device may have changed it since: ask what there is now.
          if (done.resent === true && frame.receipt !== undefined) socket.resume();
          else if (done.withdraws === true) withdrawn();
          else if (done.action !== null && isSealed(view)) sealed(done.action, frame.receipt);
        }
        // What was said meanwhile was never sent: it comes with a new look at the table.
        if (frame.cid === heardAgain) socket.resume();
        break;
      }
      case "nack": {
        const refused = answered(frame.cid);
        setState({ refused: { code: frame.code, action: refused?.action ?? null, at: Date.now() } });
        // What we wanted to change may have been taken back on another device.
        if (refused?.moment != null && getState().view?.sealed === true) socket.resume();
        break;
      }
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

  const listener = {
    frame: take,
    status: (status: Status, reason?: string) => setState({ status, reason: reason ?? null }),
    crowded: (crowded: boolean) => setState({ crowded }),
    seq: () => getState().seq,
  };
  const socket = new TableSocket(table, listener, admitted);

  /** Whoever comes back to this page may have answered on another device meanwhile, and no step tells of it. */
  const shown = (): void => {
    const { status, you, view } = getState();
    if (document.visibilityState === "visible" && status === "online" && you !== null && view?.sealed === true) socket.resume();
  };

  return Object.assign(store, {
    open: () => {
      socket.open();
      document.addEventListener("visibilitychange", shown);
    },
    close: () => {
      document.removeEventListener("visibilitychange", shown);
      socket.close();
    },
    act: (action: GameAction) => {
      const { view } = getState();
      if (view !== null) send({ type: "cmd", cid: commandId(), moment: view.moment, action }, action);
    },
    withdraw: () => {
      const { view } = getState();
      if (view !== null) send({ type: "withdraw", cid: commandId(), moment: view.moment });
    },
    ask,
    say: (line: { phrase: Phrase } | { text: string }) => send({ type: "say", cid: commandId(), ...line }),
    block: (who: { seat: number } | { line: number }, author: Pick<Mute, "seat" | "name">) => {
      setState({ chat: getState().chat.filter((line) => !sameAuthor(author, line)) });
      send({ type: "block", cid: commandId(), ...who });
    },
    mute: (who: Mute, on: boolean) => {
      const others = getState().muted.filter((one) => !sameAuthor(one, who));
      const muted = on ? [...others, who] : others;
      keepMuted(table, muted);
      setState({ muted });
      if (who.line < 0) return; // the server knows nothing of it
      const cid = commandId();
      if (!on) heardAgain = cid;
      send({ type: "mute", cid, line: who.line, on });
    },
  });
}
