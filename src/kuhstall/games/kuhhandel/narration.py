"""The log for people: a redacted event becomes a catalogue key with arguments.

Keys stand in the message catalogues under `log.`. Seats are arguments of their own, because
only the caller that shows the line knows their names.
"""

from __future__ import annotations

from typing import Any, Final, assert_never, cast, get_args

from kuhstall.engine.values import Line, TableOpened
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    Bid,
    BiddingEvent,
    BiddingReopened,
    BidPlaced,
    BoughtOut,
    CalledOut,
    ClassicEvent,
    CounterMade,
    Dealt,
    DoveTaken,
    EnvelopesAsked,
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
    SaleEvent,
    TradeBegan,
    TradeEvent,
    TradeSettled,
    TurnBegan,
)
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.bidding import STEP

_BIDDING: Final = frozenset(get_args(BiddingEvent))
_SALE: Final = frozenset(get_args(SaleEvent))
_TRADE: Final = frozenset(get_args(TradeEvent))
"""By type, for a quick look: to ask a struct which of many classes it is not is slow."""


def narrate(event: ClassicEvent) -> Line | None:
    """Tell a redacted event, or return None if it is not worth a line of its own."""
    if type(event) in _BIDDING:
        return _narrate_bidding(cast("BiddingEvent", event))
    if type(event) in _SALE:
        return _narrate_sale(cast("SaleEvent", event))
    if type(event) in _TRADE:
        return _narrate_trade(cast("TradeEvent", event))
    match event:
        case TableOpened(edition, _, seats):
            return Line("log.table_opened", {}, {"edition": edition, "count": seats})
        case Dealt(_, purse):
            return Line("log.dealt", {}, {"cards": purse, "count": len(purse)})
        case TurnBegan(seat):
            return Line("log.turn_began", {"seat": seat})
        case DoveTaken(seat):
            return Line("log.dove_taken", {"seat": seat})
        case GameEnded(reason, scores, winners):
            return Line(
                f"log.game_ended_{reason}",
                {f"winner{place}": seat for place, seat in enumerate(winners)},
                {"points": scores[winners[0]].total, "count": len(winners)},
            )
        case _ if isinstance(event, BiddingEvent):
            return _narrate_bidding(event)
        case _ if isinstance(event, SaleEvent):
            return _narrate_sale(event)
        case _ if isinstance(event, TradeEvent):
            return _narrate_trade(event)
        case _:  # a new event must be told or kept still above
            assert_never(event)


def _narrate_bidding(event: BiddingEvent) -> Line | None:
    match event:
        case BidPlaced(seat, amount):
            return Line("log.bid_placed", {"seat": seat}, {"amount": amount})
        case Passed(seat):
            return Line("log.passed", {"seat": seat})
        case AuctionBegan() | EnvelopesAsked():
            return None
        case EnvelopesOpened(_, called):  # if all give nothing, it is free: see below
            return _narrate_call(called[0]) if called else None
        case LotRevealed():
            return _narrate_reveal(event)
        case CalledOut(calls, seat, amount):
            if seat is None:
                return Line(f"log.called_{calls}_no_bid")
            return Line(f"log.called_{calls}", {"seat": seat}, {"amount": amount})
        case GavelFell(_, seat, amount):
            return Line("log.gavel_fell", {"seat": seat}, {"amount": amount})
        case _:
            assert_never(event)


def _narrate_call(first: Bid) -> Line:
    return Line("log.envelopes_opened", {"seat": first.seat}, {"price": first.amount})


def _narrate_reveal(event: LotRevealed) -> Line:
    args: dict[str, Any] = {"animal": event.lot}
    if not event.payout:
        return Line("log.lot_revealed", {"seat": event.auctioneer}, args)
    args["payout"] = event.payout
    return Line("log.donkey_revealed", {"seat": event.auctioneer}, args)


def _narrate_sale(event: SaleEvent) -> Line:
    match event:
        case LotSold(auctioneer, seat, price):
            return Line("log.lot_sold", {"auctioneer": auctioneer, "seat": seat}, {"price": price})
        case BoughtOut(auctioneer, seat, price):
            parties = {"auctioneer": auctioneer, "seat": seat}
            return Line("log.bought_out", parties, {"price": price})
        case Exposed(seat, amount, cards):
            shown = {"amount": amount, "cards": cards, "cash": sum(cards)}
            return Line("log.exposed", {"seat": seat}, shown)
        case BiddingReopened():
            return _narrate_again(event)
        case Paid(payer, payee, cards, count):
            return money_line("log.paid", {"payer": payer, "payee": payee}, cards, count)
        case LotTaken(seat, lot, price):
            key = "log.lot_taken" if price else "log.lot_free"
            return Line(key, {"seat": seat}, {"animal": lot})
        case _:
            assert_never(event)


def _narrate_again(event: BiddingReopened) -> Line:
    """Tell who is out, and which bid stands, if any. Who was barred last could not pay."""
    if event.high is not None and not event.bids[event.high.seat]:  # no bid was called out
        called = {"seat": event.high.seat}
        return Line("log.next_envelope", called, {"price": event.high.amount})
    out = {"barred": event.barred[-1]} if event.barred else {}
    if event.high is not None:
        args = {"amount": event.high.amount}
        return Line("log.bidding_continued", {"seat": event.high.seat, **out}, args)
    broke = [limit.seat for limit in event.limits if limit.amount < STEP]
    bidders = len(event.bids) - 1  # the auctioneer does not bid
    key = "no_bidders_left" if len({*event.barred, *broke}) == bidders else "bidding_restarted"
    return Line(f"log.{key}", out, {"count": len(event.barred)})


def _narrate_trade(event: TradeEvent) -> Line:
    match event:
        case TradeBegan(challenger, challenged, animal, stake):
            return Line(
                "log.trade_began",
                {"challenger": challenger, "challenged": challenged},
                {"animal": animal, "count": stake},
            )
        case OfferMade(seat, cards, count):
            return money_line("log.offer_made", {"seat": seat}, cards, count)
        case CounterMade(seat, cards, count):
            return money_line("log.counter_made", {"seat": seat}, cards, count)
        case TradeSettled():
            return settlement_line("log.trade", event)
        case _:
            assert_never(event)


def money_line(key: str, seats: dict[str, int], cards: Cards | None, count: int | None) -> Line:
    """Tell of money laid or paid: the cards to those who may see them, else at most how many."""
    if cards is not None:
        return Line(f"{key}_open", seats, {"cards": cards, "sum": sum(cards), "count": len(cards)})
    if count is not None:
        return Line(f"{key}_count", seats, {"count": count})
    return Line(f"{key}_hidden", seats)


def settlement_line(key: str, event: TradeSettled) -> Line:
    """Tell how a round of a trade ended, under one of the keys that begin with `key`."""
    seats = {"challenger": event.challenger, "challenged": event.challenged}
    args: dict[str, Any] = {"animal": event.animal, "count": event.stake}
    how = "accepted" if event.accepted else "tied" if event.tied else "won"
    if event.winner is None:
        how = "tied_first"
    else:
        loser = event.challenged if event.winner == event.challenger else event.challenger
        seats |= {"winner": event.winner, "loser": loser}
    if event.offer is None:
        return Line(f"{key}_{how}", seats, args)
    args |= {"offer": event.offer, "offer_sum": sum(event.offer)}
    if event.counter is not None:
        args |= {"counter": event.counter, "counter_sum": sum(event.counter)}
    return Line(f"{key}_{how}_open", seats, args)
