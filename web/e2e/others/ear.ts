/**
 * A way to a server on which everything is heard: for a browser whose console nobody else can listen to. Into every page goes a
 * script, before all others; and what is answered with an error is noted on the way.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";

const SCRIPT = "/ear.js";
const TOLD = "/ear";

/** Tell the server all complaints; runs inside the page. */
function listen(to: string): void {
  const tell = (what: string): void => void navigator.sendBeacon(to, what);
  for (const level of ["error", "warn"] as const) {
    const said = console[level].bind(console);
    console[level] = (...words: unknown[]): void => {
      tell(`${level}: ${words.map(String).join(" ")}`);
      said(...words);
    };
  }
  addEventListener("unhandledrejection", ({ reason }) => tell(`thrown: ${String(reason)}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
    tell(`policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`);
  });
  // What could not be loaded says so at its own element, and only on the way down.
  const failed = (event: Event): void => {
    if (event instanceof ErrorEvent) tell(`thrown: ${event.message} at ${event.filename}:${event.lineno}`);
    else if (event.target instanceof Element) tell(`failed: ${event.target.outerHTML}`);
  };
  addEventListener("error", failed, true);
}

export interface Ear {
  readonly url: string;
  readonly heard: string[];
  /** From now on lead there. */
  lead(port: number): void;
  close(): void;
}

async function all(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export async function ear(): Promise<Ear> {
  const heard: string[] = [];
  let port = 0;

  async function passOn(answer: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const status = answer.statusCode ?? 0;
    if (status >= 400) heard.push(`failed: ${status} at ${path}`);
    if (answer.headers["content-type"]?.startsWith("text/html") !== true) {
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      return;
    }
    const page = (await all(answer)).replace("<head>", `<head><script src="${SCRIPT}"></script>`);
    response.writeHead(status, { ...answer.headers, "content-length": Buffer.byteLength(page) });
    response.end(page);
  }

  async function answered(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url ?? "";
    if (path === SCRIPT) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(`(${String(listen)})("${TOLD}")`);
    } else if (path === TOLD) {
      heard.push(await all(asked));
      response.writeHead(204).end();
    } else {
      // Pages are changed on the way, so they must not come packed.
      const headers = { ...asked.headers, "accept-encoding": "identity" };
      const onward = request({ port, host: "127.0.0.1", path, method: asked.method, headers });
      onward.on("response", (answer) => void passOn(answer, path, response));
      onward.on("error", (error) => response.destroy(error));
      asked.pipe(onward);
    }
  }

  const server = createServer((asked, response) => void answered(asked, response));
  // A socket is passed on as it is, from its first line.
  server.on("upgrade", ({ url, rawHeaders }: IncomingMessage, socket, head: Buffer) => {
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    const onward = connect(port, "127.0.0.1", () => {
      onward.write([`GET ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const [one, other] of [[socket, onward], [onward, socket]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    lead: (to) => {
      port = to;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
