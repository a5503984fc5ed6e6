/**
 * Times what offline play does without a page, in milliseconds: its start, and each decision of bots in the first part of a game.
 * `node offline/run.mjs speed '["kuhhandel/2", "hard", 3, 5]' 80`: which game, as for twin.ts, and how many decisions.
 */
import { tested } from "./twin.ts";

const DECISIONS = `
import json, time
from kuhstall.server.table.live_table import LiveTable
from tests.server.offline_twin import VirtualPage, wish

prepare_choice, took = LiveTable.prepare_choice, []

def timed(live, seat):
    began = time.perf_counter()
    choose = prepare_choice(live, seat)
    def chosen():
        action = choose()
        took.append((time.perf_counter() - began) * 1000)
        return action
    return chosen

LiveTable.prepare_choice = timed
edition, bot, seats, seed = json.loads(wanted)
page = VirtualPage(seed)
table = page.call("POST", "/api/tables", wish(edition, bot, seats))["table"]
page.call("POST", f"/api/tables/{table}/commands", {"cid": "start", "request": {"type": "start"}})
page.sit_down(table)
page.run_until(lambda: len(took) >= most or page.player.is_over)
json.dumps(took)
`;

export async function main(): Promise<void> {
  const began = performance.now();
  const before = process.cpuUsage();
  const pyodide = await tested();
  pyodide.runPython("import kuhstall.server.offline.worker");
  const start = Math.round(performance.now() - began);
  const { user, system } = process.cpuUsage(before);
  pyodide.globals.set("wanted", process.argv[3]);
  pyodide.globals.set("most", Number(process.argv[4]));
  const decisions = JSON.parse(pyodide.runPython(DECISIONS) as string) as readonly number[];
  console.log(JSON.stringify({ start, processor: Math.round((user + system) / 1000), decisions }));
}
