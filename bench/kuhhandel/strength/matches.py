"""The matches of the page, each a function of its seed and size alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from kuhstall.arena.kuhhandel.simulator.comparing import play_on
from kuhstall.arena.kuhhandel.simulator.contest import Share, play, rotate, shares
from kuhstall.arena.kuhhandel.tuning import tune
from kuhstall.arena.tuning import Effort, Judge, Round, Tuned
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.champion import Searcher
from kuhstall.bots.kuhhandel.personality import NEWEST
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, StreamChance
from kuhstall.bots.kuhhandel.simulator.setting import in_turns
from kuhstall.engine.match import Match
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.events import (
    BiddingReopened,
    BidPlaced,
    LotRevealed,
    LotSold,
    LotTaken,
    OfferMade,
    TradeSettled,
)
from kuhstall.games.kuhhandel.money import BLUFF

OLD: Final = "farmer@1"
NEW: Final = NEWEST["farmer"]
CHAMPION: Final = "champion"
_STEP: Final = 10
_NEXT_TO_NOTHING: Final = 20
CHARACTERS: Final = ("farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty")


def edition(key: str) -> Edition:
    return in_turns(find(key))


def against_old(key: str, players: int, games: int) -> Share:
    """One new farmer against old ones."""
    line_up = [NEW, *[OLD] * (players - 1)]
    return shares(edition(key), line_up, games, f"strength/{key}/{players}")[0]


def old_against_new(key: str, games: int) -> Share:
    return shares(edition(key), [OLD, NEW, NEW, NEW], games, f"strength/{key}/back")[0]


def together(key: str, games: int) -> dict[str, Share]:
    """All characters at one table."""
    found = shares(edition(key), CHARACTERS, games, f"strength/{key}/characters")
    return dict(zip(CHARACTERS, found, strict=True))


def on_the_engine(key: str, numbers: range) -> dict[str, Any]:
    """Play some games of the match again on the engine: whether they are equal, and how fast."""
    line_ups = [rotate([NEW, OLD, OLD, OLD], game) for game in numbers]
    seeds = [f"strength/{key}/4/{game}" for game in numbers]
    return again(key, line_ups, seeds, play(edition(key), line_ups, seeds), NEW)


def again(
    key: str, line_ups: Sequence[Sequence[Any]], seeds: Sequence[str], rows: Any, of: str
) -> dict[str, Any]:
    """Play games of the simulator again on the engine, and tell how one of the bots did there."""
    equal, won = 0, 0.0
    micros: list[int] = []
    for row, names, seed in zip(rows, line_ups, seeds, strict=True):
        match, decisions = _played(edition(key), names, seed, micros, of)
        ended: Any = match.table.phase
        scores = tuple([score.total for score in ended.scores])
        told = tuple([int(row[at.SCORES + seat]) for seat in range(len(names))])
        equal += scores == told and decisions == int(row[at.MOVES])
        won += won_by(match, names.index(of))
    return {"games": len(seeds), "equal": equal, "won": won, "micros": sorted(micros)}


def looks(key: str, games: int) -> dict[str, Any]:
    """Let four new farmers play on the engine, and tell what a spectator would notice."""
    dearest: dict[str, int] = {}
    trades = accepted = empty = empty_won = 0
    for game in range(games):
        match, _ = _played(edition(key), [NEW] * 4, f"strength/{key}/looks/{game}", [])
        lot = ""
        for event in match.log:
            lot = getattr(event, "lot", lot)
            if isinstance(event, LotSold):
                dearest[lot] = max(dearest.get(lot, 0), event.price)
            if isinstance(event, TradeSettled):
                trades += 1
                accepted += event.accepted
                if event.offer is not None and sum(event.offer) == 0:
                    empty += 1
                    empty_won += event.winner == event.challenger
    told = {"trades": trades, "accepted": accepted, "empty": empty, "empty_won": empty_won}
    return told | {"games": games, "dearest": dearest}


def manners(key: str, games: int) -> dict[str, dict[str, float]]:
    """Let the characters play on the engine, and tell how each of them differs to the eye."""
    told = {name: Counter[str]() for name in CHARACTERS}
    for game in range(games):
        names = [str(name) for name in rotate(CHARACTERS, game)]
        match, _ = _played(edition(key), names, f"strength/{key}/manners/{game}", [])
        high = 0
        for event in match.log:
            if isinstance(event, LotRevealed | BiddingReopened):
                high = 0
            elif isinstance(event, BidPlaced):
                told[names[event.seat]].update(bids=1, jumps=event.amount - high - _STEP)
                high = event.amount
            elif isinstance(event, LotTaken):
                told[names[event.seat]].update(lots=1, paid=event.price)
            elif isinstance(event, OfferMade) and event.cards is not None:
                told[names[event.seat]].update(
                    offers=1, bluffs=BLUFF in event.cards, empty=sum(event.cards) == 0
                )
            elif isinstance(event, TradeSettled) and event.accepted and event.offer is not None:
                told[names[event.challenger]].update(came_off=sum(event.offer) <= _NEXT_TO_NOTHING)
    return {
        name: {
            "jump": round(seen["jumps"] / max(1, seen["bids"]), 1),
            "lots": round(seen["lots"] / games, 1),
            "paid": round(seen["paid"] / max(1, seen["lots"])),
            "offers": round(seen["offers"] / games, 1),
            "bluffs": round(seen["bluffs"] / max(1, seen["offers"]), 2),
            "empty": round(seen["empty"] / max(1, seen["offers"]), 2),
            "came_off": round(seen["came_off"] / games, 2),
        }
        for name, seen in told.items()
    }


def exploiter(population: int, rounds: int, games: int, keep: Callable[[Judge], Judge]) -> Tuned:
    """Look for whoever wins most against three new farmers, and against nobody else."""
    effort = Effort(
        seed=f"exploiter/{population}/{games}",
        population=population,
        rounds=rounds,
        games=games,
        final=4000,
        own=0,
    )
    return tune(find("kuhhandel/2"), [NEW] * 3, effort, _tell, keep)


def _tell(done: Round) -> None:
    print(done, flush=True)


def play_with(played: Edition, bots: Sequence[Bot], seed: str) -> Match:
    """Let these bots play a game on the engine."""
    match = Match(played, len(bots), StreamChance(seed, TABLE))
    while match.actors:
        seat = match.actors[0]
        play_on(match, seat, bots[seat].choose(match.seen(seat)))
    return match


def won_by(match: Match, seat: int) -> float:
    """Say what part of a game's win is a seat's."""
    ended: Any = match.table.phase
    return (seat in ended.winners) / len(ended.winners)


def _played(
    played: Edition, names: Sequence[str], seed: str, micros: list[int], timed: str = NEW
) -> tuple[Match, int]:
    match = Match(played, len(names), StreamChance(seed, TABLE))
    bots = [_made(name, played, seat, seed) for seat, name in enumerate(names)]
    decisions = 0
    while match.actors:
        seat = match.actors[0]
        seen = match.seen(seat)
        began = time.process_time_ns()
        action = bots[seat].choose(seen)
        if names[seat] == timed:
            micros.append((time.process_time_ns() - began) // 1000)
        play_on(match, seat, action)
        decisions += 1
    return match, decisions


def _made(name: str, played: Edition, seat: int, seed: str) -> Bot:
    chance = StreamChance(seed, seat)
    if name == CHAMPION:
        return Searcher(seat, chance)
    return registry.make(name, played.key, seat, chance)
