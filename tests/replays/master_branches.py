"""The branches of RULINGS 3, each found in a log by its events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypeVar

from kuhstall.engine import Event, TableOpened
from kuhstall.games.kuhhandel.cards import RAT
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    Dealt,
    GameEnded,
    TradeBegan,
    TradeSettled,
    TurnBegan,
)
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    CountdownReopened,
    CountedDown,
    Divided,
    DivisionBegan,
    ExtraOffered,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatRevealed,
    RatSettled,
    RatTaken,
    SlapExposed,
    Slapped,
    SlapPlan,
    SlapsOpened,
    TurnEnded,
)

Log = Sequence[Event]
T = TypeVar("T", bound=Event)


def rule(log: Log, name: str) -> Any:
    """Return an option of the table; None where the edition has no such option."""
    opened = log[0]
    assert isinstance(opened, TableOpened)
    return opened.rules.get(name)


def every(log: Log, kind: type[T]) -> Iterator[T]:
    return (event for event in log if isinstance(event, kind))


def follows(log: Log, first: type[Event], second: type[Event]) -> bool:
    return any(isinstance(a, first) and isinstance(b, second) for a, b in pairwise(log))


def reopened(log: Log, overbid: str) -> Iterator[CountdownReopened]:
    return every(log, CountdownReopened) if rule(log, "overbid") == overbid else iter(())


def plans(event: Event) -> tuple[SlapPlan, ...]:
    return event.plans or () if isinstance(event, CountedDown) else ()


def plan_fired(log: Log) -> bool:
    """A slap that was announced in an earlier step."""
    return any(
        isinstance(now, Slapped) and SlapPlan(now.seat, now.count) in plans(before)
        for before, now in pairwise(log)
    )


def plan_changed(log: Log) -> bool:
    counts = [({p.seat: p.count for p in plans(a)}, {p.seat: p.count for p in plans(b)})
              for a, b in pairwise(log) if isinstance(b, CountedDown)]  # fmt: skip
    return any(old[seat] != new[seat] for old, new in counts for seat in old.keys() & new.keys())


def plan_taken_back(log: Log) -> bool:
    seats = [({p.seat for p in plans(a)}, {p.seat for p in plans(b)})
             for a, b in pairwise(log) if isinstance(b, CountedDown)]  # fmt: skip
    return any(old - new for old, new in seats)


def rivals(log: Log, slap_tie: str) -> bool:
    level = any(len(event.rivals or ()) > 1 for event in every(log, Slapped))
    return rule(log, "slap") == "lottery" and rule(log, "slap_tie") == slap_tie and level


def slapped_by(log: Log, mode: str, slap: str = "lottery") -> bool:
    played = rule(log, "pedigree_mode") == mode and rule(log, "slap") == slap
    return played and any(every(log, Slapped))


def rat_trades(log: Log) -> Iterator[TradeSettled]:
    return (event for event in every(log, TradeSettled) if event.animal == RAT)


def ended(log: Log) -> GameEnded:
    last = log[-1]
    assert isinstance(last, GameEnded)
    return last


def seats(log: Log) -> int:
    opened = log[0]
    assert isinstance(opened, TableOpened)
    return opened.seats


def dealt(log: Log) -> Dealt:
    return next(every(log, Dealt))


MASTER_BRANCHES: Final[dict[str, Callable[[Log], bool]]] = {
    # pedigrees
    "pedigree_slapped": lambda log: slapped_by(log, "realtime") and any(every(log, PedigreeSold)),
    "pedigree_bought_out": lambda log: any(every(log, PedigreeBoughtOut)),
    "pedigree_free": lambda log: follows(log, CountedDown, PedigreeTaken),
    "nobody_can_slap": lambda log: follows(log, PedigreeRevealed, PedigreeTaken),
    "slap_exposed": lambda log: any(event.limits for event in reopened(log, "restart_all")),
    "slapper_excluded": lambda log: any(
        event.barred and event.count == 10 for event in reopened(log, "restart_excluded")
    ),
    "countdown_continued": lambda log: any(
        event.count < 10 for event in reopened(log, "continue_excluded")
    ),
    "nobody_left_to_slap": lambda log: (
        follows(log, CountdownReopened, PedigreeTaken) or follows(log, SlapExposed, PedigreeTaken)
    ),
    "plan_fired": plan_fired,
    "plan_changed": plan_changed,
    "plan_taken_back": plan_taken_back,
    "rivals": lambda log: rivals(log, "random"),
    "rivals_in_seat_order": lambda log: rivals(log, "seat_order"),
    "stepwise": lambda log: slapped_by(log, "stepwise"),
    "sealed_numbers": lambda log: slapped_by(log, "sealed"),
    "reflex": lambda log: (
        slapped_by(log, "realtime", "reflex")
        and any(len(event.rivals or ()) > 1 for event in every(log, Slapped))
    ),
    "counts_in_envelopes": lambda log: (
        any(every(log, SlapsOpened)) and any(every(log, PedigreeSold))
    ),
    "pedigree_kept_by_envelope": lambda log: any(event.kept for event in every(log, SlapsOpened)),
    "counts_again": lambda log: follows(log, SlapsOpened, Slapped) and any(every(log, SlapExposed)),
    "next_count": lambda log: any(len(event.called) > 1 for event in every(log, SlapsOpened)),
    # rats
    "rat_by_envelopes": lambda log: any(any(event.passed) for event in every(log, RatSettled)),
    "rat_passed_on": lambda log: (
        any(event.count for event in every(log, RatTaken)) and any(every(log, CardLaid))
    ),
    "rat_chain": lambda log: follows(log, RatTaken, RatRevealed),
    "rat_last_card": lambda log: (
        rule(log, "after_rat") == "must_auction"
        and any(not event.again for event in every(log, RatTaken))
    ),
    "rat_ends_the_turn": lambda log: (
        rule(log, "after_rat") == "turn_ends" and follows(log, RatTaken, TurnBegan)
    ),
    "rat_trade": lambda log: any(not e.accepted and not e.tied for e in rat_trades(log)),
    "rat_trade_accepted": lambda log: any(event.accepted for event in rat_trades(log)),
    "rat_pairs": lambda log: any(e.animal == RAT and e.stake > 1 for e in every(log, TradeBegan)),
    "rat_second_tie": lambda log: any(e.tied and e.winner is not None for e in rat_trades(log)),
    # two players
    "division": lambda log: {event.kept for event in every(log, Divided)} == {True, False},
    "division_money": lambda log: any(event.money for event in every(log, CardTaken)),
    "division_donkey": lambda log: any(event.payout for event in every(log, CardTaken)),
    "division_donkey_off": lambda log: (
        rule(log, "division_donkey") == "off" and any(every(log, CardTaken))
    ),
    "no_bluff_cards": lambda log: 0 not in dealt(log).purse,
    "six_seats": lambda log: seats(log) == 6,
    # variants and the end
    "super": lambda log: follows(log, ExtraOffered, AuctionBegan),
    "super_declined": lambda log: follows(log, ExtraOffered, TurnEnded),
    "super_division": lambda log: follows(log, ExtraOffered, DivisionBegan),
    "kassensturz": lambda log: any(column.money for column in ended(log).scores),
    "covered": lambda log: (
        rule(log, "rat_cover") == "auto" and any(column.covered for column in ended(log).scores)
    ),
    "cover_by_player": lambda log: any(every(log, QuartetCovered)),
    "rats_with_nothing_to_cover": lambda log: (
        rule(log, "rat_cover") is not None
        and ended(log).reason == "complete"
        and not any(column.covered for column in ended(log).scores)
    ),
}
