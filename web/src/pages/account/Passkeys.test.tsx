/** What lets somebody in goes only after a question; a QR code goes as soon as it was used. */
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted, TextedWith } from "../../i18n/text";
import type { Account, AccountSession } from "../../protocol/types";
import { Devices } from "./Devices";
import { Passkeys } from "./Passkeys";
import { FILES } from "./texts";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const session = (id: string, here: boolean): AccountSession => ({ id, here, browser: "Firefox on Linux", way: "guest", opened: 0, seen: 0 });
const ACCOUNT: Account = {
  name: "Anna",
  key_site: true,
  keys: [
    { id: "k1", name: "Phone", added: 0, used: null },
    { id: "k2", name: "Laptop", added: 0, used: null },
  ],
  codes: 0,
  codes_made: 0,
  sessions: [session("s1", true)],
  locked: false,
};
const called: [string, unknown][] = [];
let now = ACCOUNT;

beforeEach(() => {
  called.length = 0;
  now = ACCOUNT;
  keepLanguage("en");
  HTMLDialogElement.prototype.showModal = vi.fn(function open(this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn();
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    if (method === "POST") called.push([path, body === undefined ? null : JSON.parse(body)]);
    if (path === "/api/account/link") return Response.json({ code: "abcd-efgh", lasts: 300 });
    if (path.startsWith("/api/account")) return Response.json(now);
    return Response.json({ address: "", wish: null });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("removing a passkey asks first", async () => {
  render(
    <Texted>
      <TextedWith files={FILES}>
        <Passkeys account={ACCOUNT} onChange={() => undefined} />
      </TextedWith>
    </Texted>,
  );
  const trash = await screen.findByRole("button", { name: /Remove.*Laptop/ });
  fireEvent.click(trash);
  await screen.findByText("Remove “Laptop”?");
  expect(called).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: /Keep/ }));
  await waitFor(() => expect(screen.queryByText("Remove “Laptop”?")).toBeNull());
  expect(called).toEqual([]);
  fireEvent.click(trash);
  fireEvent.click(await screen.findByRole("button", { name: "Remove it" }));
  await waitFor(() => expect(called).toEqual([["/api/account/passkeys/remove", { id: "k2" }]]));
});

test("the dialog of the QR code closes as soon as somebody has come in by it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  render(
    <Texted>
      <TextedWith files={FILES}>
        <Devices account={ACCOUNT} onChange={() => undefined} />
      </TextedWith>
    </Texted>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /another device|second device|Add a device/i }));
  await screen.findByText("abcd-efgh");
  await vi.advanceTimersByTimeAsync(7000);
  expect(screen.queryByText("abcd-efgh")).not.toBeNull();
  now = { ...ACCOUNT, sessions: [...ACCOUNT.sessions, session("s2", false)] };
  await vi.advanceTimersByTimeAsync(3500);
  await waitFor(() => expect(screen.queryByText("abcd-efgh")).toBeNull());
});
