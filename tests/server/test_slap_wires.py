"""Slaps over real sockets: the server times them, allows for latency, and tells nobody else."""

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
from kuhstall.games.kuhhandel.master.actions import SlapNow
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.reflex import MOST_MS
from tests.server.choosing import chosen
from tests.server.players import Player
from tests.server.serving import Serving, greeted, guests, received, serving, ticket, wire

pytestmark = pytest.mark.anyio

PONG_DELAY = 0.12  # seconds


async def play_to_countdown(here: Serving, players: list[Player]) -> LiveTable:
    """Seat everybody, and play until two of them can slap."""
    host, *others = players
    rules = {"auction_mode": "turns", "slap": "reflex"}
    table = await host.open_table(edition="master", seats=len(players), rules=rules)
    for player in others:
        player.table = table
        await player.ask("join")
    await host.ask("start")
    service, chance = here.node.service, random.Random(3)
    live = await service.cache.live_table(table)
    while len(slappers(live)) < 2:
        game = live.state
        waiting = [one for one in game.phase.actors(game) if one >= 0]
        if game.phase.sealed:
            await service._answer(
                table, -1, secrets.token_hex(4), lambda live: decide.unseal_phase(live.situation)
            )
            continue
        action = chosen(msgspec.to_builtins(options(game, waiting[0])), chance)
        person = live.party.places[waiting[0]].person
        cid, raw = secrets.token_hex(4), msgspec.json.encode(action)
        await service.play(table, person, cid, game.moment, raw)
    return live


def slappers(live: LiveTable) -> list[int]:
    if not live.state.phase.sealed:
        return []
    return [
        seat for seat in live.state.phase.actors(live.state)
        if any(one.admitted(SlapNow(1)) for one in options(live.state, seat))
    ]  # fmt: skip


def slap_command(live: LiveTable, after: int) -> dict[str, Any]:
    action = {"type": "slap_now", "after": after}
    return {"cid": secrets.token_hex(4), "moment": live.state.moment, "action": action}


async def answer_ping_late(connection: ClientConnection) -> None:
    """Answer the next ping as late as a slow connection would."""
    ping = await received(connection, "ping")
    await asyncio.sleep(PONG_DELAY)
    await connection.send(json.dumps({"type": "pong", "nonce": ping["nonce"]}))


async def test_the_server_times_slaps_and_allows_for_latency(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Ada", "Ben", "Cleo", "Dora") as players,
    ):
        live = await play_to_countdown(here, players)
        first, second, *_ = slappers(live)
        people = [players[first], players[next(seat for seat in range(4) if seat != first)]]
        tickets = [await ticket(here.url, live.id, one.http.cookies) for one in people]
        clock = here.node.service.clock
        async with wire(here.url, live.id) as far, wire(here.url, live.id) as bystander:
            await greeted(far, tickets[0])
            await greeted(bystander, tickets[1])
            await answer_ping_late(far)
            # Restart the step, as after an outage: the setup may have used up the time to slap.
            await here.node.service._answer(
                live.id, -1, "anew", lambda live: decide._outcome(live.situation, [], restart=True)
            )
            await received(bystander, "step")
            began, seq = live.clock_since, live.seq
            assert began is not None
            await asyncio.sleep(max(0.0, began + 0.4 - clock.now()))  # a hand takes its time
            await far.send(json.dumps({"type": "cmd", **slap_command(live, 0)}))
            assert (await received(far, "ack", "nack"))["seq"] == seq
            took = (clock.now() - began) * 1000
            path = f"{here.url}/api/tables/{live.id}/commands"
            by_http = await players[second].http.post(path, json=slap_command(live, 0))
            assert by_http.json() == {"seq": seq}
            took_by_http = (clock.now() - began) * 1000
            allowed_for = took - live.held[first].after  # type: ignore[attr-defined]
            assert PONG_DELAY * 1000 - 20 <= allowed_for <= took - 100
            assert live.held[first].after >= 400 - MOST_MS  # type: ignore[attr-defined]
            assert took - 1 <= live.held[second].after <= took_by_http  # type: ignore[attr-defined]
            # Nobody heard of the slaps: the next frame that anybody gets is from a later request.
            await players[0].ask("ask_pause")
            told = await received(bystander, "step", "snapshot", "ack", "nack")
            assert (told["type"], told["seq"], told["events"]) == ("step", seq + 1, [])
