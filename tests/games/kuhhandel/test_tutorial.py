"""The tutorial of Kuhhandel goes where its coach leads: an auction, a bluff, a trade, a quartet."""

from __future__ import annotations

from kuhstall.games.kuhhandel.actions import (
    AuctionOff,
    ChallengeTrade,
    Offer,
    Pass,
    Pay,
    PlaceBid,
)
from kuhstall.games.kuhhandel.cards import KIND, quartets
from kuhstall.games.kuhhandel.events import BidPlaced, LotTaken, TradeSettled
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from tests.games.scripts import YOU, Lesson

DAISY, CLOVER = 1, 2


def high(lesson: Lesson) -> tuple[int, int] | None:
    phase = lesson.match.table.phase
    assert isinstance(phase, Bidding)
    return None if phase.high is None else (phase.high.seat, phase.high.amount)


def cows(lesson: Lesson, seat: int) -> int:
    return int(lesson.match.table.world.herds[seat][KIND["cow"]])


def test_the_whole_path() -> None:
    lesson = Lesson("kuhhandel")
    assert high(lesson) == (DAISY, 30)
    lesson.do(PlaceBid(40))
    assert lesson.phase == "Payment"
    lesson.do(Pay((10, 10, 10, 10)))
    assert (lesson.phase, cows(lesson, YOU)) == ("Turn", 1)

    lesson.do(AuctionOff())  # nobody bids
    assert cows(lesson, YOU) == 2

    assert high(lesson) == (CLOVER, 50)
    assert lesson.match.table.world.purses[YOU] == (0, 0, 50)
    lesson.do(PlaceBid(60))  # a bluff
    assert high(lesson) == (CLOVER, 70)
    lesson.do(Pass())
    assert cows(lesson, CLOVER) == 1

    assert high(lesson) is None
    lesson.do(Pass())
    assert (lesson.phase, cows(lesson, CLOVER)) == ("Turn", 2)

    lesson.do(ChallengeTrade("cow", CLOVER))
    assert lesson.phase == "Offering"
    lesson.do(Offer((0, 0, 50)))
    assert quartets(lesson.match.table.world.herds[YOU]) == ("cow",)
    assert any(isinstance(event, TradeSettled) for event in lesson.match.log)
    bids = [event.seat for event in lesson.match.log if isinstance(event, BidPlaced)]
    assert bids[:5] == [DAISY, YOU, CLOVER, YOU, CLOVER]
    assert sum(isinstance(event, LotTaken) for event in lesson.match.log) == 4


def test_who_leaves_the_path_still_gets_to_the_trade() -> None:
    """Nobody bids for the first cow; the bluff goes too far; and the story goes on."""
    lesson = Lesson("kuhhandel")
    lesson.do(Pass())
    assert cows(lesson, DAISY) == 1
    lesson.do(AuctionOff())
    lesson.do(PlaceBid(90))
    assert high(lesson) == (CLOVER, 100)
    lesson.do(Pass())
    lesson.do(Pass())
    assert lesson.phase == "Turn"
    assert any(option.admits(ChallengeTrade("cow", CLOVER)) for option in lesson.match.options(YOU))
