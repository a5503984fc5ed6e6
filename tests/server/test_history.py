"""The games that people have finished: made of news once, whoever says it twice or late."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.history.api import PAGE
from kuhstall.server.features.history.finished_games import compare_history, played_games
from kuhstall.server.features.history.queries import (
    SEARCH,
    HistorySearch,
    PlayedGame,
    Player,
    values_of,
)
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.outbox_relay import LEASE, OutboxRelay
from kuhstall.server.store import Store
from kuhstall.server.store.db import bind_postgres
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Position
from tests.server.accounts import people_of, set_people
from tests.server.databases import database
from tests.server.houses import House
from tests.server.serving import browser, serving
from tests.server.test_growth import plan

pytestmark = pytest.mark.anyio

PLAYERS = (Player(2, "anna"), Player(1, "ben"), Player(3, bot="Rosie"))
FIGURES = {"quartets": 2}
ONE = PlayedGame("anna", "t1", 100.5, "kuhhandel", "kuhhandel/2", 2, 300, False, FIGURES, PLAYERS)
OTHER = replace(ONE, person="ben", place=1, points=900, won=True, figures={"quartets": 4})


@pytest.fixture
async def people(store: Store) -> People:
    known: People = people_of(store)
    for name in ("anna", "ben"):
        await known.add_person(Person(name, name.title()))
    return known


async def _all(people: People, person: str, **search: Any) -> Sequence[PlayedGame]:
    return list(await people.played_games(person, HistorySearch(**search), 100))


async def test_a_game_is_kept_with_its_news_once_and_never_of_a_lost_history(
    people: People,
) -> None:
    assert await people.record_summary("t1", Position(9, b"m"), 5, [], [ONE, OTHER]) is None
    assert await people.record_summary("t1", Position(9, b"m"), 5, [], [ONE, OTHER]) == Position(
        9, b"m"
    )
    assert await people.record_summary("t1", Position(11, b"n"), 5, [], [ONE, OTHER]) is None
    assert await people.record_summary("t1", Position(10, b"late"), 5, []) == Position(11, b"n")
    assert await _all(people, "anna") == [ONE]
    assert await people.history_of("t1") == [ONE, OTHER]
    await people.forget_summary("t1", Position(11, b"n"))
    assert await _all(people, "anna") == await _all(people, "ben") == []


async def test_nothing_is_kept_of_those_who_are_forgotten_or_unknown(people: People) -> None:
    await people.record_summary(
        "t1", Position(9, b"m"), 5, [], [ONE, OTHER, replace(ONE, person="zoe")]
    )
    await people.forget("anna")
    assert await people.history_of("t1") == [OTHER]
    await people.record_summary("t1", Position(10, b"n"), 5, [], [ONE, OTHER])
    assert await people.history_of("t1") == [OTHER]


async def test_games_are_found_by_what_they_were(people: People) -> None:
    games = [
        replace(ONE, table="t2", at=200.0, game="master"),
        replace(ONE, table="t3", at=200.0, won=True),
        replace(ONE, table="t4", at=300.25),
    ]
    for one in [ONE, *games]:
        await people.rewrite_history(one.table, [one])
    await people.rewrite_history("t4", [games[2], replace(OTHER, table="t4", at=300.25)])
    t2, t3, t4 = games
    assert await _all(people, "anna") == [t4, t3, t2, ONE]
    assert await _all(people, "anna", game="master") == [t2]
    assert await _all(people, "anna", won=True) == [t3]
    assert await _all(people, "anna", since=200.0) == [t4, t3, t2]
    assert await _all(people, "anna", other="ben") == [t4]
    assert await _all(people, "anna", before=(200.0, "t3")) == [t2, ONE]
    assert list(await people.played_games("anna", HistorySearch(), 1)) == [t4]


async def test_a_log_says_the_same_whatever_became_of_its_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On two databases: doubled, out of order, and by a relay that came too late."""
    async with database() as address:
        cell = await SqliteStore.connect(str(tmp_path / "cell.db"))
        home = await PostgresStore.connect(address, connections=4)
        set_people(cell, people_of(home))
        house = House(cell)
        chance = random.Random(1)
        tables = []
        for number in range(3):
            tables.append(
                await house.start(("anna", "ben"), edition="kuhhandel/2", bots=["random"])
            )
            await house.play_to(tables[-1].id, None, seed=number)
        relay = OutboxRelay(
            cell, people_of(home), house.service.cache, house.service.clock, Metrics()
        )
        pieces = list(await cell.claim_outbox(LEASE, 10)) * 2
        chance.shuffle(pieces)
        for piece in pieces:
            await relay._pass_on(piece)
        found = [one async for one in compare_history(cell, people_of(home))]
        assert len(found) == 3
        assert all(one.kept == one.computed and len(one.computed) == 2 for one in found)
        (newest,) = await people_of(home).played_games("anna", HistorySearch(), 1)
        assert newest in played_games(tables[-1])
        assert newest.at == round(tables[-1].moved_at, 3) > 0
        await people_of(home).rewrite_history(found[0].table, [])
        assert (
            sum([one.kept != one.computed async for one in compare_history(cell, people_of(home))])
            == 1
        )
        await home.close()
        await cell.close()


async def test_the_newest_games_are_read_and_no_others() -> None:
    """However many there are of one person, and of all."""
    async with database() as address:
        store, connection = await PostgresStore.connect(address), await asyncpg.connect(address)
        await people_of(store).add_person(Person("anna", "Anna"))
        await people_of(store).add_person(Person("ben", "Ben"))
        figures, players = values_of(ONE)["figures"], values_of(ONE)["players"]
        await connection.execute(
            "INSERT INTO played SELECT person, 't' || n, to_timestamp(n), 'kuhhandel',"
            " 'kuhhandel/2', 1, 1, true, $1, $2"
            " FROM generate_series(1, 10000) AS n, unnest(ARRAY['anna', 'ben']) AS person",
            figures,
            players,
        )
        await connection.execute("VACUUM ANALYZE played")
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        at, table = HistorySearch().end
        values = {"person": "anna", "end_at": at, "end_table": table, "most": PAGE + 1}
        unused = dict.fromkeys(("game", "other", "won", "since"))
        sql, bound = bind_postgres(SEARCH, {**values, **unused})
        parts = await plan(connection, sql, *bound)
        scans = [part for part in parts if "Scan" in part["Node Type"]]
        read = [part["Actual Rows"] + part.get("Rows Removed by Filter", 0) for part in scans]
        assert 0 < sum(read) <= PAGE + 1, parts
        await connection.close()
        await store.close()


async def test_whoever_has_played_finds_it_and_nobody_else_does(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        browser() as anna,
        browser() as ben,
        browser() as nobody,
    ):
        for http, name in ((anna, "Anna"), (ben, "Ben")):
            await http.post(f"{here.url}/api/guests", json={"name": name})
        people: Any = here.node.service.people
        rows = await people.db.fetch("SELECT id FROM people ORDER BY name")
        ids = [row[0] for row in rows]
        players = (Player(2, ids[0]), Player(1, ids[1]), Player(3, bot="Rosie"))
        mine = replace(ONE, person=ids[0], players=players)
        await people.rewrite_history("t1", [mine, replace(OTHER, person=ids[1], players=players)])
        found = (await anna.post(f"{here.url}/api/games", json={})).json()
        assert found == {
            "games": [
                {
                    "table": "t1",
                    "at": 100.5,
                    "game": "kuhhandel",
                    "edition": "kuhhandel/2",
                    "place": 2,
                    "seats": 3,
                    "points": 300,
                    "won": False,
                    "opponents": [
                        {"name": "Ben", "bot": False, "place": 1},
                        {"name": "Rosie", "bot": True, "place": 3},
                    ],
                }
            ],
            "more": False,
        }
        summed = (await anna.get(f"{here.url}/api/statistics")).json()
        assert summed["counted"] == 1
        (kind,) = summed["games"]
        assert (kind["games"], kind["won"], kind["places"]) == (1, 0, [0, 1, 0, 0])
        (rival,) = summed["rivals"]
        assert (rival["name"], rival["ahead"], rival["behind"]) == ("Ben", 0, 1)
        assert not any(one in repr([found, summed]) for one in ids), "ids stay here"
        for key, games in ((rival["key"], 1), ("0" * 16, 0)):
            answer = await anna.post(f"{here.url}/api/games", json={"rival": key})
            assert len(answer.json()["games"]) == games
        theirs = (await ben.get(f"{here.url}/api/statistics")).json()["rivals"]
        assert theirs[0]["key"] != rival["key"], "a key means something to one person alone"
        for method, path in (("POST", "games"), ("GET", "statistics")):
            refused = await nobody.request(method, f"{here.url}/api/{path}", json={})
            assert refused.status_code == 401
        await ben.delete(f"{here.url}/api/me")
        again = (await anna.post(f"{here.url}/api/games", json={})).json()
        assert again["games"][0]["opponents"][0]["name"] == ""
        assert (await anna.get(f"{here.url}/api/statistics")).json()["rivals"] == []
