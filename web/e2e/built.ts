/** A browser test of a client that was not built would test yesterday's. */
import { existsSync } from "node:fs";

export default function setup(): void {
  if (!existsSync("../src/kuhstall/client/index.html")) throw new Error("run `make web` first");
}
