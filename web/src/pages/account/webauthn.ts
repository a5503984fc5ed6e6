/** Keys that the device makes and keeps (WebAuthn). The server checks them; here they are only asked for. */
import { call, Refusal } from "../../net/http";
import type { Account, Assertion } from "../../protocol/types";

/** Whether this browser makes keys at all: it does not over plain http. */
export function canMakeKeys(): boolean {
  return window.isSecureContext && "PublicKeyCredential" in window;
}

/** Make a key for whoever is here, and have the server keep it. */
export async function makeKey(): Promise<Account> {
  const wish = await proven(() => call("POST /api/account/passkeys/options"));
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(wish.challenge),
      rp: { id: wish.site, name: "Kuhstall" },
      user: { id: bytes(wish.user), name: wish.name, displayName: wish.name },
      pubKeyCredParams: wish.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: wish.known.map((id) => ({ type: "public-key", id: bytes(id) })),
      // One that can be found without a name, for which somebody unlocks the device.
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return call("POST /api/account/passkeys", {
    id: made.id,
    client_data: text(response.clientDataJSON),
    attestation: text(response.attestationObject),
  });
}

/** Let somebody show their key. */
export async function shownKey(): Promise<Assertion> {
  const question = await call("POST /api/sign-in/passkey/options");
  const shown = (await navigator.credentials.get({
    publicKey: { challenge: bytes(question.challenge), rpId: question.site, userVerification: "required" },
  })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    id: shown.id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user: response.userHandle === null ? null : text(response.userHandle),
  };
}

/** Do what a session alone must not; if the server wants to see a key first, show it. */
export async function proven<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "prove_it" && canMakeKeys())) throw error;
    await call("POST /api/account/reauthenticate", { key: await shownKey() });
    return action();
  }
}

/** Show a key, and return the account with all of its sessions. */
export async function unlocked(): Promise<Account> {
  return proven(async () => {
    const account = await call("GET /api/account");
    if (account.locked) throw new Refusal("prove_it", 403);
    return account;
  });
}

export function bytes(letters: string): Uint8Array<ArrayBuffer> {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function text(buffer: ArrayBuffer): string {
  const letters = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
