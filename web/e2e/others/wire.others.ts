/** The wire to Firefox, against a server that is as strict. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Wire } from "./wire";

const KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A server that does with every socket what it is told. Returns its address. */
async function served(meet: (socket: Socket) => void): Promise<string> {
  const server = createServer();
  server.on("upgrade", ({ headers }, socket) => {
    const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${KEY}`).digest("base64");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket.on("error", () => undefined);
    meet(socket as Socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/session`;
}

/** As servers send it: not masked. */
function sent(first: number, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length > 0xffff ? 10 : body.length > 125 ? 4 : 2);
  head[0] = first;
  head[1] = head.length === 10 ? 127 : head.length === 4 ? 126 : body.length;
  if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
  if (head.length === 4) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

test("no message is masked with zeros, however many there were", async () => {
  const count = 10_000;
  const masks: number[] = [];
  const texts = new Set<string>();
  let rest = Buffer.alloc(0);
  const url = await served((socket) => {
    socket.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (; rest.length >= 8; rest = rest.subarray(8)) {
        const mask = rest.subarray(2, 6);
        masks.push(mask.readUInt32BE());
        texts.add(rest.subarray(6, 8).map((byte, at) => byte ^ (mask[at] ?? 0)).toString());
      }
    });
  });
  const wire = await Wire.to(url, () => undefined, () => undefined);
  for (let n = 0; n < count; n++) wire.send("hi");
  await expect.poll(() => masks.length).toBe(count);
  expect(masks).not.toContain(0);
  expect([...texts]).toEqual(["hi"]);
});

test("texts of every length come whole, in pieces and all at once", async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000];
  const said = Buffer.concat([
    ...lengths.map((length) => sent(0x81, "x".repeat(length))),
    sent(0x01, "in "),
    sent(0x89, "are you there?"),
    sent(0x80, "parts"),
    sent(0x88, "\u0003\u0009gone"),
  ]);
  const heard: string[] = [];
  const ends: string[] = [];
  const answers: Buffer[] = [];
  const url = await served((socket) => {
    socket.on("data", (bytes: Buffer) => answers.push(bytes));
    for (const [from, to] of [[0, 1], [1, 3], [3, 150], [150, 70_000], [70_000, said.length]]) socket.write(said.subarray(from, to));
  });
  await Wire.to(url, (text) => heard.push(text), (why) => ends.push(why));
  await expect.poll(() => ends).toEqual(["777 gone"]);
  expect(heard.map((text) => text.length)).toEqual([...lengths, "in parts".length]);
  expect(heard.at(-1)).toBe("in parts");
  // What was asked for was answered: a pong, of as many bytes.
  await expect.poll(() => Buffer.concat(answers).subarray(0, 2)).toEqual(Buffer.from([0x8a, 0x80 | "are you there?".length]));
});
