"""Which action led to an event, so that a log can be played again and checked against the rules."""

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
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    ActionPassed,
    BonusDeclined,
    CardPlayed,
    CardsExchanged,
    HerdTaken,
    KuhfsteinCardTaken,
    KuhfsteinEnded,
    KuhfsteinTurnEnded,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.phases.final import Final


def retell(table: KuhfsteinTable, event: Event) -> Mapping[Actor, Action]:
    """Return who did what on this table, given the first event that it led to."""
    if isinstance(table.phase, Final) and isinstance(event, KuhfsteinEnded):
        return {seat: ShowGoal(score.goal) for seat, score in enumerate(event.scores)}
    actor, action = _retold(table, event)
    return {actor: action}


def _retold(table: KuhfsteinTable, event: Event) -> tuple[Actor, Action]:
    match event:
        case TookBack(seat):
            return seat, TakeBack()
        case StartCardTaken(seat, card):
            return seat, TakeStartCard(card)
        case TilePlaced(seat, tile, _, cell, tree):
            return seat, PlaceTile(tile, Spot(*cell, 0, tree))
        case TilesExchanged(seat):
            return seat, ExchangeTiles()
        case KuhfsteinCardTaken(seat, card):
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
        case KuhfsteinTurnEnded(seat):
            return seat, FinishTurn()
    raise Unexpected(table.phase, event)
