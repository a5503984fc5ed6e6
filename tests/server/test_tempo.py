"""How quick a table is for somebody alone with bots, and the way to their next decision."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from kuhstall.engine.kernel import options
from kuhstall.engine.option import Choice
from kuhstall.engine.values import CLOCK, Illegal
from kuhstall.games.kuhhandel.actions import AuctionOff, Pass, PlaceBid
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.events import (
    PaceName,
    Paused,
    Resumed,
    SeatTaken,
    SkipEnded,
    SkipStarted,
    TempoChosen,
    TempoName,
)
from kuhstall.server.table.party.opening import Drawn, first_step_of_rematch
from kuhstall.server.table.party.pace import BEAT, BOT_MOST, GRACE, PACES
from kuhstall.server.table.party.party import fold
from kuhstall.server.table.party.requests import ChooseTempo, Halt, SkipToDecision, rights
from kuhstall.server.table.party.timers import (
    SKIPPING,
    TEMPOS,
    Timers,
    pace_of,
    skip_to_decision,
    tempo_of,
    waiving_action,
)
from kuhstall.server.wire import views
from tests.server.houses import House
from tests.server.test_pace import ANNA, BEN, BOT, NOW, Bench, dealt, go_on, party

FIRST = {"start_player": "seat:0"}
SECOND = {"start_player": "seat:1"}


def shown(hot: LiveTable) -> dict[str, Any]:
    view: dict[str, Any] = msgspec.json.decode(views.party_view(hot))
    return view


# The tempo


@pytest.mark.anyio
@pytest.mark.parametrize(("tempo", "first"), [("calm", 9.6), ("normal", 6.0), ("fast", 3.0)])
async def test_bots_and_calls_keep_to_the_tempo(tempo: TempoName, first: float) -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, rules=FIRST, tempo=tempo)
    assert shown(hot).get("tempo", "normal") == tempo
    await house.play(hot.id, "anna", AuctionOff())
    (call,) = views.timer_views(hot)
    assert call.lasts == pytest.approx(first * 1000, abs=1)
    thinks = [(hot.timers.seats[seat].due or 0) - house.clock.time for seat in (1, 2)]
    least, most = 0.7 * TEMPOS[tempo], BOT_MOST * TEMPOS[tempo]
    assert all(least <= one <= most for one in thinks)


@pytest.mark.parametrize("pace", ["live", "relaxed"])
@pytest.mark.parametrize("tempo", get_args(TempoName))
@pytest.mark.parametrize("skip", [None, SkipStarted(0, 1)])
def test_a_15_no_tempo_cuts_anybody_off(
    pace: PaceName, tempo: TempoName, skip: SkipStarted | None
) -> None:
    usual = PACES[pace]
    now = pace_of(party(ANNA, BOT, BOT, pace=pace, tempo=tempo, skip=skip))
    assert now.hush == usual.hush  # what a call by hand has to leave the others
    assert now.call >= usual.hush
    assert now.first / 2 >= usual.hush
    assert BOT_MOST * now.thinks < now.call  # a bot speaks before it is too late, as ever
    assert now.count >= usual.count  # a slap is a race against the clock, the same for all
    assert now.ready >= usual.ready


@pytest.mark.anyio
async def test_a_result_stays_as_long_as_the_tempo_has_it() -> None:
    for tempo, factor in TEMPOS.items():
        house = House(MemoryStore())
        hot = await house.start(("anna",), bots=["farmer"] * 2, tempo=tempo)
        while not (hot.timers.begins or hot.party.stage == "ended"):
            await go_on(house, hot)
        assert hot.timers.begins is not None
        assert hot.timers.begins - house.clock.time == pytest.approx(BEAT * factor)


@pytest.mark.anyio
async def test_whoever_is_alone_chooses_and_the_log_knows() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, rules=FIRST)
    assert "tempo" not in shown(hot)
    assert "choose_tempo" in rights(hot.party, "anna")
    chosen = await house.ask(hot.id, "anna", ChooseTempo("fast"))
    assert await house.ask(hot.id, "anna", ChooseTempo("fast")) == chosen == Accepted(hot.seq)
    again = await House(house.service.store, clock=house.clock).service.cache.live_table(hot.id)
    assert (again.party, again.party.tempo) == (hot.party, "fast")
    await house.play(hot.id, "anna", AuctionOff())
    (call,) = views.timer_views(hot)
    assert call.lasts == 3000


@pytest.mark.anyio
async def test_what_runs_goes_on_when_the_tempo_changes() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, rules=FIRST)
    await house.play(hot.id, "anna", AuctionOff())
    before = hot.timers
    await house.ask(hot.id, "anna", ChooseTempo("fast"))
    assert hot.timers == before


@pytest.mark.anyio
async def test_the_pace_of_a_table_with_several_people_is_nobodys_to_choose() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna", "ben"), bots=["farmer"], rules=FIRST, tempo="fast")
    assert "tempo" not in shown(hot)
    for person in ("anna", "ben"):
        assert not {"choose_tempo", "hurry"} & set(rights(hot.party, person))
        for request in (ChooseTempo("calm"), SkipToDecision()):
            assert await house.ask(hot.id, person, request) == Rejected("not_alone")
    await house.play(hot.id, "anna", AuctionOff())
    (call,) = views.timer_views(hot)
    assert call.lasts == 6000
    assert pace_of(hot.party) == PACES["live"]


@pytest.mark.parametrize("pace", ["slow", "fast"])
def test_a_table_for_days_or_for_programs_has_no_tempo(pace: PaceName) -> None:
    found = party(ANNA, BOT, BOT, pace=pace, tempo="calm", skip=SkipStarted(0, 1))
    assert (tempo_of(found), found.skipping) == ("normal", None)
    assert pace_of(found) == PACES[pace]


def test_a_second_person_ends_tempo_and_skip() -> None:
    alone = fold(party(ANNA, BOT, BOT), [TempoChosen("calm"), SkipStarted(0, 1)])
    assert (tempo_of(alone), alone.skipping) == ("calm", 0)
    both = fold(alone, [SeatTaken(1, "ben")])
    assert (tempo_of(both), both.skipping) == ("normal", None)


@pytest.mark.parametrize("tempo", get_args(TempoName))
def test_a_rematch_has_the_same_tempo(tempo: TempoName) -> None:
    ended = party(ANNA, BOT, BOT, stage="ended", tempo=tempo, skip=SkipStarted(0, 1))
    again = first_step_of_rematch(ended, "anna", Drawn("t" * 26, b"s" * 32), NOW, 1.0)
    assert (again.party.tempo, again.party.skip) == (tempo, None)
    written = [event for event in again.events if isinstance(event, TempoChosen)]
    assert len(written) == (tempo != "normal")  # what is as usual is not said


# On to the next decision


async def outbid(house: House, edition: str = "kuhhandel/2", **rules: Any) -> LiveTable:
    """Let somebody pass in an auction of a bot."""
    hot = await house.start(("anna",), bots=["farmer"] * 3, edition=edition, rules=SECOND | rules)
    while Choice((Pass(),)) not in options(hot.state, 0):
        await house.tick(hot.id, max(0.0, (hot.due or 0) - house.clock.time))
    await house.play(hot.id, "anna", Pass())
    return hot


def decides(hot: LiveTable) -> bool:
    return 0 in hot.state.phase.actors(hot.state)


async def arrive(house: House, hot: LiveTable) -> float:
    """Let time pass until nothing skips any more; tell how long that took."""
    began = house.clock.time
    lot = hot.state.moment
    while hot.party.skipping is not None:
        assert hot.state.moment == lot or not decides(hot)  # a new lot is a decision
        await house.tick(hot.id, max(0.0, (hot.due or 0) - house.clock.time))
    return house.clock.time - began


@pytest.mark.anyio
@pytest.mark.parametrize("rules", [{}, {"auction_mode": "turns"}, {"gavel": "auctioneer"}])
async def test_after_passing_the_table_skips_on_to_the_next_lot(rules: dict[str, Any]) -> None:
    house = House(MemoryStore())
    hot = await outbid(house, **rules)
    moment = hot.state.moment
    assert isinstance(await house.ask(hot.id, "anna", SkipToDecision()), Accepted)
    assert [one.get("hurrying", False) for one in shown(hot)["places"]] == [True] + [False] * 3
    assert await arrive(house, hot) < 5
    assert (hot.state.moment > moment, decides(hot)) == (True, True)
    assert not any(one.get("hurrying") for one in shown(hot)["places"])
    assert hot.party.places[0].late == 0  # nobody was late who wanted it so


@pytest.mark.anyio
async def test_a_bid_of_others_brings_nobody_back_who_skips() -> None:
    house = House(MemoryStore())
    hot = await outbid(house)
    await house.ask(hot.id, "anna", SkipToDecision())
    moment, chances = hot.state.moment, 0
    while hot.state.moment == moment:
        chances += decides(hot)
        await house.tick(hot.id, max(0.0, (hot.due or 0) - house.clock.time))
        assert hot.party.skipping == 0 or hot.state.moment > moment
    assert chances > 0


@pytest.mark.anyio
async def test_who_may_bid_may_skip_but_who_has_to_decide_may_not() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, rules=FIRST)
    assert decides(hot)
    assert await house.ask(hot.id, "anna", SkipToDecision()) == Rejected("decide_first")
    table = Bench(BOT, ANNA, BOT)
    table.act(0, AuctionOff())
    assert skip_to_decision(table.party, table.game, 1) == [SkipStarted(1, table.game.moment)]
    gavel = Bench(ANNA, BOT, BOT)
    gavel.game = dealt(gavel="auctioneer")
    gavel.act(0, AuctionOff())
    with pytest.raises(Illegal, match="decide_first"):  # nobody else would call
        skip_to_decision(gavel.party, gavel.game, 0)


@pytest.mark.anyio
async def test_skipping_twice_is_skipping_once() -> None:
    house = House(MemoryStore())
    hot = await outbid(house)
    first = await house.ask(hot.id, "anna", SkipToDecision())
    assert await house.ask(hot.id, "anna", SkipToDecision()) == first == Accepted(hot.seq)
    again = await House(house.service.store, clock=house.clock).service.cache.live_table(hot.id)
    assert (again.party, again.timers) == (hot.party, hot.timers)


@pytest.mark.anyio
async def test_who_thinks_better_of_it_bids_and_sees_what_comes_of_it() -> None:
    house = House(MemoryStore())
    hot = await outbid(house)
    await house.ask(hot.id, "anna", SkipToDecision())
    while not decides(hot):
        await house.tick(hot.id, max(0.0, (hot.due or 0) - house.clock.time))
    high: Any = hot.state.phase
    assert hot.party.skipping == 0
    done = await house.play(hot.id, "anna", PlaceBid(high.high.amount + 10))
    assert done == Accepted(hot.seq)
    assert hot.party.skip is None
    (call,) = views.timer_views(hot)
    assert call.lasts == 2500


def test_nothing_rings_later_because_somebody_skips() -> None:
    table = Bench(BOT, ANNA, BOT)
    table.act(0, AuctionOff())
    table.act(1, Pass(), after=0.2)
    running = table.timers
    table.happen(SkipStarted(1, table.game.moment), restart=True)
    assert table.timers[2] == pytest.approx(table.now + 1.2 * SKIPPING)
    assert table.timers[CLOCK] == table.now + 3 + GRACE < running[CLOCK]


@pytest.mark.anyio
async def test_a_call_that_is_near_is_not_put_off_by_a_skip() -> None:
    house = House(MemoryStore())
    hot = await outbid(house)
    clock = hot.timers.clock
    assert clock is not None
    house.clock.time = clock - 0.5
    await house.ask(hot.id, "anna", SkipToDecision())
    assert hot.timers.clock == clock


@pytest.mark.anyio
async def test_a_table_that_is_read_or_paused_does_not_skip() -> None:
    house = House(MemoryStore())
    hot = await outbid(house)
    await house.ask(hot.id, "anna", SkipToDecision())
    await house.ask(hot.id, "anna", Halt())
    seq = hot.seq
    await house.tick(hot.id, 60)
    assert hot.seq == seq
    paused = fold(hot.party, [Paused("agreed"), Resumed()])
    assert paused.skipping is None


def test_the_server_acts_only_for_the_seat_that_skips() -> None:
    table = Bench(BOT, ANNA, BOT)
    table.act(0, AuctionOff())
    assert waiving_action(table.party, table.game, 1) is None
    skipped = fold(table.party, [SkipStarted(1, table.game.moment)])
    assert waiving_action(skipped, table.game, 1) == Pass()
    assert waiving_action(skipped, replace(table.game, moment=99), 1) is None  # another lot
    assert waiving_action(skipped, table.game, 2) is None
    assert waiving_action(fold(skipped, [SkipEnded(1)]), table.game, 1) is None
    assert waiving_action(replace(skipped, places=(BOT, ANNA, BEN)), table.game, 1) is None


@pytest.mark.parametrize("skips", [False, True])
@pytest.mark.parametrize("tempo", get_args(TempoName))
def test_no_delay_depends_on_what_anybody_hides(tempo: TempoName, *, skips: bool) -> None:
    """The same auction with other purses: every timer is the same."""
    found: list[Timers] = []
    for money in (0, 7):
        table = Bench(BOT, ANNA, BOT, tempo=1.0)
        table.party = replace(table.party, tempo=tempo)
        world = table.game.world
        purses = tuple((*purse[:-1], purse[-1] + money) for purse in world.purses)
        table.game = replace(table.game, world=replace(world, purses=purses))
        table.act(0, AuctionOff())
        if skips:
            table.happen(SkipStarted(1, table.game.moment), restart=True)
        table.act(2, PlaceBid(10))
        assert (1 in table.running.seats) == skips
        found.append(table.running)
    assert found[0] == found[1]


@pytest.mark.anyio
@pytest.mark.parametrize("edition", ["kuhhandel/2", "master", "kuhfstein"])
async def test_a_game_can_be_skipped_through_from_decision_to_decision(edition: str) -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, edition=edition)
    skips = 0
    while hot.party.stage == "playing" and skips < 30:
        before = hot.seq
        if not decides(hot) and hot.party.skipping is None:
            skips += await house.ask(hot.id, "anna", SkipToDecision()) == Accepted(before + 1)
            assert hot.timers.begins is None
        await go_on(house, hot)
    assert skips >= 10
    assert (hot.party.places[0].late, hot.party.places[0].away) == (0, False)
