/** Pages for whoever comes back, which take days to come to: they are told here, in the shapes that the server's answers have. */
import type { Account, EditionInfo, FinishedGame, Me, Outbound, PlacedOrders, PushSettings, Statistics, WaitingTable } from "../../src/protocol/types";
import type { Answer, Moment, Recorded } from "./states";

const HOUR = 3600;
const ok = <T>(body: T): Answer => ({ status: 200, body });

/** The same moment at a slow table where one has twelve hours for each decision. */
function slowed({ frames, ...rest }: Moment, answers: Moment["answers"] = {}): Moment {
  const slow = (frame: Outbound): Outbound =>
    (frame.type === "snapshot" || frame.type === "step") && frame.party !== null ? { ...frame, party: { ...frame.party, pace: "slow", decision_hours: 12, hours: { begins: 480, ends: 1260 } } } : frame;
  return { ...rest, frames: frames.map(slow), answers: { ...rest.answers, ...answers } };
}

export function returning({ answers, moments }: Recorded): Readonly<Record<string, Moment>> {
  const turn = Object.keys(moments).find((name) => name.endsWith("-turn-ours")) ?? "";
  const [room, table, landing] = [moments["room-host"], moments[turn], moments["page-landing"]];
  if (room === undefined || table === undefined || landing === undefined) return {};
  const { at } = landing;
  const seconds = Math.floor(at / 1000);
  const id = table.path.replace("/t/", "");
  const page = (path: string, own: Moment["answers"]): Moment => ({ path, at, frames: [], answers: own });
  const waits: readonly WaitingTable[] = [{ table: id, until: seconds + 5 * HOUR }, { table: "second", until: seconds + 40 * HOUR }, { table: "third", until: null }];
  const me = answers["GET /api/me"]?.body as Me;
  const push: PushSettings = { key: "", devices: 2, quiet_from: 1320, quiet_to: 420, mail: { address: "anna.with-a-long-name@post.example", confirmed: true } };
  const account: Account = {
    name: "Anna",
    key_site: true,
    keys: [{ id: "k1", name: "Phone", added: seconds - 900_000, used: seconds - HOUR }, { id: "k2", name: "A laptop with a long name", added: seconds - 90_000, used: null }],
    codes: 7,
    codes_made: 8,
    sessions: [
      { id: "s1", here: true, browser: "Firefox on Linux", way: "key", opened: seconds - 900_000, seen: seconds },
      { id: "s2", here: false, browser: "Safari on iPhone", way: "link", opened: seconds - 90_000, seen: seconds - 9000 },
    ],
    locked: false,
  };
  const opponents = ["Mathilda", "Юрий", "Klabauter"].map((name, place) => ({ name, bot: place === 2, place: place + 2 }));
  const editions = (answers["GET /api/editions"]?.body ?? []) as readonly EditionInfo[];
  const games: readonly FinishedGame[] = editions.map(({ game, key }, place) => ({
    table: `g${place}`, at: seconds - 86_400 * (place + 1), game, edition: key, place: (place % 4) + 1, seats: 4, points: 12_340 - 1500 * place, won: place === 0, opponents,
  }));
  const statistics: Statistics = {
    counted: 3,
    games: [{ game: games[0]?.game ?? "", games: 3, won: 1, points: 21_000, places: [1, 1, 1, 0], figures: {}, scores: [] }],
    rivals: [{ key: "r1", name: "Mathilda", games: 3, ahead: 2, behind: 1 }],
  };
  const orders: PlacedOrders = { lots: [{ lot: "cow", left: 3, most: 400, step: 10, amount: 90 }, { lot: "pedigree:cow", left: 1, most: 10, step: 1, amount: null }, { lot: "rat", left: 2, most: 30, step: 1, amount: 1 }], others: true, ahead: false };
  const playing = slowed(table, {
    "GET /api/me": ok({ ...me, waits }),
    "GET /api/push": ok(push),
    [`GET /api/tables/${id}/orders`]: ok(orders),
    [`GET /api/tables/${id}/webhook`]: ok({ place: "" }),
  });
  const snapshot = table.frames.find((frame) => frame.type === "snapshot");
  const view = ok(snapshot ?? null);
  const views = Object.fromEntries(waits.map((one) => [`GET /api/tables/${one.table}/view`, view]));
  return {
    "returning-landing": page("/", { "GET /api/me": ok({ ...me, name: "Anna", waits }), "GET /api/account": ok(account), ...views }),
    "returning-room": slowed(room),
    "returning-slow": playing,
    "returning-account": page("/in", { "GET /api/account": ok(account), "GET /api/blocks": ok([]) }),
    "returning-history": page("/games", { "POST /api/games": ok({ games, more: true }), "GET /api/statistics": ok(statistics) }),
    "returning-notifications": page("/notifications", { "GET /api/push": ok(push) }),
  };
}
