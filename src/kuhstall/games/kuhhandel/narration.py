"""The log for people: a redacted event becomes a catalogue key with arguments.

Keys stand in the message catalogues under `log.`. Seats are arguments of their own, because
only whoever shows the line knows their names.
"""

from __future__ import annotations

from typing import Any, assert_never

from kuhstall.engine.values import Line, TableOpened
from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, RAT, Card
from kuhstall.games.kuhhandel.events import (
    AnyEvent,
    AuctionBegan,
    BiddingReopened,
    BidPlaced,
    BoughtOut,
    CalledOut,
    CardLaid,
    CardTaken,
    CountdownReopened,
    CountedDown,
    CounterMade,
    CoverAsked,
    Dealt,
    Divided,
    DivisionBegan,
    DoveTaken,
    Exposed,
    ExtraOffered,
    GameEnded,
    GavelFell,
    LotRevealed,
    LotSold,
    LotTaken,
    MasterEvent,
    OfferMade,
    Paid,
    Passed,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatRevealed,
    RatTaken,
    SlapExposed,
    Slapped,
    TradeBegan,
    TradeSettled,
    TurnBegan,
    TurnEnded,
)
from kuhstall.games.kuhhandel.money import Cards


def narrate(event: AnyEvent) -> Line | None:  # noqa: C901 -- one case an event
    """Tell a redacted event. None where nothing is worth a line of its own."""
    match event:
        case TableOpened(edition, _, seats):
            return Line("log.table_opened", {}, {"edition": edition, "count": seats})
        case Dealt(_, purse):
            return Line("log.dealt", {}, {"cards": purse, "count": len(purse)})
        case TurnBegan(seat):
            return Line("log.turn_began", {"seat": seat})
        case AuctionBegan():
            return None
        case LotRevealed(auctioneer, lot, payout):
            key = "log.donkey_revealed" if payout else "log.lot_revealed"
            args: dict[str, Any] = {"animal": lot} | ({"payout": payout} if payout else {})
            return Line(key, {"seat": auctioneer}, args)
        case BidPlaced(seat, amount):
            return Line("log.bid_placed", {"seat": seat}, {"amount": amount})
        case Passed(seat):
            return Line("log.passed", {"seat": seat})
        case CalledOut(calls, seat, amount):
            if seat is None:
                return Line(f"log.called_{calls}_no_bid")
            return Line(f"log.called_{calls}", {"seat": seat}, {"amount": amount})
        case GavelFell(_, seat, amount):
            return Line("log.gavel_fell", {"seat": seat}, {"amount": amount})
        case LotSold(auctioneer, seat, price):
            return Line("log.lot_sold", {"auctioneer": auctioneer, "seat": seat}, {"price": price})
        case BoughtOut(auctioneer, seat, price):
            return Line(
                "log.bought_out", {"auctioneer": auctioneer, "seat": seat}, {"price": price}
            )
        case Exposed(seat, amount, cards):
            shown = {"amount": amount, "cards": cards, "cash": sum(cards)}
            return Line("log.exposed", {"seat": seat}, shown)
        case BiddingReopened(_, _, _, high):
            if high is None:
                return Line("log.bidding_restarted")
            return Line("log.bidding_continued", {"seat": high.seat}, {"amount": high.amount})
        case Paid(payer, payee, cards, count):
            return _money("log.paid", {"payer": payer, "payee": payee}, cards, count)
        case LotTaken(seat, lot, price):
            key = "log.lot_taken" if price else "log.lot_free"
            return Line(key, {"seat": seat}, {"animal": lot})
        case TradeBegan(challenger, challenged, animal, stake):
            return Line(
                "log.trade_began",
                {"challenger": challenger, "challenged": challenged},
                {"animal": animal, "count": stake},
            )
        case OfferMade(seat, cards, count):
            return _money("log.offer_made", {"seat": seat}, cards, count)
        case CounterMade(seat, cards, count):
            return _money("log.counter_made", {"seat": seat}, cards, count)
        case TradeSettled():
            return _settled(event)
        case DoveTaken(seat):
            return Line("log.dove_taken", {"seat": seat})
        case GameEnded(reason, scores, winners):
            return Line(
                f"log.game_ended_{reason}",
                {f"winner{place}": seat for place, seat in enumerate(winners)},
                {"points": scores[winners[0]].total, "count": len(winners)},
            )
        case _:
            return _narrate_master(event)


def _narrate_master(event: MasterEvent) -> Line | None:  # noqa: C901 -- same
    """Tell what only Kuhhandel Master has."""
    match event:
        case PedigreeRevealed(auctioneer, animal, count):
            args: dict[str, Any] = {"animal": animal, "count": count}
            return Line("log.pedigree_revealed", {"seat": auctioneer}, args)
        case CountedDown(count):
            return Line("log.counted_down", {}, {"count": count})
        case Slapped(seat, count, rivals):
            if rivals is not None and len(rivals) > 1:
                args = {"count": count, "rivals": len(rivals)}
                return Line("log.slapped_first", {"seat": seat}, args)
            return Line("log.slapped", {"seat": seat}, {"count": count})
        case PedigreeSold(auctioneer, seat, price):
            return Line(
                "log.pedigree_sold", {"auctioneer": auctioneer, "seat": seat}, {"count": price}
            )
        case PedigreeBoughtOut(auctioneer, seat, price):
            return Line(
                "log.pedigree_bought_out",
                {"auctioneer": auctioneer, "seat": seat},
                {"count": price},
            )
        case SlapExposed(seat, count, cards):
            shown = {"count": count, "cards": cards, "held": len(cards), "cash": sum(cards)}
            return Line("log.slap_exposed", {"seat": seat}, shown)
        case CountdownReopened(_, _, count):
            return Line("log.countdown_reopened", {}, {"count": count})
        case PedigreeTaken(seat, animal, price):
            key = "log.pedigree_taken" if price else "log.pedigree_free"
            return Line(key, {"seat": seat}, {"animal": animal})
        case RatRevealed(auctioneer):
            return Line("log.rat_revealed", {"seat": auctioneer})
        case CardLaid(seat, card, pot):
            if card is None:
                return Line("log.card_laid", {"seat": seat}, {"pot": pot})
            return Line("log.card_laid_open", {"seat": seat}, {"pot": pot, "card": card})
        case RatTaken(seat, cards, count):
            return _money("log.rat_taken", {"seat": seat}, cards, count)
        case DivisionBegan(seat, card):
            return _card("log.division_began", seat, card)
        case Divided(seat, kept):
            return Line("log.division_kept" if kept else "log.division_given", {"seat": seat})
        case CardTaken(seat, _, card, money, payout):
            if payout:
                return Line("log.card_taken_donkey", {"seat": seat}, {"payout": payout})
            if card is None and money:
                return Line("log.card_taken_money", {"seat": seat})
            return _card("log.card_taken", seat, card)
        case ExtraOffered() | CoverAsked():
            return None
        case TurnEnded(seat):
            return Line("log.turn_ended", {"seat": seat})
        case QuartetCovered(seat, animal):
            return Line("log.quartet_covered", {"seat": seat}, {"animal": animal})
        case _:  # a new event must be told or kept still above
            assert_never(event)


def _card(key: str, seat: int, card: Card | None) -> Line:
    """Tell of a card of the deck: of what kind it is, to those who have seen it."""
    if card is None:
        return Line(key, {"seat": seat})
    if isinstance(card, int):
        return Line(f"{key}_value", {"seat": seat}, {"card": card})
    if card in PEDIGREE_OF:
        return Line(f"{key}_pedigree", {"seat": seat}, {"animal": PEDIGREE_OF[card]})
    return Line(f"{key}_animal", {"seat": seat}, {"animal": card})


def _money(key: str, seats: dict[str, int], cards: Cards | None, count: int | None) -> Line:
    """Tell of money laid or paid: the cards to those who see them, else at most their number."""
    if cards is not None:
        return Line(f"{key}_open", seats, {"cards": cards, "sum": sum(cards), "count": len(cards)})
    if count is not None:
        return Line(f"{key}_count", seats, {"count": count})
    return Line(f"{key}_hidden", seats)


def _settled(event: TradeSettled) -> Line:
    seats = {"challenger": event.challenger, "challenged": event.challenged}
    args: dict[str, Any] = {"animal": event.animal, "count": event.stake}
    trade = "rat_trade" if event.animal == RAT else "trade"
    how = "accepted" if event.accepted else "tied" if event.tied else "won"
    if event.winner is None:
        how = "tied_first"
    else:
        loser = event.challenged if event.winner == event.challenger else event.challenger
        seats |= {"winner": event.winner, "loser": loser}
    if event.offer is None:
        return Line(f"log.{trade}_{how}", seats, args)
    args |= {"offer": event.offer, "offer_sum": sum(event.offer)}
    if event.counter is not None:
        args |= {"counter": event.counter, "counter_sum": sum(event.counter)}
    return Line(f"log.{trade}_{how}_open", seats, args)
