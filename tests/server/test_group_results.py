"""Results of groups: each game once, sums that match logs and sheets, sheets that can be wrong."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, nullcontext
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.queries import GroupQueries, forget_position, note_summary
from kuhstall.server.features.groups.rating_queries import RatingQueries
from kuhstall.server.features.groups.recomputing import (
    ComparedGroup,
    compare_results,
    rewrite_results,
)
from kuhstall.server.features.groups.result_queries import (
    DISPUTABLE,
    NEWEST,
    ResultQueries,
    keep_result,
)
from kuhstall.server.features.groups.results_api import LAST, PAGE
from kuhstall.server.features.groups.standings import (
    Placed,
    Result,
    digest,
    recomputed,
    result_of,
    without,
)
from kuhstall.server.features.history.queries import PlayedGame
from kuhstall.server.features.history.queries import Player as Seated
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.outbox_relay import LEASE, OutboxRelay
from kuhstall.server.store import Store
from kuhstall.server.store.db import Database, to_postgres
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Position
from kuhstall.server.table.party.listing import Poster
from tests.server.accounts import people_of, set_people
from tests.server.databases import database
from tests.server.houses import House
from tests.server.players import Player
from tests.server.serving import Serving, guests, serving
from tests.server.test_groups import UNKNOWN, Counting, asked, group_summary, joined, made
from tests.server.test_growth import plan
from tests.server.test_outbox_relay import PEOPLE, Club, Sides
from tests.server.test_standings import night

pytestmark = pytest.mark.anyio

POSTER = Poster("kuhhandel/2", "live", "open", 3, 1, 0, "p0")


async def grouped(people: People, *names: str) -> ResultQueries:
    """Make the group `g` of these people."""
    for name in names:
        await people.add_person(Person(name, name.title()))
    groups = GroupQueries(people.db)
    await groups.create("g", UNKNOWN, "Cows", Preset(), names[0])
    for name in names[1:]:
        await groups.join("g", name)
    return ResultQueries(people.db)


async def kept(queries: ResultQueries) -> str:
    return digest(
        await queries.all_results("g"),
        await queries.all_scores("g"),
        await queries.all_meetings("g"),
    )


async def keep(people: People, results: Sequence[Result], group: str = "g") -> None:
    for one in results:
        async with people.db.transaction() as transaction:
            await keep_result(transaction, group, one)


async def test_sums_are_those_of_all_games_whatever_comes_twice_or_late(store: Store) -> None:
    people = people_of(store)
    queries = await grouped(people, *(f"p{n}" for n in range(8)))
    results = night(25)
    doubled = results * 2
    random.Random(3).shuffle(doubled)
    await keep(people, doubled)
    assert await kept(queries) == recomputed(results)
    listed = [one.result for one in await queries.newest("g", 7)]
    assert listed == results[::-1][:7]
    after = (listed[-1].at, listed[-1].id)
    assert [one.result for one in await queries.newest("g", 2, after)] == results[::-1][7:9]
    # A table was set back, and its game ended in another way.
    other = replace(results[3], placed=tuple(replace(one, place=1) for one in results[3].placed))
    await keep(people, [other])
    assert await kept(queries) == recomputed([*results, other])
    # Who is erased leaves the games, and the sums of the others stay as they were.
    await people.forget("p3", "p4")
    erased = [without(one, ["p3", "p4"]) for one in (*results, other)]
    assert await kept(queries) == recomputed(erased)
    await keep(people, [*results[:3], other, *results[4:]])
    assert await kept(queries) == recomputed(erased), "told again, late"


async def test_sheets_are_subtracted_and_added_again(store: Store) -> None:
    people = people_of(store)
    queries = await grouped(people, "anna", "ben", "carl")
    placed = (Placed(0, 1, "anna", "", 90), Placed(1, 2, "ben", "", 40), Placed(2, 3, None, "", 5))
    paper = replace(result_of("paper-one", "master", "", 1.8e9, placed), paper=True)
    assert await queries.enter("g", paper, "carl")
    assert await queries.enter("g", replace(paper, at=1.7e9), "ben"), "sent twice, stored once"
    assert await kept(queries) == recomputed([paper])
    found = await queries.sheet("g", paper.id)
    assert found is not None
    assert (found.result, found.entered, found.is_open) == (paper, "carl", True)
    for _ in range(2):
        await queries.dispute("g", paper.id, "ben")
    assert await kept(queries) == recomputed([replace(paper, counted=False)])
    assert await queries.all_scores("g") == []
    for _ in range(2):
        await queries.settle("g", paper.id)
    assert await kept(queries) == recomputed([paper])
    await queries.dispute("g", paper.id, "ben")
    for _ in range(2):
        await queries.remove("g", paper.id)
    assert await kept(queries) == recomputed([])
    # The id of a sheet of another group is taken.
    await GroupQueries(people.db).create("h", UNKNOWN + "h", "Others", Preset(), "ben")
    assert await queries.enter("h", paper, "ben")
    assert not await queries.enter("g", paper, "ben")
    await queries.remove("g", paper.id)
    assert len(await queries.all_results("h")) == 1


async def test_logs_and_sheets_lead_to_the_same_digest(tmp_path: Path) -> None:
    """On two databases: entries of the outbox doubled and out of order, one of them very late."""
    async with database() as address, AsyncExitStack() as stack:
        cell = await SqliteStore.connect(str(tmp_path / "cell.db"))
        home = await PostgresStore.connect(address, connections=4)
        stack.push_async_callback(cell.close)
        stack.push_async_callback(home.close)
        people = people_of(home)
        set_people(cell, people)
        house = House(cell)
        tables = []
        for number in range(3):
            wish = {"edition": "kuhhandel/2", "bots": ["random"]}
            tables.append(await house.start(("anna", "ben"), **wish))
            await house.play_to(tables[-1].id, None, seed=number)
        await house.start(("anna", "ben"), edition="kuhhandel/2", bots=["random"])
        groups = GroupQueries(people.db)
        await groups.create("g", UNKNOWN, "Cows", Preset(), "anna")
        await groups.join("g", "ben")
        queries = ResultQueries(people.db)
        await RatingQueries(people.db).switch("g", on=True)
        assert await groups.add_table("g", tables[0].id, POSTER, "anna")
        relay = OutboxRelay(cell, people, house.service.cache, house.service.clock, Metrics())
        entries = list(await cell.claim_outbox(LEASE, 10)) * 2
        random.Random(1).shuffle(entries)
        for entry in entries:
            await relay._pass_on(entry)
        paper = result_of("paper-one", "master", "", 1.7e9, (Placed(0, 1, "ben"), Placed(1, 2)))
        await queries.enter("g", replace(paper, paper=True), "ben")
        (found,) = [one async for one in compare_results(cell, people)]
        assert (found.games, found.kept) == (2, found.computed)
        # The second is a rematch, of which the group hears when it is over already.
        rematch = group_summary(tables[0], rematch=tables[1].id)
        for seq in (10**6, 10**6 + 1):
            await note_summary(people.db, tables[0].id, Position(seq, b""), rematch)
        (found,) = [one async for one in compare_results(cell, people)]
        assert (found.games, found.kept) == (3, found.computed)
        # The third is one that was missed.
        assert await groups.add_table("g", tables[2].id, POSTER, "anna")
        (found,) = [one async for one in compare_results(cell, people)]
        assert found.games == 4
        assert found.kept != found.computed
        await rewrite_results(people, found)
        (found,) = [one async for one in compare_results(cell, people)]
        assert (found.games, found.kept) == (4, found.computed)
        # Somebody is erased: their logs still have the id.
        await people.forget("ben")
        (found,) = [one async for one in compare_results(cell, people)]
        assert (found.games, found.kept) == (4, found.computed)
        assert {one.person for one in await queries.all_scores("g")} == {"anna"}
        # A sum that is wrong is noticed, and mended.
        await people.db.execute("UPDATE group_scores SET points = points + 1")
        (found,) = [one async for one in compare_results(cell, people)]
        assert found.kept != found.computed
        await rewrite_results(people, found)
        (found,) = [one async for one in compare_results(cell, people)]
        assert found.kept == found.computed


async def test_a_rewrite_keeps_what_has_changed_since_the_comparison(store: Store) -> None:
    """The server runs: a game ends and a sheet is disputed before the results are stored anew."""
    people = people_of(store)
    queries = await grouped(people, "anna", "ben")
    placed = (Placed(0, 1, "anna"), Placed(1, 2, "ben"))
    old, wrong, missed, again, new = (
        result_of(f"t{n}", "master", "master", 1.7e9 + n, placed) for n in range(5)
    )
    paper = replace(result_of("paper-one", "master", "", 1.6e9, placed), paper=True)
    later = replace(paper, id="paper-two")
    await keep(people, [old, wrong, again])
    await queries.enter("g", paper, "anna")
    stored = await queries.all_results("g")
    told = [old, missed, again, paper]
    compared = ComparedGroup("g", len(told), "", "", told, stored)
    other = replace(again, placed=tuple(replace(one, place=1) for one in placed))
    await keep(people, [new, other])
    await queries.dispute("g", paper.id, "ben")
    await queries.enter("g", later, "ben")
    for _ in range(2):
        await rewrite_results(people, compared)
        expected = [old, missed, other, new, replace(paper, counted=False), later]
        assert await kept(queries) == recomputed(expected)
    # A group that was deleted meanwhile stays deleted.
    await GroupQueries(people.db).delete("g")
    await rewrite_results(people, compared)
    assert await queries.all_results("g") == []


async def test_a_group_forgets_the_end_that_its_table_has_lost(store: Store) -> None:
    """The tables database is set back to before the end, and the game goes on from there."""
    people = people_of(store)
    queries = await grouped(people, *PEOPLE)
    club, groups, ratings = Club(Sides(store, people)), GroupQueries(people.db), RatingQueries
    await club.begin()
    table, names = club.live.id, tuple(enumerate(PEOPLE, 1))
    assert await groups.add_table("g", table, POSTER, "anna")
    await ratings(people.db).switch("g", on=True)
    paper = result_of("paper-one", "master", "", 1.7e9, (Placed(0, 1, "ben"), Placed(1, 2)))
    await queries.enter("g", replace(paper, paper=True), "ben")
    before = await kept(queries)
    await club.relay().run()

    async def shown() -> list[tuple[str, str]]:
        return [(one.table, one.poster.stage) for one in await groups.tables("g")]

    assert await shown() == [(table, "playing")]
    players = tuple(Seated(place, who) for place, who in names)
    games = [
        PlayedGame(who, table, 1.0, "kuhhandel", "kuhhandel/2", place, 0, place == 1, {}, players)
        for place, who in names
    ]
    lost, early = Position(club.live.seq + 3, b"lost"), group_summary(club.live)
    ended = Raw(bytes(early.poster).replace(b'"playing"', b'"ended"'))
    assert await people.record_summary(table, lost, club.live.state.moment + 1, (), games) is None
    over = replace(early, poster=ended, people=(), finishers=PEOPLE)
    await note_summary(people.db, table, lost, over)
    assert await shown() == []
    assert len(await queries.all_results("g")) == 2
    assert len(await ratings(people.db).ratings("g")) == 3
    await club.go_on()
    await club.relay().run()
    assert await shown() == [(table, "playing")]
    assert await kept(queries) == before
    assert await ratings(people.db).ratings("g") == []
    # What it has not lost stays: a position before the newest one that is known.
    seq = await people.db.value("SELECT seq FROM group_tables")
    await forget_position(people.db, table, Position(seq - 1, b""))
    assert await shown() == [(table, "playing")]


# Over HTTP


def sheet(*players: tuple[int | None, int], name: str = "s" * 12) -> dict[str, Any]:
    listed = [{"member": member, "points": points} for member, points in players]
    return {"sheet": name, "game": "kuhhandel", "at": time.time(), "players": listed}


async def done(player: Player, here: Serving, path: str, body: Any = None) -> Any:
    answer = await asked(player, here, "GET" if body is None else "POST", path, body)
    assert answer.is_success, answer.text
    return answer.json()


async def refusal(
    player: Player, here: Serving, path: str, body: dict[str, Any]
) -> tuple[int, str]:
    answer = await asked(player, here, "POST", path, body)
    assert answer.is_error, answer.text
    return answer.status_code, answer.json()["code"]


def lines(results: Any) -> list[tuple[int, str, int, int]]:
    return [
        (one["place"], one["name"], one["games"], one["points"]) for one in results["standings"]
    ]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_sheet_is_seen_by_all_and_disputed_by_who_played(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        serving(store) as here,
        guests(here.url, "Anna", "Ben", "Carl") as (anna, ben, carl),
    ):
        code = await made(here, anna)
        for player in (ben, carl):
            await joined(here, player, code)
        empty = await done(ben, here, f"/{code}/results")
        assert (empty["standings"], empty["games"], empty["first"]) == ([], [], empty["season"])
        entered = await done(ben, here, f"/{code}/sheets", sheet((1, 900), (2, 1200), (None, 30)))
        assert lines(entered) == [(1, "Ben", 1, 3), (2, "Anna", 1, 2)]
        (game,) = (await done(carl, here, f"/{code}/results"))["games"]
        assert (game["paper"], game["counted"], game["entered"]) == (True, True, "Ben")
        assert [(one["place"], one["name"], one["points"]) for one in game["players"]] == [
            (1, "Ben", 1200),
            (2, "Anna", 900),
            (3, "", 30),
        ]
        assert game["rights"] == []
        key = {"game": game["game"]}
        # Carl was not there, and has not entered it.
        denied = (403, "not_on_sheet")
        assert await refusal(carl, here, f"/{code}/sheets/dispute", key) == denied
        host_only = (403, "not_group_host")
        assert await refusal(carl, here, f"/{code}/sheets/remove", key) == host_only
        disputed = await done(ben, here, f"/{code}/sheets/dispute", key)
        assert disputed["standings"] == []
        assert (disputed["games"][0]["counted"], disputed["games"][0]["disputed"]) == (False, "Ben")
        assert await refusal(carl, here, f"/{code}/sheets/settle", key) == host_only
        settled = await done(ben, here, f"/{code}/sheets/settle", key)
        assert lines(settled) == lines(entered)
        await done(ben, here, f"/{code}/sheets/dispute", key)
        settled = await done(anna, here, f"/{code}/sheets/settle", key)
        assert lines(settled) == lines(entered), "a host can do that, too"
        # Both balances say the same.
        (balance,) = settled["balances"]
        assert (balance["name"], balance["ahead"], balance["behind"]) == ("Ben", 0, 1)
        # After seven days the players and the author have had their time.
        await here.node.service.people.db.execute(
            "UPDATE group_results SET noted = noted - seconds(:age)", age=DISPUTABLE + 9
        )
        assert await refusal(ben, here, f"/{code}/sheets/dispute", key) == (409, "too_late")
        assert await refusal(ben, here, f"/{code}/sheets/remove", key) == host_only
        gone = await done(anna, here, f"/{code}/sheets/remove", key)
        assert (gone["standings"], gone["games"], gone["balances"]) == ([], [], [])
        assert await refusal(ben, here, f"/{code}/sheets/dispute", key) == (404, "no_such_sheet")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_nobody_settles_what_is_disputed_at_that_moment(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carl asks while the sheet counts, Ben disputes it before the sheet is settled."""
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        serving(store) as here,
        guests(here.url, "Anna", "Ben", "Carl") as (anna, ben, carl),
    ):
        code = await made(here, anna)
        for player in (ben, carl):
            await joined(here, player, code)
        entered = await done(ben, here, f"/{code}/sheets", sheet((1, 900), (2, 1200)))
        key = {"game": entered["games"][0]["game"]}
        db, look = here.node.service.people.db, ResultQueries.sheet
        who = await db.value("SELECT person FROM group_members WHERE number = 2")

        async def disputed(self: ResultQueries, group: str, name: str) -> Any:
            found = await look(self, group, name)
            await self.dispute(group, name, who)
            return found

        with monkeypatch.context() as racing:
            racing.setattr(ResultQueries, "sheet", disputed)
            refused = await refusal(carl, here, f"/{code}/sheets/settle", key)
        assert refused == (403, "not_group_host")
        (game,) = (await done(carl, here, f"/{code}/results"))["games"]
        assert (game["counted"], game["disputed"]) == (False, "Ben")


IMPOSSIBLE: tuple[tuple[dict[str, Any], tuple[int, str]], ...] = (
    ({"game": "chess"}, (422, "no_such_game")),
    ({"at": 1.5e9}, (422, "wrong_date")),
    ({"at": 4e9}, (422, "wrong_date")),
    ({"players": [{"points": 3}, {"points": 4}]}, (422, "wrong_players")),
    ({"players": [{"member": 1, "points": 3}] * 2}, (422, "wrong_players")),
    (
        {"players": [{"member": 1, "points": 3}, {"member": 9, "points": 4}]},
        (404, "no_such_member"),
    ),
    ({"players": [{"member": 1, "points": 3}]}, (400, "malformed")),
    ({"players": [{"member": 1, "points": 3}] * 9}, (400, "malformed")),
    ({"sheet": "../x"}, (400, "malformed")),
)


async def test_a_sheet_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Anna") as (anna,):
        code = await made(here, anna)
        for change, refused in IMPOSSIBLE:
            body = sheet((1, 40), (None, 30)) | change
            assert await refusal(anna, here, f"/{code}/sheets", body) == refused, change
        assert (await done(anna, here, f"/{code}/results"))["games"] == []


async def test_the_results_of_a_group_are_for_its_members_only(tmp_path: Path) -> None:
    """Who leaves, or is erased, is in no name; who is outside learns nothing at all."""
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Anna", "Ben", "Carl", "Zoe") as (anna, ben, carl, zoe),
    ):
        code = await made(here, anna)
        for player in (ben, carl):
            await joined(here, player, code)
        await done(carl, here, f"/{code}/sheets", sheet((1, 60_606_202), (2, 70_707_101), (3, 666)))
        paths = ("/api/lobby", "/api/me", "/api/me/export", "/api/groups", "/api/house", "/metrics")
        seen = [(await zoe.http.get(f"{here.url}{path}")).text for path in (*paths, f"/g/{code}")]
        seen.append((await zoe.http.post(f"{here.url}/api/games", json={})).text)
        seen.append((await asked(zoe, here, "GET", f"/{code}")).text)
        for path in ("results", "export"):
            answer = await asked(zoe, here, "GET", f"/{code}/{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "not_member")
            seen.append(answer.text)
        for text in seen:
            assert not [word for word in ("70707101", "60606202", "paper-", "Carl") if word in text]
        # Everybody's own export has their own places.
        own = (await carl.http.get(f"{here.url}/api/me/export")).json()["more"]
        assert own["group_players"] == [
            {"result_id": "paper-" + "s" * 12, "place": 3, "points": 666}
        ]
        assert own["group_marks"] == [{"result_id": "paper-" + "s" * 12, "mark": "entered"}]
        assert [(one["games"], one["points"]) for one in own["group_scores"]] == [(1, 0)]
        whole = await done(anna, here, f"/{code}/export")
        assert whole["whole"]
        assert [one["name"] for one in whole["games"][0]["players"]] == ["Ben", "Anna", "Carl"]

        assert (await asked(ben, here, "POST", f"/{code}/leave")).is_success
        assert (await carl.http.delete(f"{here.url}/api/me")).is_success
        shown = await done(anna, here, f"/{code}/results")
        assert [(one["place"], one["name"]) for one in shown["games"][0]["players"]] == [
            (1, ""),
            (2, "Anna"),
        ]
        assert (shown["games"][0]["entered"], shown["games"][0]["seats"]) == ("", 3)
        assert lines(shown) == [(1, "Anna", 1, 2)]
        assert shown["balances"] == []
        left = await here.node.service.people.db.fetch("SELECT person FROM group_marks")
        assert left == []


async def test_games_are_listed_page_by_page_and_seasons_one_by_one(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Anna", "Ben") as (anna, ben),
    ):
        code = await made(here, anna)
        await joined(here, ben, code)
        people = here.node.service.people
        group = await people.db.value("SELECT id FROM groups")
        me, other = await people.db.column("SELECT person FROM group_members ORDER BY number")
        count = LAST + PAGE + 5
        for n in range(count):
            placed = (Placed(0, 1, me), Placed(1, 2, other))
            at = 1_700_000_000.0 + n
            async with people.db.transaction() as transaction:
                one = result_of(f"t{n:03}", "kuhhandel", "kuhhandel/2", at, placed)
                await keep_result(transaction, group, one)
        shown = await done(ben, here, f"/{code}/results")
        assert (shown["first"], shown["standings"]) == (2023, [])
        found = list(shown["games"])
        more = shown["more"]
        while more:
            before = {"at": found[-1]["at"], "game": found[-1]["game"]}
            page = await done(ben, here, f"/{code}/games", before)
            found += page["games"]
            more = page["more"]
        assert [one["game"] for one in found] == [f"t{n:03}" for n in reversed(range(count))]
        then = await done(ben, here, f"/{code}/seasons", {"season": 2023})
        assert [(one["name"], one["points"]) for one in then] == [("Anna", 3 * count), ("Ben", 0)]


# Costs


async def fill(db: Database, first: int, games: int) -> None:
    """Add games of four among two hundred members, with all that is kept of them."""
    numbers = (
        "WITH RECURSIVE numbers(n) AS (SELECT CAST(:first AS integer)"
        " UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :beyond)"
    )
    span = {"first": first, "beyond": first + games}
    async with db.transaction() as transaction:
        await transaction.execute(
            f"{numbers} INSERT INTO group_results (id, group_id, game, edition, at, noted, seats,"  # noqa: S608
            " last, people, paper, counted) SELECT 't' || n, 'g', 'kuhhandel', '',"
            " timestamp(:now - n), now(), 4, 4, 4, false, true FROM numbers",
            now=time.time(),
            **span,
        )
        for seat in range(4):
            await transaction.execute(
                f"{numbers} INSERT INTO group_players (result_id, seat, person, bot, place, points)"  # noqa: S608
                " SELECT 't' || n, CAST(:seat AS integer), 'p' || ((n * 7 + :seat) % 200), '',"
                " CAST(:seat AS integer) + 1, 9 FROM numbers",
                seat=seat,
                **span,
            )
        for person in range(200):
            await transaction.execute(
                "INSERT INTO group_scores VALUES ('g', :season, :person, :games, 1, 3)"
                " ON CONFLICT (group_id, season, person) DO UPDATE"
                " SET games = group_scores.games + excluded.games",
                season=time.gmtime().tm_year,
                person=f"p{person}",
                games=games,
            )


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_results_read_as_much_after_5000_games_as_before(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database() if kind == "postgres" else nullcontext("") as address:
        store: PostgresStore | SqliteStore = (
            await PostgresStore.connect(address)
            if kind == "postgres"
            else await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
        )
        people = people_of(store)
        queries = await grouped(people, *(f"p{n}" for n in range(200)))
        async with people.db.transaction() as transaction:
            await transaction.execute_many(
                "INSERT INTO group_meetings VALUES ('g', 'p0', :rival, 1, 1, 0)",
                [{"rival": f"p{n}"} for n in range(1, 200)],
            )
            await transaction.execute_many(
                "INSERT INTO group_ratings VALUES ('g', :game, :person, 25, 1, 30)",
                [
                    {"game": game, "person": f"p{n}"}
                    for n in range(200)
                    for game in ("kuhhandel", "master", "kuhfstein")
                ],
            )
        await RatingQueries(people.db).switch("g", on=True)
        await fill(people.db, 0, 40)
        counting = Counting(people.db, monkeypatch)

        async def cost() -> tuple[int, int]:
            counting.statements = counting.rows = 0
            assert await queries.first_at("g") is not None
            assert len(await queries.newest("g", LAST + 1)) == LAST + 1
            assert len(await queries.scores("g", time.gmtime().tm_year)) == 200
            assert len(await queries.meetings("g", "p0")) == 199
            assert await RatingQueries(people.db).is_on("g")
            assert len(await RatingQueries(people.db).shown("g", 30)) == 3 * 200
            return counting.statements, counting.rows

        before = await cost()
        assert before == (8, 1 + (LAST + 1) * 5 + 200 + 199 + 1 + 600)
        await fill(people.db, 40, 4960)
        assert await cost() == before
        if isinstance(store, PostgresStore):
            connection = await asyncpg.connect(address)
            for table in ("group_results", "group_players"):
                await connection.execute(f"ANALYZE {table}")
            sql, names = to_postgres(NEWEST)
            values = {"group_id": "g", "at": 1e11, "id": "", "most": LAST + 1}
            parts = await plan(connection, sql, *(values[name] for name in names))
            assert not [part for part in parts if part["Node Type"] == "Seq Scan"]
            assert max(part["Actual Rows"] for part in parts) <= LAST + 1
            await connection.close()
        await store.close()
