"""Slaps over real wires: the server measures the wire, and nobody else hears a thing."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from kuhstall.engine.kernel import options
from kuhstall.games.kuhhandel.actions import SlapNow
from kuhstall.server import deciding
from kuhstall.server.credit import MOST_MS
from kuhstall.server.hot import HotTable
from tests.server.players import Player, chosen
from tests.server.serving import Serving, greeted, guests, received, serving, ticket, wire

pytestmark = pytest.mark.anyio

HELD_BACK = 0.12


async def countdown(here: Serving, players: list[Player]) -> HotTable:
    """Seat people, and play on to a count at which two can slap."""
    host, *others = players
    rules = {"auction_mode": "turns", "slap": "reflex"}
    table = await host.open_table(edition="master", seats=len(players), rules=rules)
    for player in others:
        player.table = table
        await player.ask("join")
    await host.ask("start")
    service, chance = here.node.service, random.Random(3)
    hot = await service.hot(table)
    while len(slappers(hot)) < 2:
        game = hot.game
        waiting = [one for one in game.phase.actors(game) if one >= 0]
        if game.phase.sealed:
            await service._command(
                table, -1, secrets.token_hex(4), lambda hot: deciding.opened(hot.situation)
            )
            continue
        action = chosen(msgspec.to_builtins(options(game, waiting[0])), chance)
        person = hot.party.places[waiting[0]].person
        cid, raw = secrets.token_hex(4), msgspec.json.encode(action)
        await service.play(table, person, cid, game.moment, raw)
    return hot


def slappers(hot: HotTable) -> list[int]:
    if not hot.game.phase.sealed:
        return []
    return [
        seat for seat in hot.game.phase.actors(hot.game)
        if any(one.admitted(SlapNow(1)) for one in options(hot.game, seat))
    ]  # fmt: skip


def order(hot: HotTable, after: int) -> dict[str, Any]:
    action = {"type": "slap_now", "after": after}
    return {"cid": secrets.token_hex(4), "moment": hot.game.moment, "action": action}


async def pong_late(connection: ClientConnection) -> None:
    """Answer the next ping as if over a long wire."""
    ping = await received(connection, "ping")
    await asyncio.sleep(HELD_BACK)
    await connection.send(json.dumps({"type": "pong", "nonce": ping["nonce"]}))


async def test_a_hand_is_timed_by_the_server_over_each_wire(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Ada", "Ben", "Cleo", "Dora") as players,
    ):
        hot = await countdown(here, players)
        first, second, *_ = slappers(hot)
        people = [players[first], players[next(seat for seat in range(4) if seat != first)]]
        tickets = [await ticket(here.url, hot.id, one.http.cookies) for one in people]
        clock = here.node.service.clock
        async with wire(here.url, hot.id) as far, wire(here.url, hot.id) as other:
            await greeted(far, tickets[0])
            await greeted(other, tickets[1])
            await pong_late(far)
            # The step begins anew, as after an outage: so that no hand took too long to count.
            await here.node.service._command(
                hot.id, -1, "anew", lambda hot: deciding._outcome(hot.situation, [], anew=True)
            )
            await received(other, "step")
            began, seq = hot.began, hot.seq
            assert began is not None
            await asyncio.sleep(max(0.0, began + 0.4 - clock.now()))  # a hand takes its time
            await far.send(json.dumps({"type": "cmd", **order(hot, 0)}))
            assert (await received(far, "ack", "nack"))["seq"] == seq
            took = (clock.now() - began) * 1000
            path = f"{here.url}/api/tables/{hot.id}/commands"
            by_http = await players[second].http.post(path, json=order(hot, 0))
            assert by_http.json() == {"seq": seq}
            over = (clock.now() - began) * 1000
            made_up = took - hot.held[first].after  # type: ignore[attr-defined]
            assert HELD_BACK * 1000 - 20 <= made_up <= took - 100
            assert hot.held[first].after >= 400 - MOST_MS  # type: ignore[attr-defined]
            assert took - 1 <= hot.held[second].after <= over  # type: ignore[attr-defined]
            # Nobody has heard of it: the next that anybody gets is what comes of a request.
            await players[0].ask("ask_pause")
            told = await received(other, "step", "snapshot", "ack", "nack")
            assert (told["type"], told["seq"], told["events"]) == ("step", seq + 1, [])
