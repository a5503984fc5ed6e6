/** Offline play in Chromium: getting it, and clocks of its worker that do not take the time of people. */
import type { Page } from "playwright-core";
import { stretched } from "../machine";
import type { Window } from "./browsers";

/** Let time pass faster; runs inside the worker. */
function hurry(times: number): void {
  const now = performance.now.bind(performance);
  const later = setTimeout;
  const since = now();
  performance.now = () => since + (now() - since) * times;
  Object.assign(self, { setTimeout: (work: () => void, after = 0) => later(work, after / times) });
}

/** How much faster on a calm machine: on a slow one a page would not answer in time. */
const HURRY = 15;

/** Let the clocks of a window's offline tables go faster, as `tempo` does those of a server. */
export function hurried({ page, context }: Window): void {
  const times = Math.max(1, HURRY / (stretched(1e6) / 1e6));
  // A page that goes away takes its worker along.
  const listen = (one: Page): void => void one.on("worker", (worker) => void worker.evaluate(hurry, times).catch(() => undefined));
  listen(page);
  context.on("page", listen);
}

/** Wait, however slow the machine is, until the worker of this browser runs tables: a page opens a game elsewhere if that takes too long. */
export async function running(page: Page): Promise<void> {
  await page.evaluate(
    async () =>
      new Promise<void>((done) => {
        const channel = new BroadcastChannel("kuhstall-offline");
        channel.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
          if (data.kind === "ready") done(channel.close());
        };
        channel.postMessage({ kind: "hello", client: "test" });
      }),
  );
}

/** Get offline play by its page, and stay there. `meanwhile` is called while it comes. */
export async function got(page: Page, url: string, meanwhile: () => Promise<void> = async () => Promise.resolve()): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByRole("link", { name: "Offline play" }).click();
  await page.getByRole("button", { name: /^Get offline play/ }).click();
  await meanwhile();
  await page.getByText(/^Offline play is on this device/).waitFor();
}
