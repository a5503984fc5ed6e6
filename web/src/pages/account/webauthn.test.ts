// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "../../net/http";
import { bytes, canMakeKeys, proven, shownKey, text, unlocked } from "./webauthn";

const fetched = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();
const shown = vi.fn();

function browser(secure: boolean): void {
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { get: shown }, configurable: true });
}

const buffer = (...letters: number[]): ArrayBuffer => Uint8Array.from(letters).buffer;

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockImplementation(async () => Response.json({ challenge: "AQID", site: "kuhstall.example" }));
  const response = { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle: null };
  shown.mockResolvedValue({ id: "key", response });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, "credentials");
});

it("writes bytes in letters that fit into an address, and reads them again", () => {
  for (let length = 0; length < 9; length += 1) {
    const all = Uint8Array.from({ length }, (_, place) => 255 - 5 * place);
    const letters = text(all.buffer);
    expect(letters).toMatch(/^[\w-]*$/);
    expect([...bytes(letters)]).toEqual([...all]);
  }
});

it("makes no keys over plain http", () => {
  browser(false);
  expect(canMakeKeys()).toBe(false);
  browser(true);
  expect(canMakeKeys()).toBe(true);
});

it("signs the question of the server, and no other", async () => {
  browser(true);
  const answer = await shownKey();
  const [asked] = shown.mock.calls[0] as [{ publicKey: { challenge: Uint8Array; rpId: string } }];
  expect([...asked.publicKey.challenge]).toEqual([1, 2, 3]);
  expect(asked.publicKey.rpId).toBe("kuhstall.example");
  expect(answer).toEqual({ id: "key", client_data: "AQ", authenticator_data: "Ag", signature: "Aw", user: null });
});

it("shows a key only if the server wants to see one, and then does the action again", async () => {
  browser(true);
  const action = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Refusal("prove_it", 403)).mockResolvedValue("done");
  expect(await proven(action)).toBe("done");
  expect(action).toHaveBeenCalledTimes(2);
  const paths = fetched.mock.calls.map(([path]) => path);
  expect(paths).toEqual(["/api/sign-in/passkey/options", "/api/account/reauthenticate"]);
  expect(await proven(action)).toBe("done");
  expect(shown).toHaveBeenCalledTimes(1);
});

it("shows a key to see where else one is signed in, unless it was shown just now", async () => {
  browser(true);
  let locked = true;
  fetched.mockImplementation(async (path) => {
    if (path === "/api/account/reauthenticate") locked = false;
    return Response.json({ challenge: "AQID", site: "kuhstall.example", locked });
  });
  expect((await unlocked()).locked).toBe(false);
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([
    "/api/account",
    "/api/sign-in/passkey/options",
    "/api/account/reauthenticate",
    "/api/account",
  ]);
  expect((await unlocked()).locked).toBe(false);
  expect(shown).toHaveBeenCalledTimes(1);
});

it("asks for no key where that is not what is missing, or cannot be had", async () => {
  browser(true);
  await expect(proven(async () => Promise.reject(new Refusal("slow_down", 429)))).rejects.toThrow("slow_down");
  browser(false);
  await expect(proven(async () => Promise.reject(new Refusal("prove_it", 403)))).rejects.toThrow("prove_it");
  expect(shown).not.toHaveBeenCalled();
});
