/** What is played at the table, fetched when that is there. */
import type { Repertoire } from "../../../theatre/context";
import type { Scene } from "./scenes";

export async function theatre(): Promise<Repertoire<Scene>> {
  return (await import("./Scenes")).default;
}
