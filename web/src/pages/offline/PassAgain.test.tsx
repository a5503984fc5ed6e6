import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { GAMES } from "../../games";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { GameContext } from "../../model/game/context";
import { openShared } from "../../net/offline/transport";
import type { PartyView } from "../../protocol/types";
import PassAgain from "./PassAgain";

vi.mock("../../net/offline/transport", () => ({ openShared: vi.fn() }));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => keepLanguage("en"));
afterEach(cleanup);

test("the same people play again with the same bots, and what goes wrong is said", async () => {
  const places = [{ kind: "person", name: "Ada" }, { kind: "person", name: "Ben" }, { kind: "bot", name: "Berta", bot: "easy" }];
  render(
    <Texted>
      <GameContext value={GAMES[0]}>
        <PassAgain party={{ edition: "kuhhandel/2", places } as unknown as PartyView} />
      </GameContext>
    </Texted>,
  );
  const button = await screen.findByRole("button", { name: "Rematch" });
  vi.mocked(openShared).mockRejectedValueOnce(new Error("gone"));
  fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(""));
  vi.mocked(openShared).mockResolvedValueOnce("offlinexyz");
  fireEvent.click(button);
  await waitFor(() => expect(location.pathname).toBe("/t/offlinexyz"));
  expect(openShared).toHaveBeenLastCalledWith({ edition: "kuhhandel/2", rules: { auction_mode: "turns" }, seats: 3, bots: ["easy"] }, ["Ada", "Ben"]);
});
