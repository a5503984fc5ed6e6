/** A screen that shows just what a test wants to see: the page is the real one, and the test is its server. */
import type { Page, WebSocketRoute } from "playwright-core";
import type { Outbound } from "../../src/protocol/types";
import { snapshot, type Stage, type Staged, TABLE } from "./staged";

/** What a spectator is sent of a state: nobody's money. */
export function spectated(state: Staged, moment: number, at: number): Outbound {
  const frame = snapshot(state, moment, at);
  if (frame.type !== "snapshot" || !("seats" in frame.view) || !("deck" in frame.view)) return frame;
  const seats = frame.view.seats.map((seat) => ({ ...seat, purse: null, payable: null }));
  return { ...frame, you: null, options: [], view: { ...frame.view, viewer: null, seats } as typeof frame.view };
}

/** Open the page of a screen that is paired already. */
export async function televised(page: Page, origin: string, first: Staged): Promise<Stage> {
  const sent: string[] = [];
  let socket: WebSocketRoute | null = null;
  let now = first;
  let moment = 40;
  await page.route("**/api/screens", async (route) => route.fulfill({ status: 201, json: { screen: "s", code: "k7mwq3npz", token: "t", lasts: 300_000 } }));
  await page.route("**/api/screens/ticket", async (route) => route.fulfill({ json: { table: TABLE, ticket: "t", socket: "/ws" } }));
  await page.route("**/api/tables/**", async (route) => route.fulfill({ json: [] }));
  await page.route("**/api/house", async (route) => route.fulfill({ json: { address: "http://192.168.178.21:8000" } }));
  await page.routeWebSocket(/\/ws/, (route) => {
    socket = route;
    route.onMessage((message) => {
      sent.push(String(message));
      if ((JSON.parse(String(message)) as { type: string }).type !== "hello") return;
      route.send(JSON.stringify({ type: "welcome", protocol: 1, you: null, seq: moment, time: Date.now() }));
      route.send(JSON.stringify(spectated(now, moment, Date.now())));
    });
  });
  await page.goto(`${origin}/screen`);
  await page.locator(".tv-stage, .tv-end, .tv-join").first().waitFor();
  return {
    sent,
    show: async (state) => {
      now = state;
      moment++;
      socket?.send(JSON.stringify(spectated(state, moment, Date.now())));
      await page.locator(`.tv-stage[data-phase="${state.phase.phase}"], .tv-end`).first().waitFor();
    },
  };
}
