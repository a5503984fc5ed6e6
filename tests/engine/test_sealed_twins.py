"""Sealed phases in twin worlds: until the seal is broken, nothing that others observe changes.

Two copies of the tiny game run in lock-step. What a viewer may not know differs between them:
the numbers that other seats hold under seal, and which of them have acted at all. Whatever the
viewer can observe must be the same, byte for byte.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kuhstall.engine import Action, Event, Illegal, Line, Match, Seat, SeededChance, Viewer
from tests.engine import tiny
from tests.engine.tiny import MOST, TINY, Name, Named, Naming, Take

SEATS = 4
Open = Callable[[bytes], Match]


def fair(seed: bytes) -> Match:
    return Match(TINY, SEATS, SeededChance(seed))


def observed(match: Match, viewer: Viewer) -> bytes:
    """All that a viewer can observe, including refusals of hostile probes."""
    heard = list(match.heard(viewer))
    seen: list[Any] = [match.view(viewer), heard, len(match.log), match.table.moment]
    seen += [TINY.game.narrate(event) for event in heard]
    if viewer is not None:
        seen += [match.options(viewer), *(refusal(match, viewer, probe) for probe in PROBES)]
    return msgspec.json.encode(seen)


PROBES: tuple[Action, ...] = (Name(-1), Name(MOST + 1), Take(99))


def refusal(match: Match, seat: Seat, probe: Action) -> str:
    with pytest.raises(Illegal) as refused:
        match.play(seat, probe)
    return refused.value.code


class Leak(Exception):
    """The two worlds look different to somebody who must not see a difference."""


def compare(one: Match, other: Match, viewer: Viewer) -> None:
    if observed(one, viewer) != observed(other, viewer):
        raise Leak(viewer)


Steps = Sequence[tuple[int, int, int]]
"""For each step: who acts, and what it names (or that it stays silent) in either world."""

steps = st.lists(
    st.tuples(st.integers(0, SEATS - 1), st.integers(0, MOST), st.integers(-1, MOST)),
    max_size=2 * SEATS,
)
viewers = st.none() | st.integers(0, SEATS - 1)


def run_sealed(open_: Open, seed: bytes, viewer: Viewer, script: Steps) -> int:
    """Let the other seats seal numbers, different ones where allowed. Return how often."""
    one, other = open_(seed), open_(seed)
    before = observed(one, viewer)
    differed = 0
    for seat, number, number_there in script:
        if seat == viewer or len(one.held) == SEATS - 1 - (viewer is None):
            continue  # the viewer stays silent, so that the phase stays open
        for match, named in ((one, number), (other, number_there)):
            if named >= 0 and seat not in match.held and len(match.actors) > 1:
                match.play(seat, Name(named))
        compare(one, other, viewer)
        if observed(one, viewer) != before:
            raise Leak(viewer)
        differed += one.held != other.held
    assert isinstance(one.table.phase, Naming)
    assert isinstance(other.table.phase, Naming)
    return differed


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=4), viewers, steps)
def test_nothing_is_observed_while_a_phase_is_sealed(
    seed: bytes, viewer: Viewer, script: list[tuple[int, int, int]]
) -> None:
    run_sealed(fair, seed, viewer, script)


def run_to_the_end(open_: Open, seed: bytes, viewer: Viewer, numbers: Sequence[int]) -> bool:
    """Play rounds in which only losing numbers differ. Return whether any of them did."""
    one, other = open_(seed), open_(seed)
    different = False
    supply = iter(numbers)
    while one.actors:
        if isinstance(one.table.phase, Naming):
            winner, best = next(supply) % SEATS, 1 + next(supply) % MOST
            for seat in range(SEATS):
                here, there = next(supply) % best, next(supply) % best
                if seat in (winner, viewer):
                    here = there = best if seat == winner else here
                one.play(seat, Name(here))
                other.play(seat, Name(there))
                compare(one, other, viewer)
                different |= here != there
        else:
            actor = one.actors[0]
            action = one.table.phase.default(one.table, actor)
            assert action is not None
            one.play(actor, action)
            other.play(actor, action)
        compare(one, other, viewer)
    assert not other.actors
    return different


NUMBERS = TINY.rounds * (2 + 2 * SEATS)
numbers = st.lists(st.integers(0, 59), min_size=NUMBERS, max_size=NUMBERS)


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=4), viewers, numbers)
def test_losing_numbers_stay_secret_for_ever(seed: bytes, viewer: Viewer, drawn: list[int]) -> None:
    run_to_the_end(fair, seed, viewer, drawn)


def test_the_worlds_really_differ() -> None:
    script = [(seat, 0, seat % 3 - 1) for seat in range(SEATS)]
    assert run_sealed(fair, b"1", None, script) >= 2
    assert run_to_the_end(fair, b"1", None, [7, 2, 0, 1, 1, 0, 1, 1, 0, 1] * TINY.rounds)


def test_who_has_acted_has_no_options_left_until_the_seal_is_broken() -> None:
    match = fair(b"1")
    match.play(0, Name(2))

    assert match.options(0) == ()
    assert match.actors == (1, 2, 3)
    assert refusal(match, 0, Name(3)) == "not_your_turn"
    assert match.held == {0: Name(2)}
    for seat in (1, 2):
        assert match.play(seat, Name(1)) == []
    assert match.play(3, Name(1)) == [Named(0, 2, (2, 1, 1, 1))]
    assert match.held == {}


def test_closing_takes_the_default_of_silent_seats() -> None:
    match = fair(b"1")
    match.play(2, Name(1))

    assert match.close() == [Named(2, 1, (0, 0, 1, 0))]


def test_ties_are_broken_by_a_labelled_chance_that_the_event_records() -> None:
    winners = set()
    for seed in range(20):
        match = fair(bytes([seed]))
        for seat in range(SEATS):
            match.play(seat, Name(1 if seat in (1, 3) else 0))
        event = match.log[-1]
        assert isinstance(event, Named)
        winners.add(event.winner)
        assert match.table.world.tokens[event.winner] == 1
    assert winners == {1, 3}


# --- planted leaks -----------------------------------------------------------------------------


class LogsSeals(Match):
    """Leak: the log grows when somebody seals a number."""

    def _hold(self, seat: Seat, action: Action) -> list[Event]:
        events = super()._hold(seat, action)
        if not events:
            self.log.append(tiny.Took(seat, 0))
        return events


class CountsSeals(Match):
    """Leak: sealing a number advances the moment."""

    def _hold(self, seat: Seat, action: Action) -> list[Event]:
        events = super()._hold(seat, action)
        if not events:
            self.table = replace(self.table, moment=self.table.moment + 1)
        return events


class RefusesByOthers(Match):
    """Leak: the refusal of one seat depends on what another holds."""

    def play(self, actor: int, action: Action, moment: int | None = None) -> list[Event]:
        if action == Name(-1) and Name(MOST) in self.held.values():
            raise Illegal("hopeless")
        return super().play(actor, action, moment)


class OffersByOthers(Match):
    """Leak: the options of one seat depend on what another holds."""

    def options(self, actor: int) -> Any:
        options = super().options(actor)
        return options if Name(MOST) not in self.held.values() else options * 2


def _leaky(match: type[Match]) -> Open:
    return lambda seed: match(TINY, SEATS, SeededChance(seed))


def _leaky_game(**changes: Any) -> Open:
    edition = replace(TINY, game=replace(TINY.game, **changes))
    return lambda seed: Match(edition, SEATS, SeededChance(seed))


def _shows_numbers(event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, Named) else tiny.redact(event, viewer)


class _LeakyView(tiny.View, frozen=True):
    total: int = 0


def _shows_the_total(table: tiny.TinyTable, viewer: Viewer) -> _LeakyView:
    known = [number for number in table.world.named if number is not None]
    fields = msgspec.structs.asdict(tiny.view(table, viewer))
    return _LeakyView(**fields, total=sum(known))


SCRIPT = [(0, 3, 1), (1, 0, -1), (2, 2, 3)]


@pytest.mark.parametrize("match", [LogsSeals, CountsSeals, RefusesByOthers, OffersByOthers])
def test_leaks_under_the_seal_are_caught(match: type[Match]) -> None:
    with pytest.raises(Leak):
        run_sealed(_leaky(match), b"1", 3, SCRIPT)


@pytest.mark.parametrize(
    "open_",
    [_leaky_game(redact=_shows_numbers), _leaky_game(view=_shows_the_total)],
    ids=["redact", "view"],
)
def test_leaks_of_losing_numbers_are_caught(open_: Open) -> None:
    script = [7, 2, 0, 1, 1, 1, 1, 1, 0, 1] * TINY.rounds
    with pytest.raises(Leak):
        run_to_the_end(open_, b"1", None, script)


def test_narration_comes_from_the_redacted_event() -> None:
    assert TINY.game.narrate(Named(2, 3, (0, None, 3, None))) == Line("log.named", {"seat": 2})
