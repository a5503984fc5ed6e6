// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { hourOf, minuteOf } from "./hours";
import { pushStatus } from "./push";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [22, -60, 1260],
  [0, -60, 1380],
  [22, 300, 180],
  [8, -330, 150],
])("%i o'clock, %i minutes from UTC, is minute %i there, and back", (hour, offset, minute) => {
  expect(minuteOf(hour, offset)).toBe(minute);
  expect(hourOf(minute, offset)).toBe(hour);
});

/** A browser that subscribed with a key of two bytes, and a server whose key is that one or another. */
function subscribed(bytes: readonly number[], devices: number): { readonly asked: string[]; readonly sent: unknown[] } {
  const seen = { asked: [] as string[], sent: [] as unknown[] };
  const given = {
    options: { applicationServerKey: Uint8Array.from(bytes).buffer },
    unsubscribe: async () => seen.asked.push("unsubscribe"),
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "half", auth: "secret" } }),
  };
  const pushManager = {
    getSubscription: async () => given,
    subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: string }) => {
      seen.asked.push(applicationServerKey);
      return given;
    },
  };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal("fetch", async (_: string, { method, body }: { readonly method?: string; readonly body?: string } = {}) => {
    if (method === "POST") seen.sent.push(JSON.parse(body ?? ""));
    return Response.json({ key: "-_8", devices, quiet_from: minuteOf(21), quiet_to: minuteOf(7) });
  });
  return seen;
}

test("a browser subscribes again, with its hours, where a restored server has another key", async () => {
  const seen = subscribed([1, 2], 0);
  expect(await pushStatus()).toMatchObject({ hours: { from: 21, to: 7 } });
  expect(seen.asked).toEqual(["unsubscribe", "-_8"]);
  expect(seen.sent).toEqual([{ endpoint: "https://push.example/1", public: "half", auth: "secret", quiet_from: minuteOf(21), quiet_to: minuteOf(7) }]);
});

test.each([[1, { from: 21, to: 7 }], [0, null]])("a browser whose server has the same key and %i browsers stays as it is", async (devices, hours) => {
  const seen = subscribed([0xfb, 0xff], devices);
  expect((await pushStatus()).hours).toEqual(hours);
  expect(seen).toEqual({ asked: [], sent: [] });
});
