import { afterEach, expect, test, vi } from "vitest";
import { Database } from "./database";

afterEach(() => vi.unstubAllGlobals());

const ROW = { table: "t", head: "{}", at: 0, finished: null };

/** A browser whose database cannot be opened: it throws at once, or says so later. */
function closed(name: string, later: boolean): void {
  const error = new DOMException("no", name);
  vi.stubGlobal("indexedDB", {
    open: () => {
      if (!later) throw error;
      const request = { error, onerror: (): void => undefined };
      queueMicrotask(() => request.onerror());
      return request;
    },
  });
}

test.each([
  ["SecurityError", false],
  ["InvalidStateError", true],
])("a browser that lets nothing be kept has no table, and keeps none: %s", async (name, later) => {
  closed(name, later);
  const database = new Database();
  expect(await database.read("t")).toBeNull();
  await expect(database.write(ROW, [])).rejects.toMatchObject({ name });
});

test("what cannot be read at the moment may be there all the same", async () => {
  closed("UnknownError", true);
  const database = new Database();
  await expect(database.read("t")).rejects.toMatchObject({ name: "UnknownError" });
});
