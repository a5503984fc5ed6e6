/** Real servers for browser tests: a database of their own on the machine's PostgreSQL, and NATS. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import { counted, patience, stretched } from "../machine";

const POSTGRES = process.env["KUHSTALL_TEST_POSTGRES"] ?? "postgresql://postgres@127.0.0.1:5432";
const NATS = process.env["KUHSTALL_TEST_NATS"] ?? "nats://127.0.0.1:4222";

/** The slowest tempo that a server takes. */
const SLOWEST = 100;

export interface Node {
  readonly url: string;
  /** Where its metrics are. */
  readonly figures: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A wire to the first node that can be cut, mended, and made longer. */
export interface Wire {
  readonly url: string;
  cut(): void;
  mend(): void;
  /** Let everything take so many milliseconds, in each direction. */
  slow(delay: number): void;
  /** Lead everybody who comes from now on to another node, as a balancer does when one is dead. */
  lead(node: number): void;
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

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A port that nobody is given by chance while its node is being replaced: systems give those above 32767. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

function sql(statement: string, name = "postgres"): void {
  execFileSync("psql", ["-q", `${POSTGRES}/${name}`, "-c", statement]);
}

/** A database that nodes share, and a subject to tell each other of it. */
export function shared(): { readonly settings: Record<string, string>; run(statement: string): void; drop(): void } {
  const name = `kuhstall_e2e_${randomBytes(6).toString("hex")}`;
  counted("databases");
  sql(`CREATE DATABASE ${name}`);
  return {
    settings: { store: `${POSTGRES}/${name}`, nats: NATS, subject: name, ease: "0", lag: "0", log: "warning" },
    run: (statement) => sql(statement, name),
    drop: () => sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Start a node, of the version whose sources are named, or of this one. */
export async function started(port: number, settings: Record<string, string>, sources?: string): Promise<Node> {
  const environment: Record<string, string | undefined> = { ...process.env };
  if (sources !== undefined) environment["PYTHONPATH"] = sources;
  counted("nodes");
  // As the machine, so the clocks: or they would act for people who have no time to.
  const tempo = settings["tempo"] === undefined ? {} : { tempo: String(Math.min(SLOWEST, stretched(Number(settings["tempo"]) * 1e6) / 1e6)) };
  for (const [name, value] of Object.entries({ ...settings, ...tempo, port: String(port) })) {
    environment[`KUHSTALL_${name.toUpperCase()}`] = value;
  }
  const watched = `127.0.0.1:${await freePort()}`;
  // Nor does a server of a test turn people away because the machine is busy with others.
  environment["KUHSTALL_LAG"] ??= "0";
  environment["KUHSTALL_METRICS"] = watched;
  const running = spawn("../.venv/bin/kuhstall", ["serve"], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => {
    running.once("exit", () => resolve());
  });
  await ready(url, running);
  return {
    url,
    figures: sources === undefined ? `http://${watched}/metrics` : `${url}/metrics`,
    stop: async (signal = "SIGTERM") => {
      running.kill(signal);
      await ended;
    },
  };
}

async function ready(url: string, running: ChildProcess): Promise<void> {
  const deadline = Date.now() + patience(60_000);
  while (Date.now() < deadline && running.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error("the server does not get ready");
}

/** Pass on what one socket says to another, after a while. Timers of the same length keep their order. */
function passed(from: Socket, to: Socket, delay: () => number): void {
  const later = (what: () => void): void => {
    if (delay() === 0) what();
    else setTimeout(what, delay());
  };
  from.on("data", (chunk) => later(() => to.write(chunk)));
  from.on("end", () => later(() => to.end()));
}

async function wired(ports: readonly number[]): Promise<Wire & { close(): void }> {
  const open = new Set<Socket>();
  let target = ports[0] ?? 0;
  let broken = false;
  let delay = 0;
  const server = createServer((client) => {
    if (broken) {
      client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("close", () => {
        open.delete(socket);
        // What is still on its way arrives before the other end hears of it.
        setTimeout(() => [client, upstream].map((end) => end.destroy()), delay);
      });
      socket.on("error", () => socket.destroy());
    }
    passed(client, upstream, () => delay);
    passed(upstream, client, () => delay);
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
    slow: (wanted) => {
      delay = wanted;
    },
    lead: (node) => {
      target = ports[node] ?? target;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Start nodes that share a database and a subject. */
export async function cluster(count: number, settings: Record<string, string> = {}): Promise<Cluster> {
  const database = shared();
  const ports = [];
  for (let i = 0; i < count; i++) ports.push(await freePort());
  const wire = await wired(ports);
  const origins = [...ports.map((port) => `http://127.0.0.1:${port}`), wire.url].join(",");
  const nodes: Node[] = [];
  for (const port of ports) nodes.push(await started(port, { ...database.settings, origins, ...settings }));
  return {
    nodes,
    wire,
    stop: async () => {
      wire.close();
      await Promise.all(nodes.map(async (node) => node.stop()));
      database.drop();
    },
  };
}
