// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startWorker, useUpdate } from "./update";

class Registration extends EventTarget {
  waiting: { postMessage: ReturnType<typeof vi.fn> } | null = null;
  installing: EventTarget | null = null;
  update = vi.fn().mockResolvedValue(undefined);
}

let registration: Registration;
let register: ReturnType<typeof vi.fn>;

function browser(secure: boolean, controlled = true): void {
  registration = new Registration();
  register = vi.fn().mockResolvedValue(registration);
  const workers = Object.assign(new EventTarget(), { register, controller: controlled ? {} : null });
  vi.stubGlobal("isSecureContext", secure);
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
}

beforeEach(() => {
  vi.useFakeTimers();
  useUpdate.setState({ waiting: false });
  vi.spyOn(document, "readyState", "get").mockReturnValue("complete");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

async function installed(): Promise<void> {
  // Not before the page has had time for itself.
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(register).toHaveBeenCalled();
  registration.installing = new EventTarget();
  registration.dispatchEvent(new Event("updatefound"));
  registration.waiting = { postMessage: vi.fn() };
  registration.installing.dispatchEvent(new Event("statechange"));
}

it("does without a worker on a plain origin", () => {
  browser(false);
  startWorker();
  vi.advanceTimersByTime(5000);
  expect(register).not.toHaveBeenCalled();
});

it("does without a worker where there are none", () => {
  expect(() => startWorker()).not.toThrow();
});

it("waits with a newer version until somebody wants it", async () => {
  browser(true);
  startWorker();
  await installed();
  expect(useUpdate.getState().waiting).toBe(true);
  expect(registration.waiting?.postMessage).not.toHaveBeenCalled();
  useUpdate.getState().reload();
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith("take over");
});

it("does not take the first version for a newer one", async () => {
  browser(true, false);
  startWorker();
  await installed();
  expect(useUpdate.getState().waiting).toBe(false);
});

it("takes the address of the worker from the one policy that the site allows", async () => {
  browser(true);
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL: (address: string) => string }) => ({
    createScriptURL: (address: string) => `trusted ${rules.createScriptURL(address)}`,
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  startWorker();
  await vi.advanceTimersByTimeAsync(5000);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(["kuhstall"]);
  expect(register).toHaveBeenCalledWith("trusted /sw.js");
});

it("registers at once where a table could not be loaded again without it", async () => {
  browser(true);
  document.head.innerHTML = '<meta name="kuhstall-host" content="static">';
  startWorker();
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalled();
  document.head.innerHTML = "";
});
