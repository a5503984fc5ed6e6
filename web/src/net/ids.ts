/** Names that nobody guesses. On plain http there is no `randomUUID`, but this is there. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function random(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function commandId(): string {
  return [...random(12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Draw the id of a table: 26 letters that are not mistaken for each other. */
export function tableId(): string {
  let id = "";
  while (id.length < 26) {
    for (const byte of random(32)) {
      // Bytes beyond a whole number of alphabets would favour its first letters.
      if (byte < 248 && id.length < 26) id += LETTERS[byte % LETTERS.length];
    }
  }
  return id;
}

/** Draw a value for the shuffle. */
export function secretValue(): Uint8Array {
  return random(32);
}
