"""Ratings of groups: they find the better player, and depend on nothing but the games."""

from __future__ import annotations

import asyncio
import math
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from kuhstall.server.features.groups.rating_queries import RatingQueries
from kuhstall.server.features.groups.ratings import (
    SHOWN_FROM,
    Rating,
    all_ratings,
    rate,
    ratings_digest,
)
from kuhstall.server.features.groups.result_queries import ResultQueries
from kuhstall.server.features.groups.standings import Placed, Result, result_of, without
from kuhstall.server.store import Store
from tests.server.accounts import people_of
from tests.server.serving import guests, serving
from tests.server.test_group_results import done, grouped, keep, sheet
from tests.server.test_groups import asked, joined, made
from tests.server.test_standings import NEW_YEAR, game, night

pytestmark = pytest.mark.anyio

BOTS = ("hard", "medium", "easy", "farmer", "greedy", "random")
"""From the best to the worst."""


def noisy(count: int, seed: int) -> list[Result]:
    """Games of three to five of six bots: who is better by one step wins 62 of 100 pairs."""
    chance = random.Random(seed)

    def performance(bot: str) -> float:
        luck = -math.log(-math.log(chance.random()))
        return luck - 0.5 * BOTS.index(bot)

    games = []
    for n in range(count):
        ranked = sorted(chance.sample(BOTS, chance.randint(3, 5)), key=performance, reverse=True)
        games.append(game(f"t{n:05}", *ranked, at=NEW_YEAR + n))
    return games


def kendall(order: Sequence[str], true: Sequence[str]) -> float:
    """Return Kendall's τ of two orders: 1 if they are the same, -1 if one is reversed."""
    pairs = list(combinations(true, 2))
    agreed = sum(order.index(one) < order.index(other) for one, other in pairs)
    return 2 * agreed / len(pairs) - 1


def test_six_bots_of_known_order_are_told_apart_in_2000_games() -> None:
    taus = []
    for seed in range(5):
        ratings = all_ratings(noisy(2000, seed))
        order = [one.person for one in sorted(ratings, key=lambda one: -one.mu)]
        taus.append(kendall(order, BOTS))
        assert all(one.games > SHOWN_FROM and one.margin < 200 for one in ratings)
    print("Kendall's tau after 2,000 games:", taus)
    assert min(taus) >= 0.8
    assert kendall(BOTS[::-1], BOTS) == -1


def test_ratings_are_the_same_whatever_comes_twice_or_late() -> None:
    results = noisy(200, 9)
    doubled = results * 2
    random.Random(1).shuffle(doubled)
    assert ratings_digest(all_ratings(doubled)) == ratings_digest(all_ratings(results))
    # In another order they would not be: it has to be looked after.
    known: dict[tuple[str, str], Rating] = {}
    for one in reversed(results):
        rate(known, one)
    assert ratings_digest(known.values()) != ratings_digest(all_ratings(results))


def test_only_people_are_rated_and_only_where_they_met_some() -> None:
    alone = game("a", "anna", bots=2)
    disputed = replace(game("b", "anna", "ben"), counted=False)
    assert all_ratings([alone, disputed]) == []
    anna, ben = sorted(all_ratings([game("c", "anna", "ben")]), key=lambda one: one.person)
    assert anna.shown > 1000 > ben.shown
    assert anna.margin == ben.margin < 667
    # Bots between them change nothing.
    placed = (Placed(0, 1, "anna"), Placed(1, 2, None, "Rosie"), Placed(2, 3, "ben"))
    apart = all_ratings([result_of("d", "kuhhandel", "", NEW_YEAR, placed)])
    assert sorted(apart, key=lambda one: one.person) == [anna, ben]
    # Each family has its own.
    other = replace(game("e", "ben", "anna"), game="master")
    assert len(all_ratings([game("c", "anna", "ben"), other])) == 4


async def test_stored_ratings_are_those_of_all_games_in_their_order(store: Store) -> None:
    people = people_of(store)
    names = [f"p{n}" for n in range(8)]
    await grouped(people, *names)
    ratings, queries = RatingQueries(people.db), ResultQueries(people.db)
    results = night(30)

    async def told() -> str:
        await ratings.catch_up("g")
        return ratings_digest(await ratings.ratings("g"))

    await keep(people, results[:10])
    assert await told() == ratings_digest([]), "switched off"
    await ratings.switch("g", on=True)
    assert await told() == ratings_digest(all_ratings(results[:10]))
    # New games go on from there; one that comes late has all of them rated anew.
    await keep(people, results[15:20])
    assert await told() == ratings_digest(all_ratings(results[:10] + results[15:20]))
    late = results[10:15] * 2
    random.Random(4).shuffle(late)
    for one in late:
        await keep(people, [one])
        await told()
    assert await told() == ratings_digest(all_ratings(results[:20]))
    # A sheet that is disputed, settled and removed again
    paper = replace(results[20], id="paper-x", paper=True, at=results[4].at + 1)
    await queries.enter("g", paper, "p0")
    assert await told() == ratings_digest(all_ratings([*results[:20], paper]))
    await queries.dispute("g", paper.id, "p0")
    assert await told() == ratings_digest(all_ratings(results[:20]))
    await queries.settle("g", paper.id)
    assert await told() == ratings_digest(all_ratings([*results[:20], paper]))
    await queries.remove("g", paper.id)
    assert await told() == ratings_digest(all_ratings(results[:20]))
    # Somebody is erased: the games by which they changed the others are gone.
    await people.forget("p2")
    rest = [without(one, ["p2"]) for one in results]
    await keep(people, results[20:21])
    assert await told() == ratings_digest(all_ratings(rest[:21]))
    await ratings.switch("g", on=False)
    assert await told() == ratings_digest([])


async def test_a_game_that_comes_while_others_are_rated_is_not_missed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = people_of(store)
    await grouped(people, *(f"p{n}" for n in range(8)))
    ratings, results = RatingQueries(people.db), night(24)
    await ratings.switch("g", on=True)
    await keep(people, results[:20] + results[21:])
    calls = 0

    async def meanwhile(_: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            await keep(people, [results[20]])

    monkeypatch.setattr(asyncio, "sleep", meanwhile)
    await ratings.catch_up("g")
    assert calls > 1
    found = ratings_digest(await ratings.ratings("g"))
    assert found == ratings_digest(all_ratings(results))


async def test_a_host_switches_ratings_on_and_they_are_shown_from_30_games_on(
    tmp_path: Path,
) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Anna", "Ben") as (anna, ben),
    ):
        code = await made(here, anna)
        await joined(here, ben, code)
        refused = await asked(ben, here, "POST", f"/{code}/ratings", {"on": True})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_group_host")
        people = here.node.service.people
        group = await people.db.value("SELECT id FROM groups")
        me, other = await people.db.column("SELECT person FROM group_members ORDER BY number")
        fewer = [game(f"t{n}", me, other, at=NEW_YEAR + n) for n in range(SHOWN_FROM - 1)]
        await keep(people, fewer, group)
        off = await done(ben, here, f"/{code}/results")
        assert (off["rated"], off["ratings"]) == (False, [])
        on = await done(anna, here, f"/{code}/ratings", {"on": True})
        assert (on["rated"], on["ratings"]) == (True, [])
        shown = await done(ben, here, f"/{code}/sheets", sheet((1, 9), (2, 1)))
        first, second = shown["ratings"]
        assert [first["name"], second["name"]] == ["Anna", "Ben"]
        assert first["rating"] > 1000 > second["rating"]
        assert first["games"] == SHOWN_FROM
        assert 0 < first["margin"] < 667
        off = await done(anna, here, f"/{code}/ratings", {"on": False})
        assert (off["rated"], off["ratings"]) == (False, [])


def test_a_server_starts_without_the_library() -> None:
    """It is read when the first game is rated."""
    code = (
        "import sys, kuhstall.server.app, kuhstall.server.features.groups.rating_queries as late;"
        "assert not [one for one in sys.modules if one.startswith('openskill')];"
        "from kuhstall.server.features.groups.ratings import _model; _model();"
        "assert 'openskill' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
