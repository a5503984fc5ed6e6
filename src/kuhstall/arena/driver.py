"""Decides the order in which bots act. At a real table the speed of people decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kuhstall.arena import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice
from kuhstall.engine.values import CLOCK, Action, Actor

_SPOKEN: Final = 2
"""One pass in this many is spoken; otherwise the seat stays silent for the round."""


def play_out(match: Match, bots: Sequence[Bot], chance: Chance) -> Iterator[Actor]:
    """Play a match to its end, and name the actor after each action.

    Mostly one seat has to act. Where bidding is open, the seats are asked in random order; a bid
    starts a new round, and after a round without one the clock or the auctioneer calls. A seat
    that does not bid either says so, or waits and is asked again after the call: both happen at
    real tables, and they lead through different rules.
    """
    while actors := match.actors:
        if match.table.phase.sealed:
            yield from _play_sealed_phase(match, bots)
        elif len(actors) == 1:
            match.play(actors[0], _chosen(match, bots, actors[0]))
            yield actors[0]
        else:
            yield from _round(match, bots, chance)


def _chosen(match: Match, bots: Sequence[Bot], actor: Actor) -> Action:
    return bots[actor].choose(match.seen(actor)) if actor >= 0 else _call(match, actor)


def _play_sealed_phase(match: Match, bots: Sequence[Bot]) -> Iterator[Actor]:
    """Let all seats answer; then act as the clock would."""
    moment = match.table.moment
    for seat in match.actors:
        if seat >= 0:
            match.play(seat, bots[seat].choose(match.seen(seat)))
            yield seat
    if match.table.moment == moment:
        match.close()
        yield CLOCK


def _call(match: Match, caller: Actor) -> Action:
    """Return the only action of a caller."""
    (option,) = match.options(caller)
    if not isinstance(option, Choice):
        raise TypeError(f"{option} is no call")
    return option.actions[0]


def _round(match: Match, bots: Sequence[Bot], chance: Chance) -> Iterator[Actor]:
    *bidders, caller = match.actors
    moment = match.table.moment
    silence = registry.find(match.table.edition.key).silence
    for seat in chance.shuffled("order", bidders):
        action = _chosen(match, bots, seat)
        if isinstance(action, silence):
            if chance.below("silence", _SPOKEN):
                continue
            match.play(seat, action)
            yield seat
            if match.table.moment != moment:
                return  # the last one passed: the gavel has fallen
        else:
            match.play(seat, action)
            yield seat
            return
    match.play(caller, _call(match, caller))
    yield caller
