import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage } from "../i18n/catalogue";
import { Texted, TextedWith } from "../i18n/text";
import { MailField } from "./MailField";
import { NIGHT, type PushStatus } from "./push";
import { FILES } from "./texts";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent = vi.fn();

function shown(mail: PushStatus["mail"], status = 202): { readonly changed: () => number } {
  sent.mockClear();
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent(path, JSON.parse(body));
    return Response.json(status < 300 ? {} : { code: "slow_down", text: "" }, { status });
  });
  keepLanguage("de");
  const onChange = vi.fn();
  render(
    <Texted>
      <TextedWith files={FILES}>
        <MailField status={{ key: "", hours: null, quiet: NIGHT, mail }} onChange={onChange} />
        <p>all is there</p>
      </TextedWith>
    </Texted>,
  );
  return { changed: () => onChange.mock.calls.length };
}

test("an address is given in the language of the page", async () => {
  const { changed } = shown({ address: "", confirmed: false });
  fireEvent.change(await screen.findByRole("textbox", { name: /Mailadresse/ }), { target: { value: "anna@post.example" } });
  fireEvent.click(screen.getByRole("button", { name: "Schreibt mir" }));
  await vi.waitFor(() => expect(changed()).toBe(1));
  expect(sent.mock.calls).toMatchObject([["/api/mail", { address: "anna@post.example", language: "de" }]]);
});

test("one that is refused is said to be", async () => {
  const { changed } = shown({ address: "", confirmed: false }, 400);
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "anna@post.example" } });
  fireEvent.click(screen.getByRole("button", { name: "Schreibt mir" }));
  await screen.findByRole("alert");
  expect(changed()).toBe(0);
});

test.each([
  [false, "Wir haben an anna@post.example geschrieben. Bitte öffne den Link in dieser Mail."],
  [true, "Du bekommst Mails an anna@post.example."],
])("confirmed is %s: it says so, and can be ended", async (confirmed, text) => {
  const { changed } = shown({ address: "anna@post.example", confirmed });
  expect((await screen.findByRole("status")).textContent).toBe(text);
  fireEvent.click(screen.getByRole("button", { name: "Keine Mails mehr schreiben" }));
  await vi.waitFor(() => expect(changed()).toBe(1));
  expect(sent.mock.calls[0]?.[0]).toBe("/api/mail/end");
});

test("where the server sends none there is no word of it", async () => {
  shown(undefined);
  await screen.findByText("all is there");
  expect(screen.queryByText("Per Mail")).toBeNull();
});
