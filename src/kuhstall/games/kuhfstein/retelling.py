"""Which action an event came from: a log can be played again, and so checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping

from kuhstall.engine.option import Spot
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Action, Actor, Event, TookBack
from kuhstall.games.kuhfstein.actions import (
    Decline,
    ExchangeCards,
    ExchangeTiles,
    FinishTurn,
    PassAction,
    PlaceTile,
    PlayCard,
    ShowGoal,
    TakeBack,
    TakeCard,
    TakeHerd,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.edition import LandTable
from kuhstall.games.kuhfstein.events import (
    ActionPassed,
    BonusDeclined,
    CardPlayed,
    CardsExchanged,
    HerdTaken,
    LandCardTaken,
    LandEnded,
    LandTurnEnded,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.phases.final import Final


def retell(table: LandTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what, from the first event that came of it on this table."""
    if isinstance(table.phase, Final) and isinstance(event, LandEnded):
        return {seat: ShowGoal(score.goal) for seat, score in enumerate(event.scores)}
    actor, action = _retold(table, event)
    return {actor: action}


def _retold(table: LandTable, event: Event) -> tuple[Actor, Action]:
    match event:
        case TookBack(seat):
            return seat, TakeBack()
        case StartCardTaken(seat, card):
            return seat, TakeStartCard(card)
        case TilePlaced(seat, tile, _, cell, tree):
            return seat, PlaceTile(tile, Spot(*cell, 0, tree))
        case TilesExchanged(seat):
            return seat, ExchangeTiles()
        case LandCardTaken(seat, card):
            return seat, TakeCard(card)
        case CardsExchanged(seat):
            return seat, ExchangeCards()
        case CardPlayed(seat, card, spot):
            return seat, PlayCard(card, spot)
        case HerdTaken(seat, cows):
            return seat, TakeHerd(*cows[0])
        case ActionPassed(seat):
            return seat, PassAction()
        case BonusDeclined(seat):
            return seat, Decline()
        case LandTurnEnded(seat):
            return seat, FinishTurn()
    raise Unexpected(table.phase, event)
