/** A big screen without its page: it shows a code, and once it is paired it holds a socket open, so that the table knows that it is on. */
import type { Page } from "playwright-core";
import type { ScreenCode, ScreenTicket } from "../../src/protocol/types";

export interface BigScreen extends ScreenCode {
  /** Go on as soon as somebody has paired it. */
  on(): Promise<void>;
}

export async function bigScreen(page: Page, origin: string): Promise<BigScreen> {
  const post = async <T>(path: string, data: object): Promise<T> => (await (await page.request.post(`${origin}${path}`, { data })).json()) as T;
  // A picture asks for one of its own.
  await page.route("**/favicon.ico", async (route) => route.fulfill({ status: 204 }));
  // Of the same origin, or no socket is opened to it.
  await page.goto(`${origin}/art/cow-face.svg`);
  const code = await post<ScreenCode>("/api/screens", {});
  return {
    ...code,
    on: async () => {
      const ticket = await post<ScreenTicket>("/api/screens/ticket", { screen: code.screen });
      await page.evaluate(
        async ({ socket: path = "", ticket: text }) =>
          new Promise<void>((resolve, reject) => {
            const socket = new WebSocket(new URL(path, location.href.replace(/^http/u, "ws")));
            // Kept with the page: what nobody holds is closed.
            Object.assign(window, { socket });
            socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", ticket: text })));
            socket.addEventListener("message", () => resolve(), { once: true });
            socket.addEventListener("close", () => reject(new Error("closed")));
          }),
        ticket,
      );
    },
  };
}
