"""Two tables of Kuhfstein that differ in what one may not know: frames are the same, to the byte.

Another first card and other goals of a neighbour, another order deep in both supplies. Everything
that the neighbour does without them looks the same to everybody else, undone or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import options
from kuhstall.engine.option import Placement, sample
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.decide import Hold, decide_action, decide_due
from kuhstall.server.table.party.timers import store_timers
from kuhstall.server.wire import views
from kuhstall.server.wire.frames import TimerView
from tests.server.test_protocol import Playing

SEEN_SOON = 30
BEN = 1


def twins(monkeypatch: pytest.MonkeyPatch, seed: int) -> tuple[Playing, Playing]:
    monkeypatch.setattr("secrets.token_bytes", lambda size: bytes([seed]) * size)
    monkeypatch.setattr("secrets.choice", lambda letters: letters[0])
    one, other = (Playing("kuhfstein", {"start_player": "seat:1"}, seed) for _ in range(2))
    for table in (one, other):
        table.start()
        table.frames.clear()
    world = other.hot.state.world
    ben, deep = world.places[BEN], world.pile[SEEN_SOON:]
    used = {goal for place in world.places for goal in place.goals}
    goals = tuple(goal for goal in GOALS if goal not in used)[:2]
    hidden = replace(ben, hand=(deep[0],), goals=goals)
    world = replace(
        world.placed(BEN, hidden),
        pile=(*world.pile[:SEEN_SOON], *deep[:0:-1], *ben.hand),
        tiles=(*world.tiles[:SEEN_SOON], *world.tiles[: SEEN_SOON - 1 : -1]),
    )
    other.hot.state = replace(other.hot.state, world=world)
    assert one.hot.state.world != world
    return one, other


def turns(one: Playing, other: Playing, steps: int) -> int:
    """Let the same happen at both tables; return how many frames were not Ben's own."""
    compared = 0
    dice = SeededChance(b"twins")
    for _ in range(steps):
        game = one.hot.state
        (actor,) = game.phase.actors(game)
        open_to_all = [
            option
            for option in options(game, BEN)
            if not isinstance(option, Placement) or option.piece_field == "tile"
        ]
        action = sample(open_to_all, dice) if actor == BEN else None
        for table in (one, other):
            now = table.hot.situation
            if action is not None:
                outcome: Any = decide_action(now, "ben", now.state.moment, action, table.now)
            else:
                table.now = max(table.now, *store_timers(now.timers).values())
                outcome = decide_due(now, table.now, table.hot.think)
            assert not isinstance(outcome, Hold | None)
            table.take(outcome)
        compared += same(one, other)
    return compared


def same(one: Playing, other: Playing) -> int:
    """Compare what Anna, a visitor and nobody in particular were shown, each twice a step."""
    shown = [
        [frame for at, frame in enumerate(table.frames) if at % 8 not in {2, 3}]
        for table in (one, other)
    ]
    assert shown[0] == shown[1]
    one.frames.clear()
    other.frames.clear()
    return len(shown[0])


@pytest.mark.parametrize("seed", range(3))
def test_what_a_neighbour_hides_is_in_no_frame(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    assert turns(*twins(monkeypatch, seed), steps=24) == 24 * 6


def _open_hands(real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda hot, viewer: real(hot, BEN)


def _clocks_of_bots(real: Callable[..., Any]) -> Callable[..., Any]:
    def told(hot: LiveTable) -> tuple[TimerView, ...]:
        return (*real(hot), TimerView(BEN, sum(hot.state.world.places[BEN].hand), None))

    return told


@pytest.mark.parametrize(
    ("part", "leak"), [("game_view", _open_hands), ("timer_views", _clocks_of_bots)]
)
def test_a_leak_is_noticed(
    monkeypatch: pytest.MonkeyPatch, part: str, leak: Callable[..., Any]
) -> None:
    monkeypatch.setattr(views, part, leak(getattr(views, part)))
    one, other = twins(monkeypatch, 4)
    with pytest.raises(AssertionError, match="step"):
        turns(one, other, steps=3)
