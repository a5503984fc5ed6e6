import { act as settle, cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { Texted } from "../../i18n/text";
import PairPage from "../../pages/pair/PairPage";
import type { PairedScreen, TablePoster } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import PendingPairing from "./PendingPairing";
import ScreensButton from "./ScreensButton";
import "./screens.en.json";

configure({ asyncUtilTimeout: patience(10_000) });

const TABLE = "k".repeat(26);
const OTHER = "m".repeat(26);
const poster = (table: string, code: string, stage = "open"): TablePoster => ({ table, code, edition: "kuhhandel/2", pace: "live", stage, seats: 4, people: 1, bots: 3, host: "Anna" }) as unknown as TablePoster;

let calls: { readonly method: string; readonly path: string; readonly body: unknown }[];
let screens: PairedScreen[];

/** A server where a screen shows the code and the token that are named, which work once. */
function serve({ code = "", token = "", tables = [] as readonly TablePoster[], refusal = "no_such_screen" }): void {
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "{}" }: { method?: string; body?: string } = {}) => {
    calls.push({ method, path, body: JSON.parse(body) });
    if (path === "/api/me") return Response.json({ name: "Anna", tables });
    if (method === "DELETE") {
      screens = screens.filter(({ id }) => !path.endsWith(id));
      return Response.json({});
    }
    if (method === "GET") return Response.json(screens);
    const asked = JSON.parse(body) as { code?: string; token?: string };
    if ((code !== "" && asked.code === code) || (token !== "" && asked.token === token)) {
      screens = [...screens, { id: "second", browser: "", on: false }];
      return Response.json(screens.at(-1), { status: 201 });
    }
    return Response.json({ code: refusal, text: "" }, { status: refusal === "no_such_screen" ? 404 : 409 });
  });
}

function tableOf(state: Partial<TableState>): TableStore {
  const party = { stage: "playing", host: 0, places: [] };
  return createStore(() => ({ ...EMPTY, table: TABLE, you: 0, party, ...state })) as unknown as TableStore;
}

function show(store: TableStore, what: React.ReactNode): void {
  render(
    <Texted>
      <TableContext value={store}>{what}</TableContext>
    </Texted>,
  );
}

async function opened(store: TableStore): Promise<HTMLElement> {
  show(store, <ScreensButton />);
  fireEvent.click(await screen.findByRole("button", { name: "Show on a TV" }));
  return screen.findByRole("dialog");
}

function arrived(hash = ""): void {
  history.replaceState(null, "", `/screen/pair${hash}`);
  render(
    <Texted>
      <PairPage />
    </Texted>,
  );
}

beforeEach(() => {
  calls = [];
  screens = [{ id: "first", browser: "Chrome on a TV", on: true }];
  sessionStorage.clear();
  localStorage.setItem("kuhstall.language", "en");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("pairs a screen by what was typed, however it was typed, and lists it", async () => {
  serve({ code: "abcdefghj" });
  const dialog = await opened(tableOf({}));
  const field = within(dialog).getByLabelText("Letters and digits on the TV");
  fireEvent.change(field, { target: { value: "ABC def" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  expect(within(dialog).getByText("The TV shows nine letters and digits.")).toBeTruthy();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.change(field, { target: { value: "abc-def ghj" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await within(dialog).findByText(/^Done\./u);
  expect(calls).toContainEqual({ method: "POST", path: `/api/tables/${TABLE}/screens`, body: { code: "abcdefghj" } });
  expect(await within(dialog).findAllByRole("listitem")).toHaveLength(2);
  expect(within(dialog).getByText("Chrome on a TV").closest("li")?.textContent).toContain("on");
  expect(within(dialog).getByText("A screen").closest("li")?.textContent).toContain("off");
});

it.each([
  ["no_such_screen", /^This code has expired/u],
  ["too_many_screens", /^Eight screens/u],
])("says why no screen was paired: %s", async (refusal, why) => {
  serve({ refusal });
  const dialog = await opened(tableOf({}));
  const field = within(dialog).getByLabelText("Letters and digits on the TV");
  fireEvent.change(field, { target: { value: "ABCDEFGHJ" } });
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  expect((await within(dialog).findByText(why)).getAttribute("role")).toBe("alert");
});

it("lets the host remove a screen, and asks before", async () => {
  serve({});
  const dialog = await opened(tableOf({}));
  fireEvent.click(await within(dialog).findByRole("button", { name: "Remove: Chrome on a TV" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Keep" }));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove: Chrome on a TV" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove: Chrome on a TV" }));
  await waitFor(() => expect(within(dialog).queryByRole("listitem")).toBeNull());
  expect(calls).toContainEqual({ method: "DELETE", path: `/api/tables/${TABLE}/screens/first`, body: {} });
});

it("shows the list to others who sit there without a way to remove, and reads it again when one goes off", async () => {
  serve({});
  const store = tableOf({ you: 1 });
  const dialog = await opened(store);
  await within(dialog).findByText("Chrome on a TV");
  expect(within(dialog).queryByRole("button", { name: /^Remove/u })).toBeNull();
  screens = screens.map((one) => ({ ...one, on: false }));
  settle(() => store.setState({ party: { ...store.getState().party, screens: 1 } as TableState["party"] }));
  await within(dialog).findByText("off");
});

it("is not there for spectators", async () => {
  serve({});
  show(tableOf({ you: null }), <><ScreensButton /><p>there</p></>);
  await screen.findByText("there");
  expect(screen.queryByRole("button")).toBeNull();
});

it("takes the token out of the address at once, and pairs the only table at one tap", async () => {
  serve({ token: "t0ken", tables: [poster(TABLE, "abcdefg"), poster(OTHER, "hjkmnpq", "ended")] });
  arrived("#t0ken");
  const yes = await screen.findByRole("button", { name: "Show on the TV" });
  expect(location.href).not.toContain("t0ken");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.click(yes);
  await waitFor(() => expect(location.pathname).toBe(`/t/${TABLE}`));
  expect(calls.at(-1)).toEqual({ method: "POST", path: `/api/tables/${TABLE}/screens`, body: { token: "t0ken" } });
  expect(sessionStorage.length).toBe(0);
});

it("lets one choose among several tables", async () => {
  serve({ token: "t0ken", tables: [poster(TABLE, "abcdefg"), poster(OTHER, "hjkmnpq")] });
  arrived("#t0ken");
  fireEvent.click(await screen.findByRole("button", { name: /HJKM-NPQ/u }));
  await waitFor(() => expect(location.pathname).toBe(`/t/${OTHER}`));
});

it("says when a code has expired, and when there is none", async () => {
  serve({ tables: [poster(TABLE, "abcdefg")] });
  arrived("#0ld");
  fireEvent.click(await screen.findByRole("button", { name: "Show on the TV" }));
  await screen.findByText(/^This code has expired/u);
  cleanup();
  sessionStorage.clear();
  arrived();
  await screen.findByRole("heading", { name: "Scan the code again" });
});

it("keeps the token of those who sit nowhere until they sit down, but not for ever", async () => {
  serve({ token: "t0ken" });
  arrived("#t0ken");
  await screen.findByRole("heading", { name: "Sit down at a table first" });
  cleanup();
  show(tableOf({}), <PendingPairing />);
  await screen.findByText(/^Done\./u);
  expect(calls.at(-1)?.body).toEqual({ token: "t0ken" });
  expect(sessionStorage.length).toBe(0);
  cleanup();
  sessionStorage.setItem("kuhstall.pairing", `${Date.now() - 300_001} t0ken`);
  arrived();
  await screen.findByRole("heading", { name: "Scan the code again" });
});
