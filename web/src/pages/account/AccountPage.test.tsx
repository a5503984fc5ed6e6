/** The page behind "Your account", for a browser without a session: no error, and no prompt before a tap. */
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { House } from "../../protocol/types";
import AccountPage from "./AccountPage";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const called: string[] = [];
const prompted = vi.fn(async () => Promise.reject(new DOMException("cancelled", "NotAllowedError")));

async function arrive(house: House, hash = ""): Promise<void> {
  location.hash = hash;
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { value: { get: prompted }, configurable: true });
  vi.stubGlobal("fetch", async (path: string) => {
    called.push(path);
    if (path === "/api/house") return Response.json(house);
    if (path === "/api/sign-in/passkey/options" && house.key_site === true) return Response.json({ challenge: "AQID", site: "kuhstall.example" });
    if (path === "/api/sign-in/passkey/options") return Response.json({ code: "no_keys_here" }, { status: 403 });
    return Response.json({ code: "no_session" }, { status: 401 });
  });
  render(
    <Texted>
      <AccountPage />
    </Texted>,
  );
  await screen.findByRole("button", { name: "Use a code" });
}

beforeEach(() => {
  called.length = 0;
  keepLanguage("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, "credentials");
  location.hash = "";
});

// A tab of 0.1.0 still opens the page with this fragment.
test.each(["", "#key"])("a server without passkeys is not asked for one (%s)", async (hash) => {
  await arrive({ address: "", wish: null }, hash);
  expect(screen.queryByRole("button", { name: "Use my passkey" })).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(called).toEqual(["/api/account", "/api/house"]);
});

test.each(["", "#key"])("a site asks for a passkey only on a tap (%s)", async (hash) => {
  await arrive({ address: "", wish: null, key_site: true }, hash);
  const button = screen.getByRole("button", { name: "Use my passkey" });
  expect(called).toEqual(["/api/account", "/api/house"]);
  fireEvent.click(button);
  await waitFor(() => expect(prompted).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("No passkey was created or used. You can try again."));
});
