/** The tables of this browser, as they are kept in it. Steps are only ever added. */

const NAME = "kuhstall-offline";
const VERSION = 1;

export interface Row {
  readonly table: string;
  /** JSON of the worker's own; pages read a few fields of it. */
  readonly head: string;
  readonly at: number;
  readonly finished: number | null;
}

export type Step = readonly [seq: number, text: string];

export interface Shelf {
  /** Replace the head of a table, and add steps to it; or change nothing, if one of them is there already. */
  write(row: Row, steps: readonly Step[]): Promise<void>;
  read(table: string): Promise<{ readonly head: string; readonly steps: readonly string[] } | null>;
  rows(): Promise<readonly Row[]>;
  remove(table: string): Promise<void>;
}

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
}

function isDone(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("storage"));
  });
}

/** All steps of a table: a list sorts behind every number. */
const stepsOf = (table: string): IDBKeyRange => IDBKeyRange.bound([table], [table, []]);

/** Whether this browser lets a site keep nothing, as some do in private windows or where a player wants it so. */
const isForbidden = (error: unknown): boolean => error instanceof Error && ["SecurityError", "InvalidStateError"].includes(error.name);

export class Database implements Shelf {
  #opened: Promise<IDBDatabase> | undefined;

  #database(): Promise<IDBDatabase> {
    this.#opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("tables", { keyPath: "table" });
        request.result.createObjectStore("steps");
      };
      request.onsuccess = () => resolve(request.result);
      request.onblocked = request.onerror = () => reject(request.error ?? new Error("storage"));
    }).then(
      (database) => {
        const again = (): void => void (this.#opened = undefined);
        // Whoever deletes everything does not wait for a page.
        database.onversionchange = () => {
          database.close();
          again();
        };
        database.onclose = again;
        return database;
      },
      (error: unknown) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  async write(row: Row, steps: readonly Step[]): Promise<void> {
    const transaction = (await this.#database()).transaction(["tables", "steps"], "readwrite");
    const done = isDone(transaction);
    transaction.objectStore("tables").put(row);
    // Two workers that write the same step do not know of each other: the second one fails.
    for (const [seq, text] of steps) transaction.objectStore("steps").add(text, [row.table, seq]);
    await done;
  }

  async read(table: string): Promise<{ readonly head: string; readonly steps: readonly string[] } | null> {
    const database = await this.#database().catch((error: unknown) => {
      if (isForbidden(error)) return null;
      throw error;
    });
    // What was never kept is not there: nobody has to wait for it.
    if (database === null) return null;
    const transaction = database.transaction(["tables", "steps"]);
    const [row, steps] = await Promise.all([
      answerTo<Row | undefined>(transaction.objectStore("tables").get(table)),
      answerTo<string[]>(transaction.objectStore("steps").getAll(stepsOf(table))),
    ]);
    return row === undefined ? null : { head: row.head, steps };
  }

  async rows(): Promise<readonly Row[]> {
    return answerTo<Row[]>((await this.#database()).transaction("tables").objectStore("tables").getAll());
  }

  async remove(table: string): Promise<void> {
    const transaction = (await this.#database()).transaction(["tables", "steps"], "readwrite");
    const done = isDone(transaction);
    transaction.objectStore("tables").delete(table);
    transaction.objectStore("steps").delete(stepsOf(table));
    await done;
  }
}
