"""The log of Kuhhandel Master for people: what `kuhhandel.narration` cannot tell."""

from __future__ import annotations

from typing import Final, assert_never, cast, get_args

from kuhstall.engine.values import Line
from kuhstall.games.kuhhandel import narration
from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, RAT, Card
from kuhstall.games.kuhhandel.events import ClassicEvent, TradeSettled
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    CountdownReopened,
    CountedDown,
    CoverAsked,
    Divided,
    DivisionBegan,
    DivisionEvent,
    ExtraOffered,
    MasterEvent,
    PedigreeBoughtOut,
    PedigreeEvent,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatEvent,
    RatRevealed,
    RatSettled,
    RatTaken,
    SlapExposed,
    Slapped,
    SlapsOpened,
    TurnEnded,
)
from kuhstall.games.kuhhandel.narration import money_line, settlement_line

_OWN: Final = frozenset({*get_args(MasterEvent), TradeSettled})


def narrate(event: ClassicEvent | MasterEvent) -> Line | None:
    """Tell a redacted event, or return None if it is not worth a line of its own."""
    if type(event) not in _OWN:
        return narration.narrate(cast("ClassicEvent", event))
    if isinstance(event, PedigreeEvent):
        return _narrate_pedigree(event)
    if isinstance(event, RatEvent):
        return _narrate_rat(event)
    if isinstance(event, DivisionEvent):
        return _narrate_division(event)
    match event:
        case ExtraOffered() | CoverAsked():
            return None
        case TurnEnded(seat):
            return Line("log.turn_ended", {"seat": seat})
        case QuartetCovered(seat, animal):
            return Line("log.quartet_covered", {"seat": seat}, {"animal": animal})
        case TradeSettled() if event.animal == RAT:  # its winner is rid of it
            return settlement_line("log.rat_trade", event)
        case _:
            return narration.narrate(event)


def narrate_race(event: ClassicEvent | MasterEvent) -> Line | None:
    """Tell an event where the quickest hand wins, or the nearest seat: there is no lot."""
    match event:
        case Slapped(seat, count, rivals) if rivals is not None and len(rivals) > 1:
            args = {"count": count, "rivals": len(rivals)}
            return Line("log.slapped_quickest", {"seat": seat}, args)
        case _:
            return narrate(event)


def _narrate_pedigree(event: PedigreeEvent) -> Line | None:
    match event:
        case SlapsOpened():  # what comes of it follows
            return None
        case PedigreeRevealed(auctioneer, animal, count):
            args = {"animal": animal, "count": count}
            return Line("log.pedigree_revealed", {"seat": auctioneer}, args)
        case CountedDown(count):
            return Line("log.counted_down", {}, {"count": count})
        case Slapped(seat, count, rivals) if rivals is not None and len(rivals) > 1:
            args = {"count": count, "rivals": len(rivals)}
            return Line("log.slapped_first", {"seat": seat}, args)
        case Slapped(seat, count):
            return Line("log.slapped", {"seat": seat}, {"count": count})
        case PedigreeSold(auctioneer, seat, price):
            parties = {"auctioneer": auctioneer, "seat": seat}
            return Line("log.pedigree_sold", parties, {"count": price})
        case PedigreeBoughtOut(auctioneer, seat, price):
            parties = {"auctioneer": auctioneer, "seat": seat}
            return Line("log.pedigree_bought_out", parties, {"count": price})
        case SlapExposed(seat, count, cards):
            shown = {"count": count, "cards": cards, "held": len(cards), "cash": sum(cards)}
            return Line("log.slap_exposed", {"seat": seat}, shown)
        case CountdownReopened(_, _, count):
            return Line("log.countdown_reopened", {}, {"count": count})
        case PedigreeTaken(seat, animal, price):
            key = "log.pedigree_taken" if price else "log.pedigree_free"
            return Line(key, {"seat": seat}, {"animal": animal})
        case _:
            assert_never(event)


def _narrate_rat(event: RatEvent) -> Line | None:
    match event:
        case RatSettled():  # how it goes round follows
            return None
        case RatRevealed(auctioneer):
            return Line("log.rat_revealed", {"seat": auctioneer})
        case CardLaid(seat, None, pot):
            return Line("log.card_laid", {"seat": seat}, {"pot": pot})
        case CardLaid(seat, card, pot):
            return Line("log.card_laid_open", {"seat": seat}, {"pot": pot, "card": card})
        case RatTaken(seat, cards, count):
            return money_line("log.rat_taken", {"seat": seat}, cards, count)
        case _:
            assert_never(event)


def _narrate_division(event: DivisionEvent) -> Line:
    match event:
        case DivisionBegan(seat, card):
            return _card_line("log.division_began", seat, card)
        case Divided(seat, kept):
            return Line("log.division_kept" if kept else "log.division_given", {"seat": seat})
        case CardTaken(seat, payout=payout) if payout:
            return Line("log.card_taken_donkey", {"seat": seat}, {"payout": payout})
        case CardTaken(seat, card=None, money=True):
            return Line("log.card_taken_money", {"seat": seat})
        case CardTaken(seat, card=card):
            return _card_line("log.card_taken", seat, card)
        case _:
            assert_never(event)


def _card_line(key: str, seat: int, card: Card | None) -> Line:
    """Tell of a card of the deck, and of what kind it is to those who have seen it."""
    if card is None:
        return Line(key, {"seat": seat})
    if isinstance(card, int):
        return Line(f"{key}_value", {"seat": seat}, {"card": card})
    if card in PEDIGREE_OF:
        return Line(f"{key}_pedigree", {"seat": seat}, {"animal": PEDIGREE_OF[card]})
    return Line(f"{key}_animal", {"seat": seat}, {"animal": card})
