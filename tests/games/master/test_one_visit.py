"""Pedigrees and rats by envelopes: everybody answers once, and nobody is asked again."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.engine import Match, SeededChance
from kuhstall.games.kuhhandel.events import Bid, Paid
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap, Wait
from kuhstall.games.kuhhandel.master.edition import MASTER
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CountdownReopened,
    PedigreeBoughtOut,
    PedigreeSold,
    PedigreeTaken,
    RatSettled,
    RatTaken,
    SlapExposed,
    SlapsOpened,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.master.retelling import retell
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.registry import played_again, read_log, replayed, write_log
from tests.games.master.scenes import COW, Fixed, MasterStage, scene

PLAIN = (0, 0, 10, 10, 10, 20, 50)
POOR = (0, 10)
OVERBIDS = ["restart_all", "restart_excluded", "continue_excluded"]


def pedigree(*purses: tuple[int, ...], **rules: Any) -> MasterStage:
    chosen = {"pedigree_mode": "envelopes", "slap_tie": "seat_order"} | rules
    return scene(purses=purses or (PLAIN,) * 4, deck=(COW,), **chosen).turned_up()


def rat(*purses: tuple[int, ...], **rules: Any) -> MasterStage:
    chosen = {"rat_mode": "envelopes", "after_rat": "turn_ends"} | rules
    return scene(purses=purses or (PLAIN,) * 4, deck=("rat",), **chosen).turned_up()


# --- pedigrees ---


def test_c_37_whoever_names_most_pays_it_and_nobody_is_asked_again() -> None:
    stage = pedigree()
    assert set(stage.actors) == {0, 1, 2, 3}
    assert stage.step({1: Slap(2), 2: Slap(4), 3: Slap(3)}) == SlapsOpened((Bid(2, 4),), kept=False)

    assert stage.last(PedigreeSold) == PedigreeSold(0, 2, 4)
    assert stage.last(Paid) == Paid(2, 0, (0, 0, 10, 10), 4, open=False)
    assert stage.last(PedigreeTaken) == PedigreeTaken(2, "cow", 4)
    assert stage.phase == Turn(1)


def test_c_37_nobody_named_a_count() -> None:
    stage = pedigree()
    assert stage.step({0: Slap(5)}) == SlapsOpened((), kept=False)
    assert stage.last(PedigreeTaken) == PedigreeTaken(0, "cow", 0)
    assert stage.world.purses[0] == PLAIN


@pytest.mark.parametrize(("named", "kept"), [(3, False), (4, True), (6, True)])
def test_c_37_the_auctioneer_buys_out_up_to_a_count(named: int, kept: bool) -> None:
    stage = pedigree()
    assert stage.step({0: Slap(named), 2: Slap(4)}).kept == kept
    if kept:
        assert stage.last(PedigreeBoughtOut) == PedigreeBoughtOut(0, 2, 4)
        assert stage.last(Paid).cards == (0, 0, 10, 10)
    assert stage.last(PedigreeTaken).seat == (0 if kept else 2)


def test_c_37_nobody_buys_out_without_the_cards() -> None:
    stage = pedigree(POOR, PLAIN, PLAIN, hand_counts="hidden")
    assert stage.refusal(0, Slap(2)) is None
    assert stage.refusal(0, Slap(3)) == "too_high"
    assert pedigree((), PLAIN, PLAIN).refusal(0, Wait()) is None
    assert stage.refusal(1, Slap(10)) is None  # others may bluff


def test_c_38_ties_by_the_order_of_play_or_by_an_order_drawn_before() -> None:
    assert pedigree().step({3: Slap(4), 2: Slap(4)}).called == (Bid(2, 4),)
    asked = []
    for named in ({3: Slap(4), 2: Slap(4)}, {1: Slap(1)}, {}):
        chance = Fixed(0, 0, 0, 0)
        pedigree(slap_tie="random").step(named, chance)
        asked.append(chance.asked)
    assert asked[0] == asked[1] == asked[2] != []  # drawn whatever was handed in


@pytest.mark.parametrize("overbid", ["restart_all", "restart_excluded"])
def test_c_38_a_slap_that_cannot_be_paid_voids_all_envelopes(overbid: str) -> None:
    stage = pedigree(PLAIN, PLAIN, POOR, PLAIN, hand_counts="hidden", overbid=overbid)
    opened = stage.step({0: Slap(3), 1: Slap(5), 2: Slap(6)})

    assert opened == SlapsOpened((Bid(2, 6),), kept=False)
    assert stage.last(SlapExposed) == SlapExposed(2, 6, POOR)
    assert isinstance(stage.phase, Countdown)
    assert stage.phase.count == 10
    assert set(stage.actors) == ({0, 1, 2, 3} if overbid == "restart_all" else {0, 1, 3})
    assert stage.refusal(2, Slap(3)) == (
        "too_high" if overbid == "restart_all" else "not_your_turn"
    )
    assert stage.step({}).called == ()  # the numbers before are forgotten
    assert stage.last(PedigreeTaken).seat == 0


def test_c_38_the_others_stand_from_the_next_count_down() -> None:
    rules = {"hand_counts": "hidden", "overbid": "continue_excluded"}
    stage = pedigree(PLAIN, PLAIN, POOR, POOR, **rules)
    opened = stage.step({0: Slap(1), 1: Slap(6), 2: Slap(8), 3: Slap(8)})

    assert opened == SlapsOpened((Bid(2, 8), Bid(3, 7), Bid(1, 6)), kept=False)
    assert stage.last(CountdownReopened).barred == (2, 3)
    assert stage.last(PedigreeTaken) == PedigreeTaken(1, "cow", 6)

    stage = pedigree(PLAIN, (), PLAIN, **rules)
    stage.step({1: Slap(1), 2: Slap(1)})
    assert stage.last(PedigreeTaken) == PedigreeTaken(0, "cow", 0)  # no count is below one


def test_c_37_the_auctioneer_keeps_it_before_anybody_is_exposed() -> None:
    stage = pedigree(PLAIN, PLAIN, POOR, hand_counts="hidden")
    assert stage.step({0: Slap(6), 2: Slap(6)}).kept
    assert not any(isinstance(event, SlapExposed) for event in stage.log)


# --- rats ---


def test_c_39_the_rat_goes_round_as_everybody_has_said() -> None:
    stage = rat()
    assert isinstance(stage.phase, RatEnvelopes)
    assert set(stage.actors) == {0, 1, 2, 3}
    opened = stage.step({0: PassRat(3), 1: PassRat(5), 2: PassRat(1), 3: PassRat(7)})

    assert opened == RatSettled((1, 2, 1, 1))
    laid = [(event.seat, event.card) for event in stage.log if isinstance(event, CardLaid)]
    assert laid == [(1, 0), (2, 0), (3, 0), (0, 0), (1, 0)]
    assert stage.last(RatTaken) == RatTaken(2, (0,) * 5, 5, again=False)
    assert stage.actors == (1,)


def test_c_39_the_first_who_does_not_pass_takes_it() -> None:
    stage = rat()
    assert stage.step({1: PassRat(0), 2: PassRat(0)}) == RatSettled((0, 0, 0, 0))
    assert stage.last(RatTaken).seat == 1


def test_c_39_whoever_has_no_card_is_asked_and_takes_it() -> None:
    stage = rat(PLAIN, PLAIN, ())
    assert 2 in stage.actors
    assert stage.refusal(2, PassRat(1)) == "too_high"
    stage.step({})
    assert stage.last(RatTaken).seat == 2


DEAR = (100, 200, 500)


def test_c_39_silence_lays_zeros_and_tens_and_then_takes_the_rat() -> None:
    stage = rat((0,) * 7, DEAR, (0, 0))
    stage.step({0: PassRat(7), 2: PassRat(2)})  # seat 1 is asleep
    assert stage.last(RatTaken).seat == 1
    assert stage.world.purses[1] == DEAR

    stage = rat((0,) * 7, (0, 10, 10, 20, 50), (0,) * 4)
    stage.step({0: PassRat(7), 2: PassRat(4)})
    assert [
        event.card for event in stage.log if isinstance(event, CardLaid) and event.seat == 1
    ] == [*(0, 10, 10)]
    assert stage.last(RatTaken).seat == 1


def test_c_39_silence_is_the_same_in_a_round() -> None:
    silent, plain = (
        rat(PLAIN, (10, 20), PLAIN),
        scene(purses=(PLAIN, (10, 20), PLAIN), deck=("rat",), after_rat="turn_ends").turned_up(),
    )
    silent.step({})
    while silent.world != plain.world:
        seat = plain.actors[0]
        plain.do(seat, plain.phase.default(plain.table, seat))
    assert silent.phase == plain.phase
    assert silent.last(RatTaken).seat == 1
    assert 20 in silent.world.purses[1]


def test_c_39_another_card_is_turned_up_at_once() -> None:
    stage = scene(purses=(PLAIN,) * 3, deck=("rat", "rat"), rat_mode="envelopes").turned_up()
    stage.step({1: PassRat(0)})
    assert stage.phase == RatEnvelopes(0)


# --- what they show, and how a log is checked ---


def test_c_40_no_event_tells_what_was_in_an_envelope() -> None:
    def told(held: dict[int, Any], stage: MasterStage) -> list[Any]:
        stage.step(held)
        return stage.log

    one = told({0: Slap(1), 1: Slap(3), 2: Slap(5), 3: Slap(4)}, pedigree())
    other = told({0: Slap(4), 1: Slap(4), 2: Slap(5), 3: Slap(0)}, pedigree())
    assert one == other
    one = told({0: PassRat(2), 1: PassRat(5), 2: PassRat(1), 3: PassRat(7)}, rat())
    other = told({0: PassRat(7), 1: PassRat(2), 2: PassRat(1), 3: PassRat(1)}, rat())
    assert one == other


def test_c_40_the_least_that_may_have_been_in_them() -> None:
    stage = pedigree()
    before = stage.table
    opened = stage.step({0: Slap(7), 1: Slap(3), 2: Slap(5)})
    assert retell(before, opened) == {0: Slap(5), 2: Slap(5)}


@pytest.mark.parametrize("overbid", OVERBIDS)
@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("counts", ["public", "hidden"])
def test_c_40_a_log_without_them_can_be_checked(overbid: str, seats: int, counts: str) -> None:
    rules = {
        "auction_mode": "sealed",
        "pedigree_mode": "envelopes",
        "rat_mode": "envelopes",
        "overbid": overbid,
        "hand_counts": counts,
    }
    match, draws = (
        Match(MASTER.with_rules(rules), seats, SeededChance(b"visit")),
        SeededChance(b"d"),
    )
    while match.actors:
        seat = match.actors[draws.below("seat", len(match.actors))]
        options = match.options(seat)
        match.play(seat, options[draws.below("option", len(options))].sample(draws))

    kinds = {type(event) for event in match.log}
    assert {SlapsOpened, RatSettled, PedigreeSold} <= kinds
    assert (SlapExposed in kinds) == (counts == "hidden")
    assert played_again(match.log, SeededChance(b"visit"))
    assert replayed(match.log) == match.table
    assert write_log(read_log(write_log(match.log))) == write_log(match.log)
