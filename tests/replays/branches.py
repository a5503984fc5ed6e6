"""The branches of RULINGS 2.4, each found in a log by its events alone, and those of section 3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from kuhstall.engine import Event, TableOpened
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    BiddingReopened,
    BidPlaced,
    BoughtOut,
    CalledOut,
    Dealt,
    DoveTaken,
    EnvelopesOpened,
    Exposed,
    GameEnded,
    GavelFell,
    LotRevealed,
    LotSold,
    LotTaken,
    OfferMade,
    Paid,
    Passed,
    TradeBegan,
    TradeSettled,
    TurnBegan,
)
from tests.replays.kuhfstein_branches import KUHFSTEIN_BRANCHES
from tests.replays.master_branches import MASTER_BRANCHES

Log = Sequence[Event]


def rules_of(log: Log) -> dict[str, Any]:
    opened = log[0]
    assert isinstance(opened, TableOpened)
    return opened.rules


def settled(log: Log) -> Iterator[TradeSettled]:
    return (event for event in log if isinstance(event, TradeSettled))


def won(log: Log) -> Iterator[TradeSettled]:
    """Trades that were countered and in which one offer was higher."""
    return (event for event in settled(log) if not event.accepted and not event.tied)


def reopened(log: Log, overbid: str) -> Iterator[BiddingReopened]:
    if rules_of(log)["overbid"] == overbid:
        yield from (event for event in log if isinstance(event, BiddingReopened))


def follows(log: Log, first: type[Event], second: type[Event]) -> bool:
    return any(isinstance(a, first) and isinstance(b, second) for a, b in pairwise(log))


def once_the_deck_was_empty(log: Log) -> Log:
    revealed = 0
    dealt = next(event for event in log if isinstance(event, Dealt))
    for place, event in enumerate(log):
        revealed += isinstance(event, LotRevealed)
        if revealed == len(dealt.deck or ()):
            return log[place:]
    return ()


def overpaid(log: Log) -> bool:
    price = 0
    for event in log:
        if isinstance(event, LotSold | BoughtOut):
            price = event.price
        elif isinstance(event, Paid) and sum(event.cards or ()) > price:
            return True
    return False


def skipped(log: Log) -> bool:
    opened = log[0]
    assert isinstance(opened, TableOpened)
    turns = [event.seat for event in log if isinstance(event, TurnBegan)]
    return any((a + 1) % opened.seats != b for a, b in pairwise(turns))


def patience_was_lost(log: Log) -> bool:
    """No more trades for now: the next turn could only be an auction."""
    limit = rules_of(log)["no_progress_limit"]
    idle = 0
    for event in log:
        if isinstance(event, TradeSettled):
            idle = event.idle
        elif isinstance(event, AuctionBegan):
            if limit and idle >= limit:
                return True
            idle = 0
    return False


def called_by_the_auctioneer(log: Log) -> bool:
    return rules_of(log)["gavel"] == "auctioneer" and any(isinstance(e, CalledOut) for e in log)


def third_call(log: Log, falls: type[Event]) -> bool:
    return any(isinstance(a, CalledOut) and a.calls == 2 and isinstance(b, falls)
               for a, b in pairwise(log))  # fmt: skip


def money_by(log: Log, trade_money: str) -> bool:
    return rules_of(log)["trade_money"] == trade_money and any(won(log))


def bluff_cards_went_back(log: Log) -> bool:
    return rules_of(log)["return_zero_cards"] and any(
        0 in (event.offer or ()) and not event.tied for event in settled(log)
    )


def hid_the_number(log: Log) -> bool:
    chosen = {event.shown for event in log if isinstance(event, OfferMade)}
    return rules_of(log)["offer_count"] == "offerer_choice" and chosen == {True, False}


BRANCHES: Final[dict[str, Callable[[Log], bool]]] = {
    # the bidding
    "three_calls": lambda log: third_call(log, GavelFell),
    "gavel_of_the_auctioneer": called_by_the_auctioneer,
    "all_passed": lambda log: (
        rules_of(log)["auction_mode"] == "open" and follows(log, Passed, GavelFell)
    ),
    "turns": lambda log: (
        rules_of(log)["auction_mode"] == "turns" and follows(log, Passed, GavelFell)
    ),
    "no_bid": lambda log: third_call(log, LotTaken),
    "at_the_cap": lambda log: follows(log, BidPlaced, GavelFell),
    "envelopes": lambda log: follows(log, EnvelopesOpened, LotSold),
    "no_envelope": lambda log: follows(log, EnvelopesOpened, LotTaken),
    "envelope_of_the_auctioneer": lambda log: follows(log, EnvelopesOpened, BoughtOut),
    "envelopes_again": lambda log: follows(log, BiddingReopened, EnvelopesOpened),
    "auction_planned": lambda log: any(
        isinstance(event, EnvelopesOpened) and event.ahead for event in log
    ),
    "next_envelope": lambda log: any(
        isinstance(event, EnvelopesOpened) and len(event.called) > 1 for event in log
    ),
    "envelopes_with_limits": lambda log: (
        follows(log, BiddingReopened, EnvelopesOpened) and any(reopened(log, "restart_all"))
    ),
    # the hammer and the payment
    "buy_out": lambda log: any(isinstance(event, BoughtOut) for event in log),
    "overpaid": overpaid,
    "restart_excluded": lambda log: any(
        event.high is None and event.barred for event in reopened(log, "restart_excluded")
    ),
    "continue_excluded": lambda log: any(
        event.high is not None and event.barred for event in reopened(log, "continue_excluded")
    ),
    "restart_all": lambda log: any(event.limits for event in reopened(log, "restart_all")),
    "nobody_left": lambda log: follows(log, BiddingReopened, LotTaken),
    "two_bluffers": lambda log: any(
        isinstance(event, BiddingReopened) and len(event.barred) > 1 for event in log
    ),
    # the trade
    "accepted": lambda log: any(event.accepted for event in settled(log)),
    "won_by_the_challenger": lambda log: any(e.winner == e.challenger for e in won(log)),
    "won_by_the_challenged": lambda log: any(e.winner == e.challenged for e in won(log)),
    "tie": lambda log: any(event.winner is None for event in settled(log)),
    "second_tie": lambda log: any(e.tied and e.winner is not None for e in settled(log)),
    "pairs": lambda log: any(isinstance(e, TradeBegan) and e.stake == 2 for e in log),
    "exchange": lambda log: money_by(log, "exchange"),
    "winner_pays": lambda log: money_by(log, "winner_pays"),
    "all_returned": lambda log: money_by(log, "all_returned"),
    "zero_return": bluff_cards_went_back,
    "hidden_count": hid_the_number,
    # between the turns
    "dove": lambda log: any(isinstance(event, DoveTaken) for event in log),
    "forced_trades": lambda log: any(
        isinstance(event, TradeBegan) for event in once_the_deck_was_empty(log)
    ),
    "skipped": skipped,
    "forced_auction": patience_was_lost,
    "no_progress": lambda log: any(
        isinstance(event, GameEnded) and event.reason == "no_progress" for event in log
    ),
    "complete": lambda log: any(
        isinstance(event, GameEnded) and event.reason == "complete" for event in log
    ),
    "exposed_in_turns": lambda log: (
        rules_of(log)["auction_mode"] == "turns" and any(isinstance(e, Exposed) for e in log)
    ),
    **MASTER_BRANCHES,
}


def branches(log: Log) -> set[str]:
    """Name the branches that a log goes through."""
    opened = log[0]
    assert isinstance(opened, TableOpened)
    known = KUHFSTEIN_BRANCHES if opened.edition == "kuhfstein" else BRANCHES
    return {name for name, found in known.items() if found(log)}
