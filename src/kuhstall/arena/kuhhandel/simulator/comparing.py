"""Plays a log in the simulator and the engine, and compares both after every decision.

The engine is right. A difference is reported with the number of decisions so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.acting import act
from kuhstall.bots.kuhhandel.simulator.compiling import Row, rows
from kuhstall.bots.kuhhandel.simulator.decisions import (
    KIND_NAMES,
    read_cards,
    write_decision,
)
from kuhstall.bots.kuhhandel.simulator.options import admits, offer_options
from kuhstall.bots.kuhhandel.simulator.setting import begin, write_deck, write_rules
from kuhstall.engine.kernel import options
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, Pick, Range
from kuhstall.engine.values import CLOCK, Action, Event, Seat
from kuhstall.games.kuhhandel import actions as asked
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import Dealt, TurnBegan
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, TakeRat, Wait
from kuhstall.games.kuhhandel.master.events import Slapped
from kuhstall.games.kuhhandel.money import Cards

Facts: TypeAlias = dict[str, Any]
"""The compared facts, by name."""

_PHASES: Final = (
    "Turn",
    "Bidding",
    "Preemption",
    "Payment",
    "Offering",
    "Responding",
    "Ended",
    "Countdown",
    "PedigreeHammer",
    "PedigreePayment",
    "RatRound",
)


class Difference(Exception):
    """The simulator is wrong: the number of decisions, the fact, and both values."""

    def __init__(self, decisions: int, fact: str, engine: object, simulated: object) -> None:
        super().__init__(
            f"after {decisions} decisions, {fact}: the engine has {engine},"
            f" the simulator {simulated}"
        )
        self.fact = fact


class SimulatedGame(Struct):
    """One game in the simulator, next to a table of the engine."""

    row: Row
    reals: list[float]
    decisions: int = 0


def open_beside(edition: Edition, seats: int, log: Sequence[Event]) -> SimulatedGame:
    """Open the simulator of a table, by the engine's deal."""
    (row,), (reals,) = rows(1, at.WHOLE, at.REALS)
    write_rules(row, edition, seats)
    for event in log:
        if isinstance(event, Dealt) and event.deck is not None:
            write_deck(row, event.deck)
        if isinstance(event, TurnBegan):
            begin(row, event.seat)
            break
    return SimulatedGame(row, reals)


def follow(simulated: SimulatedGame, match: Match, action: Action) -> None:
    """Compare, then let both decide the same; a lot falls as it fell on the engine."""
    g, seat = simulated.row, match.actors[0]
    compare(simulated, match)
    write_decision(g, action)
    if not admits(g):
        raise Difference(simulated.decisions, "admitted", action, None)
    for event in play_on(match, seat, action):
        if isinstance(event, Slapped):
            g[at.LUCKY] = event.seat
    act(g)
    simulated.decisions += 1


def play_on(match: Match, seat: Seat, action: Action) -> Sequence[Event]:
    """Act; once all seats have answered, act as the clock would."""
    before = len(match.log)
    match.play(seat, action)
    if match.actors == (CLOCK,):
        match.close()
    return match.log[before:]


def compare(simulated: SimulatedGame, match: Match) -> None:
    """Raise a difference if there is one."""
    g = simulated.row
    told, shown = engine_facts(match.table), simulator_facts(g)
    told["actor"] = match.actors[0] if match.actors else at.NOBODY
    for name, fact in told.items():
        if shown[name] != fact:
            raise Difference(simulated.decisions, name, fact, shown[name])
    if match.actors:
        offered = tuple(engine_options(match.table, match.actors[0]))
        offer_options(g)
        found = tuple(simulator_options(g))
        if offered != found:
            raise Difference(simulated.decisions, "options", offered, found)


def engine_facts(table: KuhTable) -> Facts:
    """Say everything about a table that the simulator must know, too."""
    world, phase = table.world, table.phase
    facts: Facts = {
        "phase": type(phase).__name__,
        "purses": world.purses,
        "herds": world.herds,
        "deck": len(world.deck),
        "donkeys": world.donkeys,
        "idle": world.idle,
        "dove": world.dove,
        "pedigrees": world.pedigrees,
    }
    if facts["phase"] == "Ended":
        ended: Any = phase
        facts["scores"] = tuple([score.total for score in ended.scores])
        facts["winners"] = ended.winners
        facts["reason"] = ended.reason
    return facts


def simulator_facts(g: Row) -> Facts:
    """Say the same of a row."""
    seats = range(g[at.SEATS])
    facts: Facts = {
        "phase": _PHASES[g[at.PHASE]],
        "actor": g[at.ACTOR],
        "purses": tuple([read_cards(g, at.PURSES + at.CARDS * seat) for seat in seats]),
        "herds": tuple(
            [
                tuple([int(g[at.HERDS + at.KINDS * seat + kind]) for kind in range(at.KINDS)])
                for seat in seats
            ]
        ),
        "deck": g[at.DECK_SIZE] - g[at.TOP],
        "donkeys": g[at.DONKEYS],
        "idle": g[at.IDLE],
        "dove": None if g[at.DOVE] == at.NOBODY else g[at.DOVE],
        "pedigrees": tuple([_titles(g, seat) for seat in seats]),
        "scores": tuple([int(g[at.SCORES + seat]) for seat in seats]),
        "winners": tuple([seat for seat in seats if g[at.WINS + seat]]),
        "reason": "complete" if g[at.COMPLETE] else "no_progress",
    }
    return facts


def _titles(g: Row, seat: Seat) -> tuple[str, ...]:
    taken = [int(g[at.TITLES + 1 + place]) for place in range(g[at.TITLES])]
    return tuple([KIND_NAMES[kind] for kind in taken if g[at.PEDIGREES + kind] == seat])


def engine_options(table: KuhTable, seat: Seat) -> Iterator[object]:
    """Lay out the engine's options flat."""
    for option in options(table, seat):
        if isinstance(option, Choice):
            yield from option.actions
        elif isinstance(option, Range):
            yield type(option.action), option.low, option.high, option.step
        elif isinstance(option, Pick):
            shown = getattr(option.action, "show_count", True)
            yield type(option.action), shown, option.pool, option.fewest, option.most
            yield option.least, option.exact, option.lean


def simulator_options(g: Row) -> Iterator[object]:
    """Lay out the simulator's options in the same words."""
    phase, first, second = g[at.PHASE], g[at.OPTIONS], g[at.OPTIONS + 1]
    pool = read_cards(g, at.PURSES + at.CARDS * g[at.ACTOR])
    if phase == at.TURN:
        yield from _turn(g, first, second)
    elif phase == at.BIDDING:
        yield asked.Pass()
        if first:
            yield asked.PlaceBid, first, second, at.STEP
    elif phase == at.PREEMPTION:
        yield asked.Sell()
        if first:
            yield asked.BuyOut()
    elif phase == at.PAYMENT:
        yield asked.Pay, True, pool, 0, None
        yield first, bool(second), bool(g[at.OPTIONS + 2])
    elif phase == at.OFFERING:
        yield from _laying(g, asked.Offer, pool, first)
    elif phase == at.RESPONDING:
        yield asked.Accept()
        if first:
            yield from _laying(g, asked.Counter, pool, second)
    else:
        yield from _pedigree_or_rat(g, pool)


def _turn(g: Row, first: int, trades: int) -> Iterator[object]:
    if first:
        yield asked.AuctionOff()
    for place in range(trades):
        kind, seat = divmod(int(g[at.OPTIONS + 2 + place]), 8)
        yield asked.ChallengeTrade(KIND_NAMES[kind], seat)


def _pedigree_or_rat(g: Row, pool: Cards) -> Iterator[object]:
    phase, first = g[at.PHASE], g[at.OPTIONS]
    if phase == at.COUNTDOWN:
        if not first or not g[at.SEALED_SLAPS]:
            yield Wait()
        if first:
            yield Slap, 0, first, 1
    elif phase == at.HAMMER:
        yield asked.Sell()
        if first:
            yield asked.BuyOut()
    elif phase == at.PEDIGREE_PAYMENT:
        yield asked.Pay, True, pool, first, first
        yield 0, False, False
    elif phase == at.RAT_ROUND:
        yield TakeRat()
        for card in sorted(set(pool)):
            yield LayCard(card)


def _laying(g: Row, action: type[Action], pool: Cards, fewest: int) -> Iterator[object]:
    for shown in ((True,), (False,), (True, False))[g[at.OFFER_COUNT]]:
        yield action, shown, pool, fewest, None
        yield 0, False, False
