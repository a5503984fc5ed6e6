/**
 * Texts over a WebSocket (RFC 6455), by hand. Node 20's own masks its first 4096 messages by chance and then all with zeros, since
 * its store of chance does not divide by four; and Firefox hangs up on a mask of zeros. A game asks more often than that.
 */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import type { Socket } from "node:net";

const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
/** The last frame of a message. */
const LAST = 0x80;
const MASKED = 0x80;

interface Frame {
  readonly kind: number;
  readonly isLast: boolean;
  readonly body: Buffer;
  /** How many bytes it was, with its head. */
  readonly size: number;
}

/** The first frame of what was received; null: not all of it is there yet. Servers do not mask. */
function received(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const head = second === 127 ? 10 : second === 126 ? 4 : 2;
  if (bytes.length < head) return null;
  const length = head === 10 ? Number(bytes.readBigUInt64BE(2)) : head === 4 ? bytes.readUInt16BE(2) : second;
  const size = head + length;
  return bytes.length < size ? null : { kind: first & 0xf, isLast: (first & LAST) > 0, body: bytes.subarray(head, size), size };
}

function framed(kind: number, body: Buffer): Buffer {
  const mask = randomBytes(4);
  // Nothing but zeros comes by chance too, if seldom.
  mask[0] = (mask[0] ?? 0) | 1;
  const head = body.length > 0xffff ? Buffer.alloc(10) : Buffer.alloc(body.length > 125 ? 4 : 2);
  head.writeUInt8(LAST | kind, 0);
  head.writeUInt8(MASKED | (head.length === 10 ? 127 : head.length === 4 ? 126 : body.length), 1);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
  if (head.length === 4) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, mask, body.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

export class Wire {
  readonly #socket: Socket;
  /** What is not a whole frame yet. */
  #rest = Buffer.alloc(0);
  /** What is not a whole message yet. */
  #parts: Buffer[] = [];
  #why = "it was cut";

  private constructor(
    socket: Socket,
    early: Buffer,
    readonly heard: (text: string) => void,
    closed: (why: string) => void,
  ) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("error", (error) => (this.#why = error.message));
    socket.once("close", () => closed(this.#why));
    this.#take(early);
  }

  /** Connect; what comes is told to `heard`, and the end, with what is known of it, to `closed`. */
  static async to(url: string, heard: (text: string) => void, closed: (why: string) => void): Promise<Wire> {
    const { hostname, port, pathname } = new URL(url);
    const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": randomBytes(16).toString("base64") };
    return new Promise((resolve, reject) => {
      const asked = request({ host: hostname, port, path: pathname, headers });
      asked.once("upgrade", (_, socket, early) => resolve(new Wire(socket as Socket, early, heard, closed)));
      asked.once("response", ({ statusCode }) => reject(new Error(`${url} answers ${statusCode}`)));
      asked.once("error", reject);
      asked.end();
    });
  }

  send(text: string): void {
    this.#socket.write(framed(TEXT, Buffer.from(text)));
  }

  #take(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let frame = received(this.#rest); frame !== null; frame = received(this.#rest)) {
      this.#rest = this.#rest.subarray(frame.size);
      this.#understand(frame);
    }
  }

  #understand({ kind, isLast, body }: Frame): void {
    if (kind === PING) {
      this.#socket.write(framed(PONG, body));
    } else if (kind === CLOSE) {
      this.#why = body.length < 2 ? "it said good-bye" : `${body.readUInt16BE(0)} ${body.toString("utf8", 2)}`.trim();
      this.#socket.write(framed(CLOSE, body));
      this.#socket.destroySoon();
    } else if (kind !== PONG) {
      this.#parts.push(body);
      if (!isLast) return;
      const text = Buffer.concat(this.#parts).toString();
      this.#parts = [];
      this.heard(text);
    }
  }
}
