import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { GAMES } from "../../games";
import { GameContext } from "../../model/game/context";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { PartyView } from "../../protocol/types";
import { TableContext } from "../../model/table/context";
import { EMPTY, type TableStore } from "../../model/table/store";
import { SeatDialog } from "./SeatDialog";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const party = { stage: "open", host: 0, places: [{ kind: "person", name: "Anna" }, { kind: "bot", bot: "farmer" }] } as unknown as PartyView;

test.each(GAMES.map((game) => [game.name, game] as const))("a bot of the host is offered at a table of %s", async (_, game) => {
  keepLanguage("en");
  vi.stubGlobal("fetch", async () => Response.json({ address: "", wish: null, bots: ["miser:Miser"] }));
  const ask = vi.fn();
  const state = createStore(() => ({ table: "t", ...EMPTY, party, you: 0, may: ["seat_bot"] }));
  const store = { ...state, ask } as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <GameContext value={game}>
          <SeatDialog party={party} seat={1} name="Vroni" onClose={() => undefined} />
        </GameContext>
      </TableContext>
    </Texted>,
  );
  const own = await screen.findByRole("radio", { name: "miser:Miser" });
  expect(screen.getAllByRole("radio")).toHaveLength(game.bots.characters.length + 1);
  fireEvent.click(own);
  expect(ask).toHaveBeenCalledWith({ type: "seat_bot", seat: 1, bot: "miser:Miser" });
});
