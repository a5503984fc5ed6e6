"""What the coach goes by: what a seat saw and did, all of it, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.coach import Decision, Verdict, decisions, review
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Line, Refused, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, PlaceBid
from kuhstall.games.kuhhandel.master.actions import Slap, Wait
from kuhstall.games.registry import find

GAMES = ("kuhhandel/2", "kuhhandel/1", "master", "kuhfstein")


class Noted:
    """A match that notes what each seat saw when it acted."""

    def __init__(self, edition: str, bots: Sequence[str], seed: str) -> None:
        game: Any = find(edition)
        self.match = Match(game, len(bots), QuickChance(f"{seed}/table"))
        self.noted: list[tuple[Seen, Action]] = []
        play = self.match.play

        def noting(actor: int, action: Action, moment: int | None = None) -> Any:
            if actor >= 0:
                self.noted.append((self.match.seen(actor), action))
            return play(actor, action, moment)

        self.match.play = noting  # type: ignore[method-assign]
        seated = [
            registry.make(name, edition, seat, QuickChance(f"{seed}/{seat}"))
            for seat, name in enumerate(bots)
        ]
        for _ in play_out(self.match, seated, QuickChance(f"{seed}/order")):
            pass

    def of(self, seat: Seat) -> list[tuple[Seen, Action]]:
        return [(seen, action) for seen, action in self.noted if seen.seat == seat]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Noted:
    return Noted(request.param, ("random", "farmer", "random"), f"coach {request.param}")


def test_a_finished_log_tells_what_every_seat_saw_and_did(game: Noted) -> None:
    for seat in range(3):
        found = [(each.seen, each.action) for each in decisions(game.match.log, seat)]
        noted = game.of(seat)
        assert [each for each in noted if each in found] == found
        # Whoever waits while hands may come down, or is too late, leaves no trace in a log.
        missing = {type(action) for seen, action in noted if (seen, action) not in found}
        assert missing <= {Slap, Wait}


def test_what_came_later_is_told_as_the_seat_heard_it(game: Noted) -> None:
    for decision in decisions(game.match.log, 1):
        assert (*decision.seen.heard, *decision.later) == game.match.heard(1)


class Stern:
    """Blames a seat for everything, and most for what it did last."""

    def __init__(self, better: Action) -> None:
        self._better = better

    def verdict(self, decision: Decision) -> Verdict:
        return Verdict(self._better, decision.step, Line("review.none"))


@pytest.fixture(scope="module")
def classic() -> Noted:
    return Noted("kuhhandel/2", ("random", "random", "random"), "stern")


def test_the_dearest_decisions_come_first_and_no_more_than_three(classic: Noted) -> None:
    found = review(classic.match.log, 0, Stern(AuctionOff()))

    turns = [
        each.step
        for each in decisions(classic.match.log, 0)
        if any(option.admitted(AuctionOff()) is not None for option in each.seen.options)
    ]
    assert [each.step for each in found] == turns[:-4:-1]


def test_nobody_is_told_to_have_done_what_was_not_allowed(classic: Noted) -> None:
    assert not review(classic.match.log, 0, Stern(PlaceBid(10**6)))


def test_a_running_game_is_not_judged(classic: Noted) -> None:
    with pytest.raises(Refused, match="over"):
        review(classic.match.log[:-1], 0, Stern(AuctionOff()))
