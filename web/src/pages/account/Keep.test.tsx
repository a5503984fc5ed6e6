/** The offer on the score sheet: a guest keeps what there is without leaving it, and is asked no more. */
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage, type Language } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { Account } from "../../protocol/types";
import Keep from "./Keep";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const GUEST: Account = { name: "Anna", key_site: true, keys: [], codes: 0, codes_made: 0, sessions: [], locked: false };
const SESSION = { id: "a", here: true, browser: "Firefox, Linux", way: "guest", opened: 1, seen: 1 } as const;
const CODES = Array.from({ length: 8 }, (_, number) => `aaaa-bbbb-cccc-ddd${number}`);
const WISH = { challenge: "AQID", site: "kuhstall.example", user: "AQ", name: "Anna", algorithms: [-7], known: [] };

let answers: Record<string, () => Response>;
const called: string[] = [];
const made = vi.fn();

const buffer = (...letters: number[]): ArrayBuffer => Uint8Array.from(letters).buffer;

beforeEach(() => {
  called.length = 0;
  answers = {
    "GET /api/account": () => Response.json(GUEST),
    "POST /api/account/passkeys/options": () => Response.json(WISH),
    "POST /api/account/passkeys": () => Response.json({ ...GUEST, keys: [{ id: "key", name: "", added: 1, used: null }] }),
    "POST /api/account/codes": () => Response.json({ codes: CODES }),
    "POST /api/account/link": () => Response.json({ code: "aaaaa-bbbbb", lasts: 300 }),
  };
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const what = `${init?.method ?? "GET"} ${path}`;
    called.push(what);
    return answers[what]?.() ?? Response.json({ code: "no_such_path" }, { status: 404 });
  });
  made.mockResolvedValue({ id: "key", response: { clientDataJSON: buffer(1), attestationObject: buffer(2) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, "credentials");
});

function shown(language: Language, secure = true): void {
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { create: made }, configurable: true });
  keepLanguage(language);
  render(
    <Texted>
      <Keep />
    </Texted>,
  );
}

const press = async (name: string): Promise<void> => {
  // A dialog is not open for a page without a browser, so what is in it is looked for as if it were hidden.
  const buttons = await screen.findAllByRole("button", { name, hidden: true });
  const last = buttons.at(-1);
  if (last !== undefined) fireEvent.click(last);
};

test.each([
  ["en", "Keep your games", "Create a passkey", "Done"],
  ["de", "Spiele behalten", "Schlüssel anlegen", "Fertig"],
  ["ru", "Сохранить игры", "Создать ключ", "Готово"],
] as const)("a guest makes a key, gets codes and is asked no more (%s)", async (language, offer, key, done) => {
  shown(language);
  await press(offer);
  await press(key);
  expect(await screen.findByText(CODES[7] ?? "")).toBeTruthy();
  expect(called).toEqual(["GET /api/account", "POST /api/account/passkeys/options", "POST /api/account/passkeys", "POST /api/account/codes"]);
  await press(done);
  expect(screen.getByText(CODES[0] ?? ""), "codes stay until they are safe").toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { hidden: true }));
  await press(done);
  await waitFor(() => expect(screen.queryByRole("button", { hidden: true })).toBeNull());
});

test.each([
  ["en", "Keep your games", "Create a passkey", "Done", /signs all your other devices out/, "QR code for the second device"],
  ["de", "Spiele behalten", "Schlüssel anlegen", "Fertig", /anderen Geräte ab/, "QR-Code für das zweite Gerät"],
  ["ru", "Сохранить игры", "Создать ключ", "Готово", /остальные ваши устройства выйдут/, "QR-код для второго устройства"],
] as const)("that other devices are signed out is said before, and a QR code lets them back in after (%s)", async (...row) => {
  const [language, offer, key, done, warning, qr] = row;
  answers["GET /api/account"] = () => Response.json({ ...GUEST, sessions: [SESSION, { ...SESSION, id: "b", here: false }] });
  shown(language);
  await press(offer);
  expect(await screen.findByText(warning)).toBeTruthy();
  expect(made, "it is said before").not.toHaveBeenCalled();
  await press(key);
  await screen.findByText(CODES[7] ?? "");
  fireEvent.click(screen.getByRole("checkbox", { hidden: true }));
  await press(done);
  expect(await screen.findByRole("img", { name: qr, hidden: true })).toBeTruthy();
  expect(screen.getByText("aaaaa-bbbbb")).toBeTruthy();
  await press(done);
  await waitFor(() => expect(screen.queryByRole("button", { hidden: true })).toBeNull());
});

test("if only the codes fail, the next try makes no second key", async () => {
  shown("en");
  const codes = answers["POST /api/account/codes"];
  answers["POST /api/account/codes"] = () => Response.json({ code: "unavailable" }, { status: 503 });
  await press("Keep your games");
  await press("Create a passkey");
  await waitFor(() => expect(screen.getByRole("alert", { hidden: true }).textContent).not.toBe(""));
  if (codes !== undefined) answers["POST /api/account/codes"] = codes;
  await press("Create a passkey");
  expect(await screen.findByText(CODES[0] ?? "")).toBeTruthy();
  expect(made).toHaveBeenCalledTimes(1);
});

test("who lets it be is asked again, and the offer stays", async () => {
  shown("en");
  await press("Keep your games");
  await press("Later");
  await waitFor(() => expect(screen.queryByText("Later")).toBeNull());
  expect(await screen.findByRole("button", { name: "Keep your games" })).toBeTruthy();
  expect(called).toEqual(["GET /api/account"]);
});

test("where browsers make no keys there are codes alone", async () => {
  shown("en", false);
  await press("Keep your games");
  await press("Get codes");
  expect(await screen.findByText(CODES[0] ?? "")).toBeTruthy();
  expect(called).toEqual(["GET /api/account", "POST /api/account/codes"]);
  expect(made).not.toHaveBeenCalled();
});

test.each([
  ["a key", { keys: [{ id: "key", name: "", added: 1, used: null }] }],
  ["codes", { codes: 8, codes_made: 8 }],
] as const)("who has %s is offered nothing", async (_, had) => {
  answers["GET /api/account"] = () => Response.json({ ...GUEST, ...had });
  shown("en");
  await waitFor(() => expect(called).toEqual(["GET /api/account"]));
  expect(screen.queryByRole("button")).toBeNull();
});
