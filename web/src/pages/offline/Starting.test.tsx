import { act, cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage, LANGUAGES } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { offline, type OfflineState } from "../../net/offline/policy";
import Starting from "./Starting";

vi.hoisted(() => vi.stubGlobal("isSecureContext", true));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const setState = (state: Partial<OfflineState>): void => offline.setState({ state: "installed", loaded: 0, total: 0, reason: "", ...state });

function arrive(): void {
  render(
    <Texted>
      <Starting />
    </Texted>,
  );
}

beforeEach(() => keepLanguage("en"));
afterEach(() => {
  cleanup();
  setState({});
});

test("a table that is soon there needs no words, a later one does", async () => {
  arrive();
  expect(screen.queryByRole("heading")).toBeNull();
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("The game is starting on your device …");
});

test.each(LANGUAGES)("loading is shown with words in %s", async (language) => {
  keepLanguage(language);
  setState({ state: "waiting", loaded: 1, total: 2 });
  arrive();
  const bar = await screen.findByRole("progressbar");
  expect(bar.getAttribute("aria-valuenow")).toBe("50");
  expect(bar.getAttribute("aria-valuetext")).toMatch(/50.?%/u);
  expect(screen.getByRole("status").textContent).toMatch(/device|Gerät|устройство|apparaat/);
});

test("what does not start says why, and where to go", async () => {
  setState({ state: "waiting", loaded: 1, total: 2 });
  arrive();
  await screen.findByRole("progressbar");
  act(() => setState({ state: "failed", reason: "slow" }));
  expect((await screen.findByText("It did not start in time.")).closest("[role=status]")).not.toBeNull();
  expect(screen.getByRole("link", { name: "To offline play" }).getAttribute("href")).toBe("/offline");
});
