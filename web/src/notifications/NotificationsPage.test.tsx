import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import { NotificationsPage } from "./NotificationsPage";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const KEY = "AQID";
const posted: [string, unknown][] = [];
const prompted = vi.fn(async () => "granted");
let subscribed: object | null;
let settings: object | null;

function subscription(): object {
  return {
    options: {},
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "a", auth: "b" } }),
    endpoint: "https://push.example/1",
    unsubscribe: async () => {
      subscribed = null;
      return true;
    },
  };
}

function arrive(): void {
  render(
    <Texted>
      <NotificationsPage />
    </Texted>,
  );
}

beforeEach(() => {
  posted.length = 0;
  subscribed = null;
  settings = { key: KEY, devices: 2, quiet_from: 0, quiet_to: 0, mail: { address: "", confirmed: false } };
  keepLanguage("en");
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: prompted });
  vi.stubGlobal("caches", { open: async () => ({ put: async () => undefined }) });
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      subscribed = subscription();
      return subscribed;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve({ pushManager }) }, configurable: true });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    if (method === "POST") posted.push([path, body === undefined ? null : JSON.parse(body)]);
    if (path === "/api/push" && method === "GET") return settings === null ? Response.json({ code: "no_session" }, { status: 401 }) : Response.json(settings);
    return Response.json({});
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("devices, quiet hours and mail are in one place, and nothing is asked before a tap", async () => {
  arrive();
  await screen.findByRole("heading", { name: "Devices" });
  screen.getByText("This device gets no notifications.");
  screen.getByText("2 other devices get them too.");
  screen.getByRole("heading", { name: "Quiet hours" });
  screen.getByLabelText("Your email address");
  expect(screen.queryByRole("alert")).toBeNull();
  expect([prompted.mock.calls.length, posted.length]).toEqual([0, 0]);
  fireEvent.click(screen.getByRole("button", { name: "Yes, on this device" }));
  await screen.findByText("You get notifications on this device.");
  screen.getByText("1 other device gets them too.");
  fireEvent.change(screen.getByLabelText(/^from/), { target: { value: "20" } });
  await waitFor(() => expect(posted.filter(([path]) => path === "/api/push")).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Turn off notifications" }));
  await screen.findByText("This device gets no notifications.");
  expect(posted.at(-1)?.[0]).toBe("/api/push/end");
});

test("over plain http it says why there are none, and offers mails", async () => {
  vi.stubGlobal("isSecureContext", false);
  arrive();
  await screen.findByText("Over plain http browsers get no notifications, but emails work.");
  expect(screen.queryByRole("button", { name: "Yes, on this device" })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("whoever is nobody yet is told so, without an error", async () => {
  settings = null;
  arrive();
  await screen.findByText(/Sit down at a table first/);
  expect(screen.queryByRole("heading", { name: "Devices" })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
