/**
 * The worker of offline play. It waits until no other page of this browser runs the tables, then starts Python and serves
 * all pages; when its page closes, the next one that waits takes over.
 */
import { Database } from "./database";
import { chosen, download, Failed } from "./files";
import { Holder } from "./holder";
import { CHANNEL, LOCK, type Channel, type ToOwnPage, type ToOwnWorker } from "./messages";
import { started } from "./python";

const own = self as unknown as {
  readonly name: string;
  postMessage(message: ToOwnPage): void;
  onmessage: ((event: MessageEvent<ToOwnWorker>) => void) | null;
  close(): void;
};

/** Pages need not hear of every part. */
const TOLD_EVERY = 100;

async function run(holder: Holder): Promise<void> {
  const files = await chosen();
  let told = 0;
  await download(files, (loaded, total) => {
    const now = Date.now();
    if (loaded < total && now - told < TOLD_EVERY) return;
    told = now;
    holder.progress(loaded, total);
  }).catch((error: unknown) => {
    // Where nothing can be kept, it is fetched each time.
    if (!(error instanceof Failed && error.reason === "storage")) throw error;
  });
  holder.serve(await started(files, holder.page, own.name, () => holder.again()));
}

let running: Holder | undefined;

function over(): void {
  running?.stop();
  own.postMessage({ kind: "over" });
  own.close();
}

/** Run the tables for as long as this worker lives; the lock goes with it. */
async function hold(): Promise<void> {
  own.postMessage({ kind: "holds" });
  const holder = new Holder(new BroadcastChannel(CHANNEL) as Channel, new Database(), crypto.randomUUID());
  running = holder;
  try {
    await run(holder);
  } catch (error) {
    console.error(error);
    // Of what Python says only the last line names the error.
    holder.fail(error instanceof Failed ? error.reason : (String(error).trim().split("\n").at(-1) ?? ""));
    own.close();
    return;
  }
  await new Promise(() => undefined);
}

const waits = new AbortController();
let stolen = false;

// A page that is frozen may hold the lock for ever.
own.onmessage = ({ data }) => {
  if (data.kind !== "steal" || running !== undefined || stolen) return;
  stolen = true;
  waits.abort();
  navigator.locks.request(LOCK, { steal: true }, hold).catch(over);
};

navigator.locks.request(LOCK, { signal: waits.signal }, hold).catch(() => {
  if (!stolen) over();
});
