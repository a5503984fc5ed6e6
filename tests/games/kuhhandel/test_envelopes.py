"""Sealed auctions: each names a highest price once, and the price follows (C-26 to C-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from kuhstall.engine import Action, Choice, Event, Illegal, Match, Range, Seat, SeededChance, check
from kuhstall.engine.values import Line
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Pass, PlaceBid, Sell
from kuhstall.games.kuhhandel.classic import KUHHANDEL
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    Bid,
    BiddingReopened,
    BoughtOut,
    EnvelopesAsked,
    EnvelopesOpened,
    Exposed,
    GameEnded,
    LotRevealed,
    LotSold,
    LotTaken,
    Paid,
    TurnBegan,
)
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.view import EnvelopesView
from kuhstall.games.registry import played_again, read_log, write_log
from kuhstall.games.review import Review
from tests.games.kuhhandel.scenes import Stage, scene

COW = ("cow",)
RICH = (10, 10, 50, 50, 100)
PLAIN = (0, 0, 10, 10, 10, 10, 50)


def sealed(*purses: tuple[int, ...], **rules: Any) -> Stage:
    """Seat 0 has put a cow up, and everybody is asked for an envelope."""
    chosen = {"envelope_tie": "seat_order", "deck": COW} | rules
    return scene(purses=purses or (PLAIN,) * 4, auction_mode="sealed", **chosen).auction()


def named(**amounts: int) -> dict[Seat, Action]:
    """Say it shortly: `s1=50` for seat 1 and a maximum of 50."""
    return {int(seat[1:]): NameMaximum(amount) for seat, amount in amounts.items()}


def opened(events: list[Event]) -> EnvelopesOpened:
    assert isinstance(events[0], EnvelopesOpened)
    return events[0]


def test_c_26_everybody_is_asked_at_once_and_once() -> None:
    stage = sealed()

    assert isinstance(stage.log[-1], EnvelopesAsked)
    assert isinstance(stage.phase, Envelopes)
    assert set(stage.actors) == {0, 1, 2, 3}
    assert stage.view(2).asked == stage.phase.asked(stage.table)
    assert stage.view(2).sealed
    assert stage.view(None).phase == EnvelopesView("cow", 0, 360, (), ())
    assert stage.options(2) == (
        Choice((Pass(),)),
        Range(NameMaximum(0), "amount", 10, 360, 10),
    )
    with pytest.raises(Illegal) as refusal:
        check(stage.table, 1, PlaceBid(10))
    assert refusal.value.code == "not_offered"


@pytest.mark.parametrize(
    ("held", "seat", "price"),
    [
        (named(s1=80, s2=50), 1, 60),
        (named(s1=30, s2=50, s3=90), 3, 60),
        (named(s3=90), 3, 10),
        (named(s1=60, s2=50), 1, 60),  # one step above is all there is
    ],
)
def test_c_26_the_price_is_a_step_above_the_second(
    held: Mapping[Seat, Action], seat: Seat, price: int
) -> None:
    stage = sealed()
    events = stage.envelopes(held)

    assert opened(events) == EnvelopesOpened(0, (Bid(seat, price),), kept=False)
    assert events[1] == LotSold(0, seat, price)
    assert stage.last(LotTaken) == LotTaken(seat, "cow", price)
    assert stage.herd(seat, "cow") == 1


def test_c_26_a_lot_that_nobody_wants_is_free() -> None:
    stage = sealed()
    events = stage.envelopes({1: Pass(), 0: NameMaximum(50)})

    assert events[:2] == [EnvelopesOpened(0, (), kept=False), LotTaken(0, "cow", 0)]
    assert stage.cash(0) == 90
    assert isinstance(stage.phase, Turn)


@pytest.mark.parametrize("auctioneer", range(4))
def test_c_27_the_first_to_the_left_goes_before(auctioneer: Seat) -> None:
    stage = sealed(turn=auctioneer)
    held = {seat: NameMaximum(50) for seat in range(4) if seat != auctioneer}
    events = stage.envelopes(held)

    left = (auctioneer + 1) % 4
    assert opened(events) == EnvelopesOpened(auctioneer, (Bid(left, 50),), kept=False)


def test_c_27_lots_are_drawn_before_anybody_looks() -> None:
    winners = set()
    for seed in range(40):
        stage = sealed(envelope_tie="random")
        chance = SeededChance(b"%d" % seed)
        tied = opened(stage.envelopes(named(s1=50, s2=50, s3=50), chance))
        again = sealed(envelope_tie="random")
        fewer = opened(again.envelopes(named(s1=50, s3=50), SeededChance(b"%d" % seed)))
        winners.add(tied.called[0].seat)
        assert tied.called[0].amount == 50
        if tied.called[0].seat != 2:  # whoever else ties changes nothing
            assert fewer.called == tied.called
    assert winners == {1, 2, 3}


def test_c_28_a_maximum_above_the_cash_does_no_harm_by_itself() -> None:
    stage = sealed()
    stage.envelopes(named(s1=300, s2=70))

    assert stage.last(LotSold) == LotSold(0, 1, 80)
    assert not stage.count(Exposed)


def test_c_28_all_hand_in_anew_without_the_one_who_could_not_pay() -> None:
    stage = sealed()
    events = stage.envelopes(named(s1=300, s2=120, s3=40))

    assert events == [
        EnvelopesOpened(0, (Bid(1, 130),), kept=False),
        Exposed(1, 130, PLAIN),
        BiddingReopened((1,), (), (0, 0, 0, 0), None, None),
    ]
    assert isinstance(stage.phase, Envelopes)
    assert set(stage.actors) == {0, 2, 3}
    stage.envelopes(named(s3=20, s0=90))
    assert stage.last(BoughtOut) == BoughtOut(0, 3, 10)


def test_c_28_whoever_was_exposed_may_name_what_was_seen() -> None:
    stage = sealed(overbid="restart_all")
    stage.envelopes(named(s1=300, s2=120))

    assert stage.view(None).phase == EnvelopesView("cow", 0, 360, (), (Bid(1, 90),))
    assert stage.options(1)[1] == Range(NameMaximum(0), "amount", 10, 90, 10)
    stage.envelopes(named(s1=90, s2=80))
    assert stage.last(LotTaken) == LotTaken(1, "cow", 90)


def test_c_28_the_next_envelope_is_called_up() -> None:
    stage = sealed(PLAIN, PLAIN, PLAIN, RICH, overbid="continue_excluded")
    events = stage.envelopes(named(s1=300, s2=200, s3=150))

    called = (Bid(1, 210), Bid(2, 200), Bid(3, 150))
    assert opened(events) == EnvelopesOpened(0, called, kept=False)
    assert [event.seat for event in events if isinstance(event, Exposed)] == [1, 2]
    highs = [event.high for event in events if isinstance(event, BiddingReopened)]
    assert highs == [Bid(2, 200), Bid(3, 150)]
    assert stage.last(LotTaken) == LotTaken(3, "cow", 150)
    told = [KUHHANDEL.narrate(event) for event in events if isinstance(event, BiddingReopened)]
    assert told[0] == Line("log.next_envelope", {"seat": 2}, {"price": 200})


@pytest.mark.parametrize(
    ("held", "calls"),
    [
        (named(s1=300, s3=150), [(1, 160), (3, 150)]),  # what the next one had named
        (named(s1=150, s3=150), [(1, 150), (3, 140)]),  # at least: the price could not prove more
        (named(s1=160, s2=50, s3=80), [(1, 90), (3, 80)]),
        (named(s1=300), [(1, 10)]),  # it could pay
    ],
)
def test_c_28_an_exposed_price_is_a_floor(
    held: Mapping[Seat, Action], calls: list[tuple[Seat, int]]
) -> None:
    poor = () if len(calls) > 1 else PLAIN
    stage = sealed(PLAIN, poor, PLAIN, RICH, overbid="continue_excluded")
    events = stage.envelopes(held)
    assert [(bid.seat, bid.amount) for bid in opened(events).called] == calls


def test_c_28_bluffer_and_auctioneer_cannot_keep_the_lot_for_ten() -> None:
    stage = sealed(PLAIN, (), PLAIN, RICH, overbid="continue_excluded")
    stage.envelopes(named(s0=90, s1=300, s3=150))

    assert stage.last(LotTaken) == LotTaken(3, "cow", 150)


def test_c_28_a_game_that_was_begun_without_the_floor_goes_on_without_it() -> None:
    rules = {"auction_mode": "sealed", "overbid": "continue_excluded"}
    opening = SECOND.with_rules(rules).opened(4)
    assert opening.rules["envelope_floor"] is True
    assert "envelope_floor" not in SECOND.with_rules({"auction_mode": "sealed"}).opened(4).rules
    old = {name: value for name, value in opening.rules.items() if name != "envelope_floor"}
    before = SECOND.reopened(msgspec.structs.replace(opening, rules=old))
    assert before.opened(4).rules == old  # a log of then is checked by the rules of then
    assert SECOND.reopened(opening) == SECOND.with_rules(rules)
    stage = sealed(PLAIN, (), PLAIN, RICH, overbid="continue_excluded")
    stage.table = msgspec.structs.replace(
        stage.table, edition=msgspec.structs.replace(stage.table.edition, proven_floor=False)
    )
    stage.envelopes(named(s1=300, s3=150))
    assert stage.last(LotTaken) == LotTaken(3, "cow", 10)
    log = _whole_game("continue_excluded", before)
    assert played_again(log, SeededChance(b"continue_excluded"))


def test_c_28_if_no_envelope_is_left_the_lot_is_free() -> None:
    stage = sealed(overbid="continue_excluded")
    stage.envelopes(named(s1=300, s2=90))
    assert stage.last(LotTaken) == LotTaken(2, "cow", 90)

    stage = sealed((10,), (), (), overbid="continue_excluded")
    stage.envelopes(named(s1=60, s2=50))
    assert stage.count(Exposed) == 2
    assert stage.last(LotTaken) == LotTaken(0, "cow", 0)

    stage = sealed((10,), (), (), overbid="restart_all")
    stage.envelopes(named(s1=60))
    stage.envelopes(named(s2=60))
    assert stage.last(LotTaken) == LotTaken(0, "cow", 0)  # nobody may name anything any more


def test_c_28_nobody_names_more_than_the_cash_where_bluffs_are_forbidden() -> None:
    stage = sealed(bluff_bids="forbidden")

    assert stage.options(1)[1] == Range(NameMaximum(0), "amount", 10, 90, 10)
    assert sealed((), (), (0, 0), bluff_bids="forbidden").options(2) == (Choice((Pass(),)),)


@pytest.mark.parametrize(("most", "kept"), [(50, False), (60, True), (90, True)])
def test_c_29_the_auctioneer_buys_out_up_to_an_amount(most: int, kept: bool) -> None:
    stage = sealed()
    events = stage.envelopes(named(s0=most, s1=80, s2=50))

    assert opened(events) == EnvelopesOpened(0, (Bid(1, 60),), kept=kept)
    sale = BoughtOut(0, 1, 60) if kept else LotSold(0, 1, 60)
    assert events[1] == sale
    assert stage.herd(0 if kept else 1, "cow") == 1
    assert stage.cash(0) == (30 if kept else 150)


def test_c_29_nobody_buys_out_without_funds_and_all_are_asked() -> None:
    stage = sealed((0, 0), PLAIN, PLAIN)

    assert stage.options(0) == (Choice((Sell(),)),)
    assert sealed().options(0) == (
        Choice((Sell(),)),
        Range(NameMaximum(0), "amount", 10, 90, 10),
    )


def test_c_29_buying_out_comes_before_exposure() -> None:
    stage = sealed(RICH, PLAIN, PLAIN, PLAIN)
    stage.envelopes(named(s0=140, s1=300, s2=130))

    assert stage.last(BoughtOut) == BoughtOut(0, 1, 140)
    assert not stage.count(Exposed)


def test_c_30_the_table_pays_the_least_in_the_fewest_cards() -> None:
    stage = sealed(PLAIN, (0, 10, 10, 10, 10, 10, 50), PLAIN)
    stage.envelopes(named(s1=70, s2=40))
    assert stage.last(Paid) == Paid(1, 0, (50,), 1, open=False)

    stage = sealed(PLAIN, (0, 10, 100, 200), PLAIN)
    stage.envelopes(named(s1=70, s2=40))
    assert stage.last(Paid, 0).cards == (100,)
    assert stage.last(Paid, 1).cards == (100,)
    assert stage.last(Paid, 2).cards is None


def test_c_31_a_donkey_pays_before_and_once() -> None:
    stage = sealed(deck=("donkey",))

    assert stage.last(LotRevealed).payout == 50
    assert stage.options(0)[1] == Range(NameMaximum(0), "amount", 10, 140, 10)
    stage.envelopes(named(s1=500, s2=400))
    assert stage.count(Exposed) == 1
    assert stage.cash(2) == 140
    assert stage.world.donkeys == 1


def test_c_32_silence_passes_and_sells() -> None:
    stage = sealed()

    assert [stage.default(seat) for seat in range(4)] == [Sell(), Pass(), Pass(), Pass()]
    assert stage.default(4) is None
    stage.envelopes({})
    assert stage.last(LotTaken) == LotTaken(0, "cow", 0)


def test_c_32_what_is_in_an_envelope_is_in_no_event_and_in_no_view() -> None:
    """The same price from quite different envelopes: everything that is kept is the same."""
    worlds = [
        named(s0=40, s1=80, s2=50, s3=10),
        named(s1=300, s3=50),
        named(s1=60, s2=10, s3=50, s0=10),
    ]
    logs, views, tables = set(), set(), set()
    for held in worlds:
        stage = sealed()
        stage.envelopes(held)
        logs.add(write_log(stage.log))
        views.update({(viewer, msgspec.json.encode(stage.view(viewer))) for viewer in range(4)})
        tables.add(repr(stage.table.world))
    assert len(logs) == len(tables) == 1
    assert len(views) == 4


def test_c_32_nothing_shows_while_envelopes_come_in() -> None:
    match = Match(SECOND.with_rules({"auction_mode": "sealed"}), 4, SeededChance(b"in"))
    (auctioneer,) = match.actors
    match.play(auctioneer, AuctionOff())
    others = [seat for seat in range(4) if seat != auctioneer]
    watching = others[-1]

    def shown() -> list[bytes]:
        viewers = (watching, None)
        return [msgspec.json.encode((match.view(v), match.heard(v))) for v in viewers]

    before, asked = shown(), match.options(watching)
    for seat in (auctioneer, *others[:-1]):
        match.play(seat, NameMaximum(20))
        assert shown() == before
        assert match.options(watching) == asked
    assert match.play(watching, Pass())[0] == match.log[-len(_since(match)) :][0]


def _since(match: Match) -> list[Event]:
    at = max(n for n, event in enumerate(match.log) if isinstance(event, EnvelopesOpened))
    return match.log[at:]


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_c_32_a_log_without_maxima_can_be_checked(overbid: str) -> None:
    """The least that may have been in the envelopes gives the same game, drawn lots included."""
    log = _whole_game(overbid)

    assert read_log(write_log(log)) == log
    assert played_again(log, SeededChance(overbid.encode()))
    assert not played_again(log, SeededChance(b"another deal"))


def test_c_32_no_maximum_shows_in_a_replay_with_open_cards() -> None:
    log = _whole_game("continue_excluded")
    steps, step = [], []
    for event in log:
        step.append(event)
        if isinstance(event, TurnBegan | EnvelopesAsked | GameEnded):
            steps.append(step)
            step = []
    review = Review(steps)
    for page in range(review.pages):
        for shown in review.page("all", page):
            assert b"maximum" not in msgspec.json.encode((shown.events, shown.view))


def test_c_33_whose_turn_is_next_may_plan_an_auction() -> None:
    stage = sealed(deck=("cow", "pig"))
    assert stage.options(1)[-1] == Range(NameMaximum(0, ahead=True), "amount", 0, 360, 10)
    assert all(not option.admits(NameMaximum(20, ahead=True)) for option in stage.options(2))
    events = stage.envelopes({1: NameMaximum(20, ahead=True), 2: NameMaximum(50)})

    assert opened(events) == EnvelopesOpened(0, (Bid(2, 30),), kept=False, ahead=True)
    begun = events.index(TurnBegan(1))
    assert events[begun + 1] == AuctionBegan(1)
    assert stage.last(LotRevealed).lot == "pig"
    assert isinstance(stage.phase, Envelopes)
    assert stage.phase.auction.auctioneer == 1
    assert stage.world.planned is None


def test_c_33_nothing_and_a_plan_is_a_pass() -> None:
    stage = sealed(deck=("cow", "pig"))
    stage.envelopes({1: NameMaximum(0, ahead=True), 0: Sell()})

    assert stage.last(LotTaken) == LotTaken(0, "cow", 0)
    assert isinstance(stage.phase, Envelopes)


def test_c_33_a_plan_is_void_if_all_hand_in_anew() -> None:
    stage = sealed(deck=("cow", "pig"))
    events = stage.envelopes(
        {1: NameMaximum(20, ahead=True), 2: NameMaximum(300), 3: NameMaximum(200)}
    )

    assert not opened(events).ahead
    stage.envelopes({1: NameMaximum(20)})
    assert stage.phase == Turn(1)


def test_c_33_there_is_nothing_to_plan_without_a_deck() -> None:
    stage = sealed(rest=0)
    assert not stage.world.deck
    assert [option.admits(NameMaximum(20, ahead=True)) for option in stage.options(1)] == [
        False
    ] * 2


def _whole_game(overbid: str, edition: Edition | None = None) -> list[Event]:
    """Play with few amounts, so that many are equal and many cannot be paid."""
    edition = edition or SECOND.with_rules({"auction_mode": "sealed", "overbid": overbid})
    match = Match(edition, 4, SeededChance(overbid.encode()))
    draws = SeededChance(b"draws")
    while match.actors:
        seat = match.actors[0]
        options = match.options(seat)
        option = options[draws.below("option", len(options))]
        if isinstance(option, Range):
            match.play(seat, option.fill(10 + 10 * draws.below("few", min(9, option.high // 10))))
        else:
            match.play(seat, option.sample(draws))
    ties = [e for e in match.log if isinstance(e, EnvelopesOpened) and len(e.called) > 1]
    assert bool(ties) == (overbid == "continue_excluded")
    return match.log


@pytest.mark.parametrize("overbid", ["restart_excluded", "continue_excluded", "restart_all"])
def test_c_26_c_28_a_referee_finds_the_same_prices(overbid: str) -> None:
    """Whole games, with every price worked out again from what was handed in."""
    edition = SECOND.with_rules({"auction_mode": "sealed", "overbid": overbid})
    openings = nexts = 0
    for seed in range(6):
        match = _Refereed(edition, 4, SeededChance(b"deal %d" % seed))
        draws = SeededChance(b"draws %d" % seed)
        while match.actors:
            seat = match.actors[0]
            options = match.options(seat)
            option = options[draws.below("option", len(options))]
            if isinstance(option, Range) and isinstance(match.table.phase, Envelopes):
                steps = min(30, (option.high - option.low) // 10 + 1)
                match.play(seat, option.fill(option.low + 10 * draws.below("amount", steps)))
            else:
                match.play(seat, option.sample(draws))
        openings, nexts = openings + match.openings, nexts + match.nexts
    assert openings > 200
    assert bool(nexts) == (overbid == "continue_excluded")


class _Refereed(Match):
    """Holds every opening to the sentences of C-26 and C-28, with its own arithmetic."""

    openings = nexts = 0

    def close(self) -> list[Event]:
        table, held = self.table, dict(self.held)
        events = super().close()
        if isinstance(table.phase, Envelopes):
            self.openings += 1
            called = opened(events).called
            self.nexts += len(called) > 1
            self._judge(table.world.purses, table.phase.auction.auctioneer, held, called)
        return events

    def _judge(
        self,
        purses: Sequence[Sequence[int]],
        auctioneer: Seat,
        held: Mapping[Seat, Action],
        called: Sequence[Bid],
    ) -> None:
        amounts = {s: a.amount for s, a in held.items() if isinstance(a, NameMaximum) and a.amount}
        buys_out, exposed, place = amounts.pop(auctioneer, 0), 0, 0
        while amounts:
            bid, place = called[place], place + 1
            assert amounts[bid.seat] == max(amounts.values())
            mine = amounts.pop(bid.seat)
            others = max(amounts.values(), default=0)
            assert bid.amount == min(mine, max(others + 10, exposed - 10))
            if bid.amount <= buys_out or sum(purses[bid.seat]) >= bid.amount:
                break
            exposed = bid.amount
            if self.table.edition.rules.overbid != "continue_excluded":
                break
        assert place == len(called)
