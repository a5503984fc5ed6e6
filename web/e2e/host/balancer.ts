/** The nginx of this machine, with the configuration that is shipped, in front of real nodes. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/servers";

export const SITE = "kuhstall.test";

export interface Balancer {
  readonly url: string;
  /** What Chromium has to be told to find the site and to trust its certificate. */
  readonly trust: readonly string[];
  stop(): Promise<void>;
}

/** Fill in the words of the template, and nothing else. */
function filled(template: string, words: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{([A-Z_]+)\}/gu, (whole, word: string) => words[word] ?? whole);
}

/** Make a certificate, and return the hash of its key. */
function certified(folder: string): string {
  const key = join(folder, "privkey.pem");
  const certificate = join(folder, "fullchain.pem");
  const names = ["-subj", `/CN=${SITE}`, "-addext", `subjectAltName=DNS:${SITE}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...names, "-keyout", key, "-out", certificate], { stdio: "pipe" });
  const open = execFileSync("openssl", ["pkey", "-in", key, "-pubout", "-outform", "DER"]);
  return createHash("sha256").update(open).digest("base64");
}

/** The port that nginx will speak TLS at has to be known before the nodes are: it is their origin. */
export async function balanced(port: number, nodes: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-nginx-"));
  const hash = certified(folder);
  mkdirSync(join(folder, "challenges"));
  const words = {
    RUN: folder,
    SITE,
    HTTP_PORT: `127.0.0.1:${await freePort()}`,
    HTTPS_PORT: `127.0.0.1:${port}`,
    PUBLIC_PORT: `:${port}`,
    CERTIFICATES: folder,
    CHALLENGES: join(folder, "challenges"),
    NODES: nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;`).join(" "),
    RESOLVER: "",
  };
  const file = join(folder, "nginx.conf");
  writeFileSync(file, filled(readFileSync("../deploy/nginx/nginx.conf.template", "utf8"), words));
  const program = process.env["NGINX"] ?? "/usr/sbin/nginx";
  const options = ["-p", folder, "-e", "stderr", "-c", file];
  execFileSync(program, [...options, "-t"], { stdio: "pipe" });
  // Not heard from here on: that a node is gone, which the test sees to, is an error to nginx.
  const running = spawn(program, [...options, "-g", "daemon off;"], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => {
    running.once("exit", () => resolve());
  });
  return {
    url: `https://${SITE}:${port}`,
    trust: [`--host-resolver-rules=MAP ${SITE} 127.0.0.1`, `--ignore-certificate-errors-spki-list=${hash}`],
    stop: async () => {
      running.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
