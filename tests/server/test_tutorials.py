"""A tutorial is a table of its own kind: scripted, alone, in no list, and never chosen."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.games import registry as games
from kuhstall.server.table.party.fair import Forged, Transcript, verify
from kuhstall.server.table.party.requests import RIGHTS
from kuhstall.server.table.party.timers import next_due
from tests.server.fair_vectors import WHOLE
from tests.server.serving import Serving, browser, guests, serving
from tests.server.test_authz import SAMPLES
from tests.server.test_replays import got, whole

pytestmark = pytest.mark.anyio

NAMES = sorted(one.name for one in games.TUTORIALS.values())
DECKS: dict[str, Any] = {
    "tutorial": "kuhhandel",
    "script": "kuhhandel:1",
    "deck": ["cow"],
    "tops": {"deck": ["cow"]},
    "seed": "0" * 128,
    "secret": "0" * 64,
}
"""What somebody might try to choose the cards with."""


async def begun(player: Any, name: str) -> str:
    placed = await player.post("/api/tutorials", {"tutorial": name})
    assert placed["seat"] == 0
    player.table = str(placed["table"])
    return str(placed["table"])


async def refused(player: Any, path: str, body: Any) -> tuple[int, str]:
    answer = await player.http.post(f"{player.nodes[0]}{path}", json=body)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("name", NAMES)
async def test_it_begins_when_somebody_looks_and_is_in_no_list(tmp_path: Path, name: str) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        table = await begun(ada, name)
        shown = await got(ada.http, server, table)
        assert (shown["stage"], shown["pause"], shown["public"]) == ("paused", "nobody", False)
        assert shown["script"] == games.latest_tutorial(name).key
        assert [place["kind"] for place in shown["places"][1:]] == ["bot"] * (
            len(shown["places"]) - 1
        )
        await ada.connect()
        assert ada.socket is not None
        hot = await server.node.service.cache.live_table(table)
        while hot.party.stage == "paused":
            frame = msgspec.json.decode(await ada.socket.recv())
            assert frame["type"] != "bye"
        assert hot.party.stage == "playing"
        for path in ("/api/lobby", "/api/me"):
            answer = (await ada.http.get(f"{server.url}{path}")).json()
            assert not (answer["tables"] if path == "/api/me" else answer)


async def test_nobody_joins_and_nothing_is_changed(tmp_path: Path) -> None:
    """Every request by everybody: only what does not touch who plays what is admitted."""
    admitted = {
        "host": {"Leave", "AskPause", "Halt", "GoOn", "Resume", "ChooseTempo", "SkipToDecision"},
        "stranger": set[str](),
    }
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada", "Ben") as (ada, ben):
        for who, player in (("host", ada), ("stranger", ben)):
            for kind in RIGHTS:
                table = await begun(ada, "kuhhandel")
                if kind.__name__ != "Resume":
                    await ada.ask("resume")
                before = await server.node.service.store.steps(table)
                sent = {"cid": secrets.token_hex(8), "request": msgspec.to_builtins(SAMPLES[kind])}
                status, code = await refused(player, f"/api/tables/{table}/commands", sent)
                assert (status == 200) == (kind.__name__ in admitted[who]), (who, kind, code)
                if status != 200:
                    assert await server.node.service.store.steps(table) == before
                    assert code != "malformed"
                if kind.__name__ == "Join":
                    assert code == ("seated_already" if who == "host" else "game_running")


@pytest.mark.parametrize("field", DECKS)
async def test_no_other_request_chooses_a_deck(tmp_path: Path, field: str) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        chosen = {field: DECKS[field]}
        assert await refused(ada, "/api/tables", {"seats": 3, **chosen}) == (400, "malformed")
        await ada.open_table(seats=3, bots=["farmer", "farmer"])
        for request in ("arrange", "start", "rematch", "join", "seat_bot"):
            order = {"cid": secrets.token_hex(8), "request": {"type": request, **chosen}}
            path = f"/api/tables/{ada.table}/commands"
            assert await refused(ada, path, order) == (400, "malformed"), request
        rules = {"seats": 3, "rules": chosen}
        assert (await refused(ada, "/api/tables", rules))[0] == 422
        hot = await server.node.service.cache.live_table(ada.table)
        assert hot.party.script is None
        assert hot.seq == 1


async def test_nothing_of_a_tutorial_can_be_chosen(tmp_path: Path) -> None:
    more: dict[str, Any] = {
        "edition": "master",
        "rules": {},
        "seats": 4,
        "bots": ["random"],
        "public": True,
        "pace": "slow",
        "table": "t" * 26,
        "commitment": "c" * 64,
        "cards": "",
        **DECKS,
    }
    del more["tutorial"]
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        for field, value in more.items():
            sent = {"tutorial": "kuhhandel", field: value}
            assert await refused(ada, "/api/tutorials", sent) == (400, "malformed"), field
        for name in ("", "chess", "kuhhandel:1", "kuhhandel/2"):
            answer = await refused(ada, "/api/tutorials", {"tutorial": name})
            assert answer == (422, "no_such_tutorial"), name


async def played(server: Serving, ada: Any, name: str) -> Any:
    """Play a whole tutorial, and all that comes after it."""
    table = await begun(ada, name)
    await ada.ask("resume")
    service = server.node.service
    hot = await service.cache.live_table(table)
    service.silence()  # time passes when this says so
    service.clock.now = lambda: next_due(hot.timers, hot.held) or 0.0  # type: ignore[method-assign]
    person = hot.party.places[0].person
    while hot.party.stage == "playing":
        if 0 in hot.state.phase.actors(hot.state) and 0 not in hot.held:
            moment, action = hot.state.moment, msgspec.json.encode(hot.think(0))
            await service.play(table, person, f"c{hot.seq}", moment, action)
        else:
            await service.fire(table)
    assert hot.party.stage == "ended"
    return hot


def judged(document: dict[str, Any]) -> str:
    transcript = msgspec.json.decode(msgspec.json.encode(document), type=Transcript)
    try:
        return verify(transcript)
    except Forged as forged:
        return forged.code


@pytest.mark.parametrize("name", NAMES)
async def test_it_is_verified_as_scripted_and_can_be_looked_back_at(
    tmp_path: Path, name: str
) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await played(server, ada, name)
        document = await got(ada.http, server, f"{ada.table}/transcript")
        assert judged(document) == "scripted"
        opening = document["log"][0]
        key = opening.pop("script")
        assert judged(document) == "deal"  # who hides the script has no fair deal
        opening["script"] = key
        document["log"] = [*document["log"][:-1]]
        assert judged(document) in {"log", "unfinished"}
        steps = await whole(ada.http, server, ada.table, "all")
        assert len(steps) == len(hot.ends)
        async with browser() as stranger:
            await got(stranger, server, f"{ada.table}/replay/none/0")
        state = await server.node.service.store.tables_of(hot.party.places[0].person, 10)
        assert not list(state)
        await ada.ask("rematch")  # which is an ordinary game
        again = await server.node.service.cache.live_table(hot.party.rematch or "")
        assert (again.party.stage, again.party.script) == ("open", None)


def test_an_ordinary_game_is_not_made_a_tutorial_afterwards() -> None:
    document = msgspec.json.decode(WHOLE.read_bytes())
    assert judged(document) == "fair"
    document["log"][0]["script"] = "kuhhandel:1"
    assert judged(document) == "deal"


async def test_every_time_it_is_dealt_alike(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        decks = []
        for _ in range(2):
            table = await begun(ada, "kuhhandel")
            hot = await server.node.service.cache.live_table(table)
            decks.append(hot.state.world.deck)
        assert decks[0] == decks[1]


async def test_its_bots_follow_the_script_on_whatever_node_they_wake_up(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        table = await begun(ada, "kuhhandel")
        await ada.ask("resume")
        service = server.node.service
        hot = await service.cache.live_table(table)
        service.silence()
        service.clock.now = lambda: hot.due or 0.0  # type: ignore[method-assign]
        high = None
        while high is None:
            hot._bots.clear()  # as if every decision were made elsewhere
            await service.fire(table)
            high = getattr(hot.state.phase, "high", None)
        assert (high.seat, high.amount) == (1, 30)
