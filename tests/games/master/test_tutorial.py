"""The tutorial of Kuhhandel Master: a slap, and a rat with two cards beside it."""

from __future__ import annotations

import pytest

from kuhstall.games.kuhhandel.actions import AuctionOff, Pay
from kuhstall.games.kuhhandel.cards import RATS
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, TakeRat, Wait
from kuhstall.games.kuhhandel.master.events import PedigreeTaken
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from tests.games.scripts import YOU, Lesson


def counted_to(count: int) -> Lesson:
    lesson = Lesson("master")
    while True:
        phase = lesson.match.table.phase
        assert isinstance(phase, Countdown)
        if phase.count == count:
            return lesson
        lesson.do(Wait())
        lesson.tick()


@pytest.mark.parametrize("takes", [True, False])
def test_the_whole_path(*, takes: bool) -> None:
    lesson = counted_to(5)
    lesson.do(Slap(5))
    lesson.tick()
    assert lesson.phase == "PedigreePayment"
    lesson.do(Pay((0, 0, 10, 10, 10)))
    assert any(isinstance(event, PedigreeTaken) and event.seat == YOU for event in lesson.match.log)
    lesson.do(AuctionOff())
    phase = lesson.match.table.phase
    assert isinstance(phase, RatRound)
    assert (phase.polled, len(phase.pot)) == (YOU, 2)
    lesson.do(TakeRat() if takes else LayCard(20))
    assert lesson.match.table.world.herds[YOU][RATS] == (1 if takes else 0)


def test_who_waits_too_long_loses_the_pedigree() -> None:
    lesson = counted_to(2)
    lesson.do(Wait())
    lesson.tick()
    assert lesson.phase == "Turn"
    taken = [event.seat for event in lesson.match.log if isinstance(event, PedigreeTaken)]
    assert taken == [1]
