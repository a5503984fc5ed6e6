"""How a finished game ended for every seat, in the figures that people look back by."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry as bots
from kuhstall.engine.match import Match
from kuhstall.games.kuhhandel.events import Paid, TradeSettled
from kuhstall.games.kuhhandel.figures import NEXT_TO_NOTHING
from kuhstall.games.outcome import Outcome, outcomes
from kuhstall.games.registry import find


def test_a_place_is_behind_all_who_won_or_have_more() -> None:
    none: list[dict[str, int]] = [{}, {}, {}, {}]
    assert [one.place for one in outcomes([5, 9, 5, 1], [1], none)] == [2, 1, 2, 4]


def test_those_who_share_a_win_are_first_and_a_tie_break_counts() -> None:
    none: list[dict[str, int]] = [{}, {}, {}]
    assert [one.place for one in outcomes([7, 7, 7], [0, 2], none)] == [1, 3, 1]


def _played(edition: str, players: int, seed: str) -> tuple[Match, tuple[Outcome, ...]]:
    match = Match(find(edition), players, QuickChance(f"{seed} table"))
    seated = [
        bots.make("farmer", edition, seat, QuickChance(f"{seed} {seat}")) for seat in range(players)
    ]
    for _ in play_out(match, seated, QuickChance(f"{seed} driver")):
        pass
    return match, match.table.edition.game.outcome(match.log, match.table)


@pytest.mark.parametrize("edition", ["kuhhandel/2", "master"])
def test_what_a_game_of_cow_trades_is_counted_by(edition: str) -> None:
    match, found = _played(edition, 4, "figures")
    ended: Any = match.table.phase
    assert [one.points for one in found] == [score.total for score in ended.scores]
    assert [one.won for one in found] == [seat in ended.winners for seat in range(4)]
    for seat, one in enumerate(found):
        paid = [event for event in match.log if isinstance(event, Paid) and event.payer == seat]
        bluffs = [
            event
            for event in match.log
            if isinstance(event, TradeSettled)
            and event.challenger == seat
            and event.offer is not None
            and sum(event.offer) <= NEXT_TO_NOTHING
        ]
        assert one.figures == {
            "quartets": len(ended.scores[seat].quartets),
            "bluffs": len(bluffs),
            "bluffs_won": sum(event.winner == seat for event in bluffs),
            "spent": sum(sum(event.cards or ()) for event in paid),
        }
    assert sum(one.figures["spent"] for one in found) > 0


def test_what_a_landscape_is_counted_by() -> None:
    match, found = _played("kuhfstein", 3, "figures")
    ended: Any = match.table.phase
    for one, score in zip(found, ended.scores, strict=True):
        assert one.figures == {"tiles": score.tiles, "goal": score.goal_points}
