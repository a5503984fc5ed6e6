"""The end of a game: why it ends, and who has won."""

from __future__ import annotations

from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import GameEnded, Reason
from kuhstall.games.kuhhandel.scoring import winners
from kuhstall.games.kuhhandel.world import World


def reason_to_end(table: KuhTable) -> Reason | None:
    """Say why the game is over; None while it goes on."""
    world = table.world
    if world.deck:
        return None
    if world.complete:
        return "complete"
    return "no_progress" if out_of_patience(table) else None


def out_of_patience(table: KuhTable) -> bool:
    """Whether too many trades in a row have changed nothing (C-21)."""
    limit = table.edition.rules.no_progress_limit
    return bool(limit) and table.world.idle >= limit


def end_game(edition: Edition, world: World, reason: Reason) -> GameEnded:
    scores = tuple([edition.score(edition, world, seat) for seat in range(world.seats)])
    money = [sum(purse) for purse in world.purses]
    return GameEnded(reason, scores, winners(scores, money, edition.rules.tie_break))
