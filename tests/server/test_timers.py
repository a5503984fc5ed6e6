"""When the server acts: pure, on tables that are played here."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import act, begin
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor
from kuhstall.games import registry as games
from kuhstall.games.kuhhandel.actions import AuctionOff, CallOut, Pass, PlaceBid
from kuhstall.server.table.party.decide import Situation, decide_action, decide_due
from kuhstall.server.table.party.events import (
    BotTookOver,
    Connected,
    Disconnected,
    Extended,
    PersonReturned,
    SeatLeft,
    SeatTaken,
)
from kuhstall.server.table.party.pace import GRACE, thinking_time
from kuhstall.server.table.party.party import Party, Place, fold
from kuhstall.server.table.party.record import decode_step, encode_step
from kuhstall.server.table.party.timers import (
    SeatTimers,
    Standing,
    StoredTimers,
    Timers,
    Watch,
    next_due,
    read_timers,
    rings,
    set_deadlines,
    store_timers,
)

NOW = 1000.0
PEOPLE = ("anna", "ben", "cleo")

# The numbers under which timers are stored, as they were in 0.1.0.
GONE = tuple(range(-10, -20, -1))
LAST = tuple(range(-20, -30, -1))
AGAIN = tuple(range(-30, -40, -1))
BOUNDS = frozenset((*LAST, *AGAIN))


def ringing(timers: StoredTimers) -> StoredTimers:
    return {one: due for one, due in timers.items() if one not in BOUNDS}


def party(**changes: Any) -> Party:
    places = tuple(Place(person, here=True) for person in PEOPLE)
    base = Party("kuhhandel/2", {}, "live", public=False, promise="", places=places, host="anna")
    return replace(base, **{"stage": "playing", **changes})


class Bench:
    """A table with its clocks."""

    def __init__(self, party: Party, rules: dict[str, Any] | None = None) -> None:
        edition = games.find("kuhhandel/2").with_rules({"start_player": "seat:0", **(rules or {})})
        self.party = party
        self.game: Table[Any, Any]
        self.game, _ = begin(edition, len(party.places), SeededChance(b"clocks"))
        self.now = NOW
        unstarted = Standing(replace(party, stage="open"), self.game)
        self.running = set_deadlines(unstarted, self.standing, Timers(), None, self.watch)

    @property
    def timers(self) -> StoredTimers:
        return store_timers(self.running)

    @property
    def standing(self) -> Standing:
        return Standing(self.party, self.game)

    @property
    def watch(self) -> Watch:
        return Watch(self.now, 1.0, lambda seat: 1.0 + seat / 10)

    @property
    def situation(self) -> Situation:
        return Situation("t", 1, self.party, self.game, b"s" * 32, self.running)

    def act(self, actor: Actor, action: Action, after: float = 1.0) -> None:
        before, self.now = self.standing, self.now + after
        self.game, _ = act(self.game, actor, action, SeededChance(b"clocks"))
        self.running = set_deadlines(before, self.standing, self.running, actor, self.watch)

    def happen(self, *events: Any, after: float = 1.0) -> None:
        before, self.now = self.standing, self.now + after
        self.party = fold(self.party, events)
        self.running = set_deadlines(before, self.standing, self.running, None, self.watch)


def test_a_decision_has_its_time() -> None:
    assert Bench(party()).timers == {0: NOW + 30}
    assert Bench(party(pace="relaxed")).timers == {0: NOW + 75}


@pytest.mark.parametrize("tempo", [0.05, 1.0, 30.0])
def test_a_part_in_the_shuffle_has_five_seconds_at_any_tempo(tempo: float) -> None:
    game = Bench(party()).game
    before, after = (Standing(party(stage=stage), game) for stage in ("open", "revealing"))
    timers = set_deadlines(before, after, Timers(), None, Watch(NOW, tempo, float))
    assert store_timers(timers) == {CLOCK: NOW + 5}


def test_the_first_window_is_longer_and_a_bid_starts_the_calls_anew() -> None:
    table = Bench(party())
    table.act(0, AuctionOff())
    assert table.timers == {CLOCK: table.now + 6 + GRACE}
    table.act(1, PlaceBid(10))
    assert table.timers == {CLOCK: table.now + 2.5 + GRACE}
    table.act(2, PlaceBid(20))
    assert table.timers == {CLOCK: table.now + 2.5 + GRACE}


def test_a_pass_does_not_delay_the_call() -> None:
    table = Bench(party())
    table.act(0, AuctionOff())
    table.act(1, PlaceBid(10))
    called = table.timers[CLOCK]
    table.act(2, Pass())
    assert table.timers[CLOCK] == called


def test_a_call_is_followed_by_the_next() -> None:
    table = Bench(party())
    table.act(0, AuctionOff())
    table.act(1, PlaceBid(10))
    for _ in range(2):
        table.act(CLOCK, CallOut(1, 10), after=2.75)
        if CLOCK in table.timers:
            assert table.timers[CLOCK] == table.now + 2.5 + GRACE


def test_a_bot_takes_its_time_and_is_not_put_off_by_others() -> None:
    bots = party(places=(Place("anna", here=True), Place(bot="farmer"), Place(bot="random")))
    table = Bench(bots)
    table.act(0, AuctionOff())
    assert table.timers == {
        CLOCK: table.now + 6 + GRACE,
        1: table.now + 1.1,
        2: table.now + 1.2,
    }
    second = table.timers[2]
    table.act(1, PlaceBid(10), after=1.1)
    assert table.timers[2] == second
    assert table.timers[1] == table.now + 1.1


def test_somebody_who_is_gone_has_the_grace_time_and_then_a_bot() -> None:
    table = Bench(party())
    table.happen(Disconnected(1))
    gone = table.now + 20
    assert table.timers == {0: NOW + 30, GONE[1]: gone}
    table.act(0, AuctionOff())
    assert table.timers[GONE[1]] == gone
    table.act(2, PlaceBid(10))
    assert table.timers[GONE[1]] == gone
    outcome = decide_due(
        replace(table.situation, timers=read_timers({GONE[1]: gone})), gone, lambda _: Pass()
    )
    assert outcome is not None
    assert outcome.party.places[1].player == "farmer"  # type: ignore[union-attr]


def test_going_and_coming_back_wins_nobody_any_time() -> None:
    table = Bench(party())
    for _ in range(5):
        table.happen(Disconnected(0))
        assert table.timers == {0: NOW + 30, GONE[0]: table.now + 20}
        table.happen(Connected(0))
        assert table.timers == {0: NOW + 30}


def test_a_bot_does_not_inherit_the_time_of_a_person_nor_the_reverse() -> None:
    table = Bench(party(pace="slow"), {"auction_mode": "turns"})
    table.happen(BotTookOver(0))
    assert table.timers == {0: table.now + 1.0}
    table.happen(PersonReturned(0), after=0.5)
    assert ringing(table.timers) == {0: table.now + 172_800}


@pytest.mark.parametrize(
    ("go", "come"),
    [(SeatLeft(0), SeatTaken(0, "anna")), (BotTookOver(0), Connected(0))],
)
def test_taking_a_seat_back_from_its_bot_wins_time_once(go: Any, come: Any) -> None:
    """Who goes just before the end and comes before the bot has acted must not hold up a table."""
    table = Bench(party())
    table.happen(go, after=29)
    assert ringing(table.timers) == {0: table.now + 1.0}
    table.happen(come, after=0.5)
    bound = table.now + 30
    assert ringing(table.timers) == {0: bound}
    for _ in range(4):
        table.happen(go, after=7.2)
        assert ringing(table.timers) == {0: min(table.now + 1.0, bound)}
        table.happen(come, after=0.2)
        assert ringing(table.timers) == {0: bound}
    assert table.now < bound
    table.happen(go, after=bound - 0.1 - table.now)
    assert ringing(table.timers) == {0: bound}
    table.act(0, AuctionOff())
    assert not BOUNDS & table.timers.keys()


def test_a_bound_rings_for_nobody() -> None:
    """A seat that has acted unseen waits for the others, and nothing is done for it till then."""
    table = Bench(party())
    table.happen(BotTookOver(0))
    table.happen(Connected(0), after=0.5)
    waiting = replace(table.situation, held={0: Pass()})
    assert decide_due(waiting, table.now + 31, lambda _: Pass()) is None


@pytest.mark.parametrize("stage", ["open", "paused"])
def test_nothing_is_closed_because_the_server_was_away(stage: Any) -> None:
    table = Bench(party(stage=stage))
    outcome = decide_due(
        replace(table.situation, timers=read_timers({CLOCK: NOW})), NOW + 90_000, lambda _: Pass()
    )
    assert outcome.party_events == [Extended()]  # type: ignore[union-attr]
    outcome = decide_due(
        replace(table.situation, timers=read_timers({CLOCK: NOW})), NOW + 1, lambda _: Pass()
    )
    assert outcome.party.stage == "closed"  # type: ignore[union-attr]


def test_somebody_who_is_late_gets_the_default_and_the_second_time_a_bot() -> None:
    table = Bench(party())
    outcome = decide_due(table.situation, NOW + 30, lambda _: Pass())
    assert outcome.party.places[0].late == 1  # type: ignore[union-attr]
    assert outcome.state.phase != table.game.phase  # type: ignore[union-attr]
    places = (replace(table.party.places[0], late=1), *table.party.places[1:])
    table.party = replace(table.party, places=places)
    outcome = decide_due(table.situation, NOW + 30, lambda _: Pass())
    assert outcome.party.places[0].away  # type: ignore[union-attr]


def test_acting_in_time_makes_up_for_being_late() -> None:
    table = Bench(party())
    places = (replace(table.party.places[0], late=1), *table.party.places[1:])
    table.party = replace(table.party, places=places)
    outcome = decide_action(table.situation, "anna", table.game.moment, AuctionOff(), NOW)
    assert outcome.party.places[0].late == 0


def test_nothing_is_done_before_its_time() -> None:
    table = Bench(party())
    assert decide_due(table.situation, NOW + 29.9, lambda _: Pass()) is None


def test_after_an_outage_everybody_has_their_time_again() -> None:
    table = Bench(party())
    outcome = decide_due(table.situation, NOW + 36, lambda _: Pass())
    assert outcome.party_events == [Extended()]  # type: ignore[union-attr]
    assert outcome.restart  # type: ignore[union-attr]
    again = set_deadlines(
        table.standing, table.standing, table.running, None, table.watch, restart=True
    )
    assert store_timers(again) == {0: table.now + 30}


def test_a_table_that_nobody_looks_at_stands_still() -> None:
    table = Bench(
        party(places=(Place("anna", here=True), Place(bot="farmer"), Place(bot="farmer")))
    )
    table.happen(Disconnected(0))
    outcome = decide_due(
        replace(table.situation, timers=read_timers({GONE[0]: NOW})), NOW + 1, lambda _: Pass()
    )
    assert outcome.party.stage == "paused"  # type: ignore[union-attr]
    assert outcome.party.pause == "nobody"  # type: ignore[union-attr]


def test_a_slow_table_waits_for_days_and_never_stands_still() -> None:
    slow = party(pace="slow", places=tuple(Place(person) for person in PEOPLE))
    table = Bench(slow, {"auction_mode": "turns"})
    assert table.timers[0] == NOW + 172_800
    outcome = decide_due(table.situation, NOW + 172_801, lambda _: Pass())
    assert outcome.party.stage == "playing"  # type: ignore[union-attr]


@pytest.mark.parametrize(("stage", "lasts"), [("revealing", 5.0), ("paused", 86_400.0)])
def test_starts_and_pauses_end_by_themselves(stage: Any, lasts: float) -> None:
    table = Bench(party())
    after = Standing(replace(table.party, stage=stage), table.game)
    timers = set_deadlines(table.standing, after, table.running, None, table.watch)
    assert store_timers(timers) == {CLOCK: table.now + lasts}
    later = Watch(table.now + 3, 1.0, lambda _: 1.0)
    assert set_deadlines(after, after, timers, None, later) == timers


def test_an_empty_table_is_closed_sooner() -> None:
    table = Bench(party())
    waiting = Standing(replace(table.party, stage="open"), table.game)
    assert store_timers(set_deadlines(waiting, waiting, Timers(), None, table.watch)) == {
        CLOCK: NOW + 86_400
    }
    places = tuple(replace(place, here=False) for place in table.party.places)
    empty = Standing(replace(table.party, stage="open", places=places), table.game)
    assert store_timers(set_deadlines(waiting, empty, Timers(), None, table.watch)) == {
        CLOCK: NOW + 600
    }


def test_a_slow_table_that_nobody_looks_at_waits_for_one_decision_time() -> None:
    places = tuple(Place(person) for person in PEOPLE)
    slow = party(pace="slow", stage="open", places=places)
    empty = Standing(slow, Bench(party()).game)
    watch = Watch(NOW, 1.0, lambda _: 1.0)
    timers = set_deadlines(empty, empty, Timers(), None, watch)
    assert store_timers(timers) == {CLOCK: NOW + 172_800}
    seen = Standing(replace(slow, places=(replace(places[0], here=True), *places[1:])), empty.state)
    timers = set_deadlines(empty, seen, timers, None, watch)
    assert store_timers(timers) == {CLOCK: NOW + 86_400}  # as 0.1.0 wrote it


def test_a_bot_thinks_for_a_time_that_betrays_nothing() -> None:
    """The time depends on the number of the step and the seat, and on nothing on the table."""
    times = [thinking_time(b"s" * 32, seq, seat) for seq in range(200) for seat in range(3)]
    assert len(set(times)) == 600
    assert 0.7 <= min(times) < 0.75
    assert 1.95 < max(times) < 2.0


SEATS = range(9)  # the numbers of a tenth are for what is nobody's
EVERY_RANGE: StoredTimers = {
    CLOCK: 1.5,
    **{
        number: 2.0 + at
        for at, number in enumerate(
            number for seat in SEATS for number in (LAST[seat], AGAIN[seat], seat)
        )
    },
    **{number: 100.25 + at for at, number in enumerate(GONE[:9])},
}


def test_timers_are_stored_under_the_numbers_of_0_1_0() -> None:
    timers = Timers(
        1.0,
        {
            2: SeatTimers(due=2.0, gone=5.0, last=3.0, again=4.0),
            0: SeatTimers(due=6.0),
            1: SeatTimers(gone=7.0),
        },
    )
    record = decode_step(encode_step([], [], timers, 9.0))
    assert encode_step([], [], timers, 9.0) == (
        b'{"timers":{"-1":1.0,"-22":3.0,"-32":4.0,"2":2.0,"0":6.0,"-11":7.0,"-12":5.0},"at":9.0}'
    )
    assert read_timers(record.timers) == timers


@pytest.mark.parametrize(
    "stored",
    [EVERY_RANGE, {}, *({number: due} for number, due in EVERY_RANGE.items())],
)
def test_stored_timers_are_read_and_written_back_to_the_byte(stored: StoredTimers) -> None:
    written = store_timers(read_timers(stored))
    assert list(written.items()) == list(stored.items())


def test_of_timers_for_one_moment_a_takeover_comes_first_and_a_decision_last() -> None:
    timers = read_timers({CLOCK: 5.0, 0: 5.0, 1: 5.0, LAST[0]: 1.0, GONE[0]: 5.0, GONE[1]: 5.0})
    order = [(ring.seat, ring.gone) for ring in rings(timers, held=[0])]
    assert order == [(1, True), (0, True), (None, False), (1, False)]
    assert {ring.due for ring in rings(timers)} == {5.0} == {next_due(timers)}
    assert next_due(read_timers({0: 1.0, 1: 2.0}), held=[0]) == 2.0
    assert next_due(read_timers({LAST[0]: 1.0})) is None
