"""Rounds of game nights: tables that open with everyone seated, standings, and a node that dies."""

from __future__ import annotations

import asyncio
import random
import secrets
import threading
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.server.features.groups import nights_api
from kuhstall.server.features.groups.night_job import look_at_nights
from kuhstall.server.features.groups.night_queries import LEASE, NightQueries
from kuhstall.server.features.groups.nights import (
    Night,
    NightSeat,
    NightTable,
    plan_round,
    standings,
)
from kuhstall.server.features.groups.queries import note_summary
from kuhstall.server.features.history.queries import PlayedGame
from kuhstall.server.features.history.queries import Player as Seated
from kuhstall.server.table.log import Position
from tests.machine import patience
from tests.server.databases import borrowed, database
from tests.server.players import Player
from tests.server.serving import Serving, process, until
from tests.server.test_groups import (
    PRESET,
    asked,
    gathered,
    group_summary,
    joined,
    until_shown,
)
from tests.server.test_nights import planned
from tests.server.test_nodes import NATS, _free_port, _port, doomed, ready, told

pytestmark = pytest.mark.anyio


def test_standings_are_those_of_the_score_sheets() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        people = [f"p{n}" for n in range(chance.randint(4, 16))]
        tables, seats = [], []
        expected: Counter[str] = Counter()
        wins: Counter[str] = Counter()
        for number in (1, 2, 3):
            chance.shuffle(people)
            for at in range(0, len(people) - 2, 4):
                table = f"t{number}{at}"
                tables.append(NightTable(table, number, at, 0, over=True))
                totals = {who: chance.randint(0, 3) for who in people[at : at + 4]}
                for who, total in totals.items():
                    place = 1 + sum(other > total for other in totals.values())
                    seats.append(NightSeat(table, who, place))
                    expected[who] += {1: 3, 2: 2, 3: 1}.get(place, 0)
                    wins[who] += place == 1
        night = Night("n", 0, "UTC", 0, 3, 3, ended=False)
        chance.shuffle(seats)
        found = standings(night, tables, seats)
        assert {one.person: one.total for one in found} == dict(expected)
        order = [(-expected[one.person], -wins[one.person]) for one in found]
        assert order == sorted(order)
        assert [one.place for one in found] == [1 + order.index(rank) for rank in order]


async def arrived(here: Serving, path: str, *players: Player) -> None:
    for player in players:
        answer = await asked(player, here, "POST", f"{path}/guests", {"state": "here"})
        assert answer.is_success, answer.text


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_round_opens_tables_with_everyone_seated(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        host, helper, member = cast["Host"], cast["Helper"], cast["Member"]
        path = f"/{code}/nights/{(await planned(here, host, code, rounds=2))['id']}"

        async def begin(number: int) -> Any:
            return await asked(helper, here, "POST", f"{path}/rounds", {"round": number})

        assert (await begin(1)).json()["code"] == "nobody_here"
        await arrived(here, path, host, helper, member)
        night = (await begin(1)).json()
        (table,) = night["tables"]
        assert (night["round"], night["stage"], night["over"]) == (1, "running", False)
        assert sorted(table["names"]) == ["Helper", "Host", "Member"]
        assert (table["bots"], table["yours"], table["over"]) == (0, True, False)
        assert (await begin(1)).json()["tables"] == [table], "once"
        assert (await begin(2)).json()["code"] == "round_goes_on"
        party = (await host.http.get(f"{here.url}/api/tables/{table['table']}")).json()
        assert (party["stage"], party["pace"], party["public"]) == ("open", "relaxed", False)
        shown = (await asked(host, here, "GET", f"/{code}")).json()["page"]["tables"]
        assert [one["table"] for one in shown] == [table["table"]]
        # It starts by itself once somebody has come; a bot plays on for who has to go.
        member.table = table["table"]
        await member.connect()
        listening = asyncio.create_task(member.listen())
        await until(lambda: member.party.get("seats") or member.party)
        answer = await asked(host, here, "POST", f"{path}/guests", {"state": "gone", "member": 2})
        assert answer.is_success
        live = await here.node.service.cache.fresh_table(table["table"])
        people = {one.person for one in live.party.places}
        ids = {row[0]: row[1] for row in await here.node.service.people.db.fetch(
            "SELECT name, id FROM people")}  # fmt: skip
        assert ids["Helper"] not in people
        assert ids["Member"] in people
        listening.cancel()
        await member.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_who_comes_late_gets_a_seat_that_shows_no_hand_of_another(
    kind: str, tmp_path: Path
) -> None:
    """Before the deal that of a bot; then only the own one, which a bot keeps for who had to go."""
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        host, helper, member, late = (cast[n] for n in ("Host", "Helper", "Member", "Stranger"))
        await joined(here, late, code)
        path = f"/{code}/nights/{(await planned(here, host, code, rounds=2))['id']}"
        await arrived(here, path, host, helper)
        night = (await asked(host, here, "POST", f"{path}/rounds", {"round": 1})).json()
        table = night["tables"][0]["table"]
        live = await here.node.service.cache.live_table(table)

        async def said(player: Player, state: str) -> Any:
            """Say so twice at once, as an impatient thumb does; return the table that is shown."""
            answers = await asyncio.gather(
                *(asked(player, here, "POST", f"{path}/guests", {"state": state}) for _ in "ab")
            )
            assert all(one.is_success for one in answers)
            (shown,) = (await asked(player, here, "GET", path)).json()["tables"]
            sitting = [one.person for one in live.party.places if one.person is not None]
            assert len(sitting) == len(set(sitting)), "a second seat"
            return shown

        async def hands(player: Player) -> tuple[Any, int]:
            """Return the seat of somebody, and how many hands they see."""
            found = (await player.http.get(f"{here.url}/api/tables/{table}/view")).json()
            seats = found["view"]["seats"]
            return found["you"], sum(seat["purse"] is not None for seat in seats)

        assert (len(night["tables"][0]["names"]), night["tables"][0]["bots"]) == (2, 1)
        shown = await said(member, "here")
        assert sorted(shown["names"]) == ["Helper", "Host", "Member"]
        assert (shown["bots"], shown["yours"], live.party.seat(live.party.host)) == (0, True, 0)
        shown = await said(late, "here")
        assert (len(shown["names"]), shown["yours"]) == (3, False), "the table is full"
        # Who goes before the deal leaves a free seat, and nothing in the standings.
        shown = await said(member, "gone")
        assert (len(shown["names"]), shown["bots"]) == (2, 1)
        shown = await said(late, "here")
        assert sorted(shown["names"]) == ["Helper", "Host", "Stranger"]
        assert (shown["bots"], shown["yours"]) == (0, True)
        # Nor is there a second seat at another table of the round.
        db, person = here.node.service.people.db, live.party.places[2].person
        assert person is not None
        await db.execute(
            "INSERT INTO group_night_tables (table_id, night_id, round, number, bots)"
            " SELECT 'other', night_id, round, 2, 3 FROM group_night_tables"
        )
        assert not await NightQueries(db).take_seat("other", person, 0)
        await db.execute("DELETE FROM group_night_tables WHERE table_id = 'other'")
        first = cast[night["tables"][0]["names"][0]]
        first.table = table
        await first.ask("start")
        assert await hands(late) == (2, 1)
        # What everybody at the table knows of its end is shown; before the deal there is nothing.
        view = (await host.http.get(f"{here.url}/api/tables/{table}/view")).json()["view"]
        assert (shown["left"], (await said(late, "here"))["left"]) == (None, view["deck"])
        assert view["deck"] > 0
        # Cards are dealt: a bot plays those of who has to go, and nobody else sees them.
        for _ in range(2):
            await said(late, "gone")
            assert live.party.places[2].bot is not None
            shown = await said(member, "here")
            assert (shown["yours"], await hands(member)) == (False, (None, 0))
            assert (await hands(late))[1] == 0
            shown = await said(late, "here")
            assert (shown["yours"], await hands(late)) == (True, (2, 1))
        people = {one["name"] for one in (await asked(host, here, "GET", path)).json()["standings"]}
        assert people == {"Host", "Helper", "Stranger"}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_results_count_once_however_the_outbox_tells_them(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        gathered(store) as (here, code, cast),
    ):
        host = cast["Host"]
        path = f"/{code}/nights/{(await planned(here, host, code, rounds=1))['id']}"
        await arrived(here, path, host, cast["Helper"], cast["Member"])
        night = (await asked(host, here, "POST", f"{path}/rounds", {"round": 1})).json()
        table = night["tables"][0]["table"]
        people, live = here.node.service.people, await here.node.service.cache.live_table(table)
        sitting = [one.person for one in live.party.places if one.person is not None]
        players = tuple(Seated(place, who) for place, who in enumerate(sitting, 1))
        games = [
            PlayedGame(
                who, table, 1.0, "kuhhandel", "kuhhandel/2", place, 0, place == 1, {}, players
            )
            for place, who in enumerate(sitting, 1)
        ]
        early = group_summary(live)
        ended = Raw(bytes(early.poster).replace(b'"open"', b'"ended"'))
        over = replace(early, poster=ended, people=(), finishers=tuple(sitting))
        # The end comes first and twice, and then what was before it, late and twice.
        for seq, summary, told_games in (
            *((90, over, games), (90, over, games)),
            *((40, early, ()), (40, early, ())),
        ):
            await people.record_summary(table, Position(seq, b""), 0, (), told_games)
            await note_summary(people.db, table, Position(seq, b""), summary)
        shown = (await asked(host, here, "GET", path)).json()
        assert (shown["stage"], shown["over"], shown["ended"]) == ("ended", True, True)
        assert [(one["place"], one["total"], one["points"]) for one in shown["standings"]] == [
            *((1, 3, [3]), (2, 2, [2]), (3, 1, [1])),
        ]


async def test_a_game_for_larger_tables_only_is_refused(tmp_path: Path) -> None:
    """The sixth seat begins, but the tables of a night have five at most."""
    preset = {"edition": "master", "rules": {"start_player": "seat:5"}, "seats": 6, "pace": "live"}
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        body = {"name": "Cows", "preset": preset}
        assert (await asked(cast["Host"], here, "POST", f"/{code}/settings", body)).is_success
        path = f"/{code}/nights/{(await planned(here, cast['Host'], code))['id']}"
        await arrived(here, path, cast["Host"], cast["Helper"], cast["Member"])
        answer = await asked(cast["Host"], here, "POST", f"{path}/rounds", {"round": 1})
        assert (answer.status_code, answer.json()["code"]) == (409, "no_night_table")
        body = {"name": "Cows", "preset": PRESET}
        assert (await asked(cast["Host"], here, "POST", f"/{code}/settings", body)).is_success
        answer = await asked(cast["Host"], here, "POST", f"{path}/rounds", {"round": 1})
        assert answer.json()["round"] == 1


async def test_of_many_who_begin_a_round_only_one_plans_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a thread, so that the games of others go on meanwhile."""
    threads: list[str] = []

    def planning(*parts: Any) -> Any:
        threads.append(threading.current_thread().name)
        return plan_round(*parts)

    monkeypatch.setattr(nights_api, "plan_round", planning)
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        path = f"/{code}/nights/{(await planned(here, cast['Host'], code))['id']}"
        await arrived(here, path, cast["Host"], cast["Helper"], cast["Member"])
        body = {"round": 1}
        answers = await asyncio.gather(
            *(asked(cast["Host"], here, "POST", f"{path}/rounds", body) for _ in range(10))
        )
        assert [one.status_code for one in answers] == [200] * 10
        assert len({one.json()["tables"][0]["table"] for one in answers}) == 1
        assert len(threads) == 1
        assert threads[0] != threading.current_thread().name
        assert not here.node.locks


@pytest.mark.parametrize("dies", ["before", "after"])
async def test_another_node_opens_the_tables_of_a_node_that_died(
    dies: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has stored the round; it dies before it opens a table, or just after."""
    async with gathered(tmp_path / "kuhstall.db") as (here, code, cast):
        path = f"/{code}/nights/{(await planned(here, cast['Host'], code))['id']}"
        await arrived(here, path, cast["Host"], cast["Helper"], cast["Member"])

        async def nothing(*_: Any) -> None:
            pass

        with monkeypatch.context() as dying:
            if dies == "before":
                dying.setattr(nights_api, "open_tables", nothing)
            else:
                dying.setattr(NightQueries, "note_opened", nothing)
            body = {"round": 1}
            answer = await asked(cast["Host"], here, "POST", f"{path}/rounds", body)
            assert not answer.json()["over"]
        db = here.node.service.people.db
        for _ in range(3):
            await db.execute(
                "UPDATE group_night_tables SET due = due - seconds(:lease) WHERE due IS NOT NULL",
                lease=LEASE,
            )
            await look_at_nights(here.node)
        assert await db.value("SELECT count(*) FROM group_night_tables WHERE due IS NOT NULL") == 0

        async def are_shown() -> bool:
            answer = await asked(cast["Host"], here, "GET", f"/{code}")
            (table,) = answer.json()["page"]["tables"]
            return sorted(table["names"]) == ["Helper", "Host", "Member"]

        await until_shown(are_shown)


# A whole night


class Guest(Player):
    """Someone who plays at the table that the night's page names, round after round."""

    async def look(self, path: str, node: int) -> Any:
        answer = await self.http.get(f"{self.nodes[node]}{path}")
        answer.raise_for_status()
        return answer.json()

    def sit_down(self, table: str) -> None:
        self.table, self.seat, self.seq = table, None, 0
        self.view, self.options, self.party = {}, [], {}
        self.ended = asyncio.Event()


async def rounds_sheets(url: str, night: Any) -> list[tuple[list[str], list[int]]]:
    """Return names and totals of the tables of a round, from what spectators see of each."""
    found = []
    for table in night["tables"]:
        view = await told(url, table["table"])
        phase = view["view"]["phase"]
        assert phase["phase"] == "ended"
        found.append((table["names"], [one["total"] for one in phase["scores"]]))
    return found


@pytest.mark.slow
async def test_a_night_of_16_survives_a_node(tmp_path: Path) -> None:
    """Three rounds, one comes late, one has to go, and in the second round a node is killed."""
    shared = {"nats": NATS, "subject": f"test.{secrets.token_hex(6)}", "tempo": 0.01}
    async with borrowed() as store:
        (tmp_path / "other").mkdir()
        with (
            process(tmp_path / "other", store, **shared) as other,
            doomed(store, _free_port(), **shared) as first,
        ):
            urls = [f"http://127.0.0.1:{_port(first)}", other.url]
            await ready(urls[0])
            cast = [Guest(urls, f"G{n:02}", n) for n in range(16)]
            for at, player in enumerate(cast):
                await player.enter(at % 2)
            await play_night(cast, other.url, first)
            for player in cast:
                await player.close()
        assert other.complaints() == []


async def play_night(cast: list[Guest], url: str, first: Any) -> None:
    host, leaver, late = cast[0], cast[5], cast[15]
    preset = {**PRESET, "seats": 4, "pace": "live"}
    code = (await host.post("/api/groups", {"name": "Cows", "preset": preset}))["code"]
    for player in cast[1:]:
        await player.post(f"/api/groups/{code}/members")
    night = await host.post(f"/api/groups/{code}/nights", {"starts": time.time()})
    path, presses = f"/api/groups/{code}/nights/{night['id']}", 1
    for player in cast[:15]:
        await player.post(f"{path}/guests", {"state": "here"})
    presses += 1
    points: Counter[str] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    alive = 0
    for number in (1, 2, 3):
        if number == 2:
            await late.post(f"{path}/guests", {"state": "here"})
        night = await host.post(f"{path}/rounds", {"round": number}, alive)
        presses += 1
        assert night["round"] == number
        seated = [name for table in night["tables"] for name in table["names"]]
        expected = {1: cast[:15], 2: cast, 3: [one for one in cast if one is not leaver]}[number]
        assert sorted(seated) == [player.name for player in expected]
        playing = []
        for player in expected:
            (table,) = [one for one in night["tables"] if player.name in one["names"]]
            player.sit_down(table["table"])
            playing.append(asyncio.create_task(player.play(alive, roam=True)))
        async with asyncio.timeout(patience(120)):
            if number == 2:
                await until(lambda: all(player.seq > 20 for player in cast), 60)
                first.kill()
                alive = 1
                await leaver.post(f"{path}/guests", {"state": "gone"}, alive)
                leaver.ended.set()
            await asyncio.gather(*playing)
            while not night["over"]:
                await asyncio.sleep(0.05)
                night = await host.look(path, alive)
        for names, totals in await rounds_sheets(url, night):
            for seat, name in enumerate(names):
                better = sum(other > totals[seat] for other in totals)
                points[name] += (3, 2, 1, 0, 0)[better]
                met.update((name, other) for other in names if other < name)
    shown = {one["name"]: one["total"] for one in night["standings"]}
    assert shown == dict(points)
    assert night["stage"] == "ended"
    best = max(points.values())
    assert {one["total"] for one in night["standings"] if one["place"] == 1} == {best}
    assert max(met.values()) == 1, "nobody met the same people again"
    assert presses <= 6
    print(f"{presses} calls of the host, 3 rounds, {sum(points.values())} points, as on the sheets")
