"""A table imagined step by step is the one imagined at once, and fits what every seat is shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots.registry import make
from kuhstall.engine.match import Match
from kuhstall.engine.values import Viewer
from kuhstall.games.edition import Edition
from kuhstall.games.kuhhandel.imagining import Imagination
from kuhstall.games.kuhhandel.master.imagining import MasterImagination
from kuhstall.games.kuhhandel.purses import Purses
from kuhstall.games.registry import EDITIONS, find, imagination
from tests.bots.kuhhandel.tables import Modest, any_table
from tests.counting import calls
from tests.games.kuhhandel.test_imagining import assert_money
from tests.games.twin.master_worlds import random_master

SELDOM = 40
"""One step in so many is also imagined at once, which takes long."""

MOST = 900
"""Steps after which enough has been seen of a game."""


def played(edition: Edition, seats: int, seed: object) -> Iterator[Match]:
    """Play at random, but mostly within one's means."""
    match = Match(edition, seats, QuickChance(f"{seed} table"))
    bots = []
    for seat in range(seats):
        chance = QuickChance(f"{seed} seat {seat}")
        bot = make("random", edition.key, seat, chance)
        bots.append(bot if edition.key == "kuhfstein" else Modest(bot, chance))
    yield match
    for step, _ in enumerate(play_out(match, bots, QuickChance(f"{seed} driver"))):
        yield match
        if step == MOST:
            return


class Carried:
    """What one viewer imagines of a match, step by step."""

    def __init__(self, match: Match, viewer: Viewer) -> None:
        self._match = match
        self._viewer = viewer
        self._imagination = self._begun()

    def _begun(self) -> Any:
        match, viewer = self._match, self._viewer
        return imagination(match.heard(viewer), viewer, QuickChance(f"kept by {viewer}"))

    def table(self) -> Any:
        return self._of(self._imagination)

    def at_once(self) -> Any:
        return self._of(self._begun())

    def _of(self, imagined: Any) -> Any:
        match, viewer = self._match, self._viewer
        chance = QuickChance(f"now {len(match.log)}")
        return imagined.table(match.view(viewer), match.heard(viewer), chance)

    def fits(self, table: Any) -> bool:
        match, viewer = self._match, self._viewer
        if match.view(viewer) != table.edition.game.view(table, viewer):
            return False
        if viewer is None or viewer in match.held:
            return True
        return bool(match.options(viewer) == table.phase.options(table, viewer))


def agree(edition: Edition, seats: int, seed: object) -> int:
    """Imagine a whole game for everybody; return how many tables were imagined at once, too."""
    carried: list[Carried] = []
    compared = 0
    for step, match in enumerate(played(edition, seats, seed)):
        if not carried:
            carried = [Carried(match, viewer) for viewer in (*range(seats), None)]
        for one in carried:
            table = one.table()
            assert one.fits(table), (seed, step)
            if hasattr(table.world, "purses"):
                assert_money(table, match.table)
            if step % SELDOM == 0 or not match.actors:
                assert table == one.at_once(), (seed, step)
                compared += 1
    return compared


SEATINGS = [
    *((key, edition.most_seats) for key, edition in EDITIONS.items()),
    *(
        pytest.param(key, edition.fewest_seats, marks=pytest.mark.thorough)
        for key, edition in EDITIONS.items()
    ),
]
"""Every edition as it is printed, with the most seats; `make thorough` adds the fewest."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), SEATINGS)
def test_step_by_step_is_the_same_as_at_once(key: str, seats: int) -> None:
    assert agree(find(key), seats, f"{key} for {seats}") > seats


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [0, 3, *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, 2, 4, 5))]
)
def test_the_same_by_any_house_rules(number: int) -> None:
    assert agree(*any_table(7 * number), number)
    seats = 2 + number % 5
    assert agree(random_master(Random(number), seats), seats, number)


@pytest.mark.parametrize("key", ["kuhhandel/2", "master"])
def test_hearing_more_costs_little_however_much_was_heard(key: str) -> None:
    """Calls of functions, the same on every machine; `kuhstall bench` measures the time."""
    carried: list[Carried] = []
    counted = []
    for match in played(find(key), 4, "cost"):
        carried = carried or [Carried(match, 0)]
        counted.append(calls(carried[0].table))
    anew = calls(carried[0].at_once)
    last = sorted(counted[-len(counted) // 4 :])
    print(f"{key}: {last[len(last) // 2]} calls, at most {last[-1]}; {anew} anew")
    assert 20 * last[len(last) // 2] < anew


def test_what_was_guessed_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer that is filled in before it is settled does not fit what comes of it."""
    monkeypatch.setattr(Imagination, "open", lambda *_: False)
    with pytest.raises(AssertionError):
        agree(find("kuhhandel/2"), 3, "too early")


def test_a_rat_that_was_guessed_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MasterImagination, "open", Imagination.open)
    with pytest.raises(AssertionError):
        agree(find("master"), 4, "too early")


def test_a_card_that_is_there_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """For two, what the viewer draws may have been guessed to be the other's."""
    monkeypatch.setattr(Purses, "claim", lambda *_: None)
    with pytest.raises(AssertionError):
        agree(find("master"), 2, "twice")
