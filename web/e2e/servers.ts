/** Real servers for browser tests: a database of their own on the machine's PostgreSQL, and NATS. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";

const POSTGRES = process.env["KUHSTALL_TEST_POSTGRES"] ?? "postgresql://postgres@127.0.0.1:5432";
const NATS = process.env["KUHSTALL_TEST_NATS"] ?? "nats://127.0.0.1:4222";

export interface Node {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A wire to the first node that can be cut and mended. */
export interface Wire {
  readonly url: string;
  cut(): void;
  mend(): void;
}

export interface Cluster {
  readonly nodes: readonly Node[];
  readonly wire: Wire;
  stop(): Promise<void>;
}

async function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("no port"));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function sql(statement: string): void {
  execFileSync("psql", ["-q", `${POSTGRES}/postgres`, "-c", statement]);
}

async function started(port: number, settings: Record<string, string>): Promise<Node> {
  const environment: Record<string, string | undefined> = { ...process.env };
  for (const [name, value] of Object.entries({ ...settings, port: String(port) })) {
    environment[`KUHSTALL_${name.toUpperCase()}`] = value;
  }
  const running = spawn("../.venv/bin/kuhstall", ["serve"], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => {
    running.once("exit", () => resolve());
  });
  await ready(url, running);
  return {
    url,
    stop: async (signal = "SIGTERM") => {
      running.kill(signal);
      await ended;
    },
  };
}

async function ready(url: string, running: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline && running.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error("the server does not get ready");
}

async function wired(target: number): Promise<Wire & { close(): void }> {
  const open = new Set<Socket>();
  let broken = false;
  const server = createServer((client) => {
    if (broken) {
      client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      socket.on("error", () => socket.destroy());
    }
    client.pipe(upstream);
    upstream.pipe(client);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      broken = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      broken = false;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Start nodes that share a database and a subject. */
export async function cluster(count: number, settings: Record<string, string> = {}): Promise<Cluster> {
  const name = `kuhstall_e2e_${randomBytes(6).toString("hex")}`;
  sql(`CREATE DATABASE ${name}`);
  const ports = [];
  for (let i = 0; i < count; i++) ports.push(await freePort());
  const wire = await wired(ports[0] ?? 0);
  const origins = [...ports.map((port) => `http://127.0.0.1:${port}`), wire.url].join(",");
  const shared = { store: `${POSTGRES}/${name}`, nats: NATS, subject: name, origins, ease: "0", log: "warning" };
  const nodes: Node[] = [];
  for (const port of ports) nodes.push(await started(port, { ...shared, ...settings }));
  return {
    nodes,
    wire,
    stop: async () => {
      wire.close();
      await Promise.all(nodes.map(async (node) => node.stop()));
      sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
