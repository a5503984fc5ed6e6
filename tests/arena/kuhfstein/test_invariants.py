"""The checks that watch Kuhfstein notice each kind of violation, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.arena.kuhfstein.invariants import KuhfsteinWatch
from kuhstall.arena.simulation import simulate
from kuhstall.bots.kuhfstein.herders import Herder
from kuhstall.engine.kernel import restore
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhfstein.actions import FinishTurn, TakeBack
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.landscape import Landscape
from kuhstall.games.kuhfstein.phases import acting, changing
from kuhstall.games.kuhfstein.world import World

SOME = 60


def halfway() -> Match:
    """Return a game with some tiles and cows on the boards."""
    match = Match(KUHFSTEIN, 2, QuickChance("halfway"))
    bots = [Herder(QuickChance(seat)) for seat in range(2)]
    for moves, _ in enumerate(play_out(match, bots, QuickChance("driver"))):
        if moves >= SOME and all(place.land.cows for place in match.table.world.places):
            break
    return match


def noticed(**changes: Any) -> set[str]:
    """Check a table once as it is, and once with seat 0 or the world changed."""
    match = halfway()
    watch = KuhfsteinWatch(match)
    watch.look()
    assert not watch.violations
    world: World = match.table.world
    own = {name: value for name, value in changes.items() if hasattr(world.places[0], name)}
    place = replace(world.places[0], **own)
    rest = {name: value for name, value in changes.items() if name not in own}
    match.table = replace(match.table, world=replace(world.placed(0, place), **rest))
    watch.look()
    return watch.violations


def land(**changes: Any) -> Landscape:
    world: World = halfway().table.world
    return replace(world.places[0].land, **changes)


def test_what_is_lost_is_noticed() -> None:
    assert noticed(display=()) == {"tiles"}
    assert noticed(cards=()) == {"cards"}
    assert noticed(discard=(0, 0)) == {"cards"}
    assert noticed(trees=99) == {"trees"}
    assert noticed(cows=6) == {"cows"}
    assert noticed(score=0) == {"score"}


def test_a_landscape_that_cannot_be_is_noticed() -> None:
    (first, *_), cows = land().tiles, land().cows
    assert noticed(land=land(tiles=(*land().tiles, first))) == {"landscape", "tiles"}
    assert noticed(land=land(cows=((99, 99), *cows[1:]))) == {"landscape"}
    assert "landscape" in noticed(land=land(trees=((0, 0), (0, 1))))


def test_a_fifth_bonus_is_noticed() -> None:
    assert "bonuses" in noticed(reached=5)


def test_a_bonus_that_comes_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    given = changing.bonus_reached

    def again(table: Any, seat: Seat, field: int) -> Any:
        return given(table, seat, 0)

    monkeypatch.setattr(changing, "bonus_reached", again)
    assert "bonuses" in simulate(KUHFSTEIN, 2, 1, 1, ["herder"]).violations_by_kind


class Waverer(Herder):
    """Takes its turn back once, action by action, before ending it."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(QuickChance(seat))
        self._back = 0

    def choose(self, seen: Seen) -> Action:
        offered = [action for option in seen.options for action in option.expand()]
        if FinishTurn() in offered and not self._back:
            self._back = 4
        if self._back > 1:
            self._back -= 1
            if TakeBack() in offered:
                return TakeBack()
        action = super().choose(seen)
        if action == FinishTurn():
            self._back = 0
        return action


def wavering() -> set[str]:
    match = Match(KUHFSTEIN, 2, QuickChance("wavering"))
    watch = KuhfsteinWatch(match)
    for _ in play_out(match, [Waverer(0), Waverer(1)], QuickChance("driver")):
        watch.look()
        if watch.moves > 2 * SOME:
            break
    return watch.violations


def test_points_may_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wavering() == set()

    def forgetful(table: Any, kept: Any) -> Any:
        places = tuple(replace(place, score=0) for place in kept.world.places)
        return restore(table, replace(kept, world=replace(kept.world, places=places)))

    monkeypatch.setattr(acting, "restore", forgetful)
    assert "take back" in wavering()


def test_an_unfinished_game_is_noticed() -> None:
    watch = KuhfsteinWatch(halfway())
    watch.finish()
    assert watch.violations == {"unfinished"}
