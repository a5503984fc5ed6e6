import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { version } from "../../../package.json";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import Report, { type Place } from "./Report";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const PLACE: Place = { table: "k".repeat(26), code: "k7mwq3n", step: 218 };
let calls: [string, unknown][];
let answer: [number, unknown];

beforeEach(() => {
  calls = [];
  answer = [201, {}];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    calls.push([path, JSON.parse(body)]);
    return Response.json(answer[1], { status: answer[0] });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function written(text: string, place?: Place): Promise<HTMLTextAreaElement> {
  render(
    <Texted>
      <Report {...(place && { place })} onClose={() => undefined} />
    </Texted>,
  );
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { hidden: true });
  fireEvent.change(field, { target: { value: text } });
  return field;
}

test.each([
  ["en", "Send", /Thank you/],
  ["de", "Senden", /Danke/],
  ["ru", "Отправить", /Спасибо/],
] as const)("sends in %s what was written, and where, and nothing else", async (language, send, thanks) => {
  keepLanguage(language);
  await written("The gavel sticks.", PLACE);
  expect(screen.getByText(/K7MW-Q3N · \S+ 218/).className).toBe("pill");
  fireEvent.click(screen.getByText(send));
  await screen.findByText(thanks);
  expect(calls).toEqual([["/api/reports", { text: "The gavel sticks.", version, language, table: PLACE.table, step: 218 }]]);
});

test("names no table where there is none, and sends nothing that is empty", async () => {
  keepLanguage("en");
  const field = await written("  ");
  const form = field.closest("form") as HTMLFormElement;
  fireEvent.submit(form);
  expect(calls).toEqual([]);
  fireEvent.change(field, { target: { value: "No picture." } });
  fireEvent.submit(form);
  await screen.findByText(/Thank you/);
  expect(calls).toEqual([["/api/reports", { text: "No picture.", version, language: "en", table: null, step: null }]]);
});

test("keeps what was written when it is refused, and says why", async () => {
  keepLanguage("en");
  answer = [429, { code: "slow_down", text: "" }];
  const field = await written("Again.");
  fireEvent.click(screen.getByText("Send"));
  await waitFor(() => expect(screen.getByRole("alert", { hidden: true }).textContent).toMatch(/within an hour/));
  expect(field.value).toBe("Again.");
  answer = [201, {}];
  fireEvent.click(screen.getByText("Send"));
  await screen.findByText(/Thank you/);
  expect(calls).toHaveLength(2);
});
