"""The same ideas on the engine, for bots that are not in the simulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from bench.kuhhandel.strength.matches import play_with, won_by
from kuhstall.arena.kuhhandel.simulator.contest import Share, share_of
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.simulator.chance import StreamChance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Range
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import Accept, AuctionOff, Pass
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.view import BiddingView

Idea: TypeAlias = Callable[[Seen], Action | None]
"""What to do instead; None where the idea has nothing to say."""

_SEATS: Final = 4
_LAST_PAYOUT: Final = 4
_NOW_AND_THEN: Final = 3


class Overruled:
    """Does what an idea says, and otherwise what the bot would do."""

    def __init__(self, bot: Bot, idea: Idea) -> None:
        self._bot = bot
        self._idea = idea

    def choose(self, seen: Seen) -> Action:
        own = self._bot.choose(seen)
        other = self._idea(seen)
        admitted = other is not None and any(one.admitted(other) for one in seen.options)
        return other if other is not None and admitted else own


def _never_trades(_seen: Seen) -> Action | None:
    return AuctionOff()


def _snipes(seen: Seen) -> Action | None:
    phase = seen.view.phase
    if not isinstance(phase, BiddingView):
        return None
    high = None if phase.high is None else phase.high.seat
    out = {seen.seat, phase.auctioneer, high, *phase.passed, *phase.barred}
    return None if out >= set(range(len(seen.view.seats))) else Pass()


def _bids_without_money(seen: Seen) -> Action | None:
    raises = next((one for one in seen.options if isinstance(one, Range)), None)
    if raises is None or not isinstance(seen.view.phase, BiddingView):
        return None
    cash = sum(seen.view.seats[seen.seat].purse or ())
    beyond = cash < raises.low and len(seen.heard) % _NOW_AND_THEN == 0
    return raises.fill(raises.low) if beyond else None


def _hoards(seen: Seen) -> Action | None:
    early = isinstance(seen.view.phase, BiddingView) and seen.view.donkeys < _LAST_PAYOUT
    return Pass() if early else None


def _always_accepts(_seen: Seen) -> Action | None:
    return Accept()


IDEAS: Final[dict[str, Idea]] = {
    "never trades while it can auction": _never_trades,
    "bids only when all others have passed": _snipes,
    "bids money that it does not have": _bids_without_money,
    "buys nothing before the last payout": _hoards,
    "accepts every offer": _always_accepts,
}


def overruled(edition: Edition, field: str, idea: str, games: int, seed: str) -> Share:
    """Let one bot with an idea play against three of its name without it."""
    wins = 0.0
    for game in range(games):
        bots: list[Bot] = []
        for seat in range(_SEATS):
            bot = registry.make(field, edition.key, seat, StreamChance(f"{seed}/{game}", seat))
            bots.append(Overruled(bot, IDEAS[idea]) if seat == game % _SEATS else bot)
        wins += won_by(play_with(edition, bots, f"{seed}/{game}"), game % _SEATS)
    return share_of(wins, games)
