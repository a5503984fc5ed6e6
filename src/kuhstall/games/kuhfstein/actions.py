"""What an actor can ask for. Tags go over the wire and never change."""

from __future__ import annotations

from typing import TypeAlias

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Action
from kuhstall.games.kuhfstein.patterns import CardId


class PlaceTile(Action, frozen=True, tag="place_tile", gc=False):
    """Lay a tile from the display; the spot's `also` is the square to plant a tree on."""

    tile: int
    spot: Spot


class ExchangeTiles(Action, frozen=True, tag="exchange_tiles", gc=False):
    """Set the whole display aside and open new tiles; then a tile must be laid."""


class TakeCard(Action, frozen=True, tag="take_card", gc=False):
    """Take an open card."""

    card: CardId


class ExchangeCards(Action, frozen=True, tag="exchange_cards", gc=False):
    """Discard the open cards and open new ones; then a card must be taken."""


class PlayCard(Action, frozen=True, tag="play_card", gc=False):
    """Put cows on a card's pattern, turned as given, with its upper left corner at the spot."""

    card: CardId
    spot: Spot


class TakeHerd(Action, frozen=True, tag="take_herd", gc=False):
    """Take the herd on this cell back into the supply."""

    row: int
    column: int


class PassAction(Action, frozen=True, tag="pass_action", gc=False):
    """Skip an action."""


class Decline(Action, frozen=True, tag="decline", gc=False):
    """Skip a bonus."""


class TakeBack(Action, frozen=True, tag="take_back", gc=False):
    """Undo your last action."""


class FinishTurn(Action, frozen=True, tag="finish_turn", gc=False):
    """End the turn."""


class TakeStartCard(Action, frozen=True, tag="take_start_card", gc=False):
    """Take a starting card, where starting cards are chosen."""

    card: CardId


class ShowGoal(Action, frozen=True, tag="show_goal", gc=False):
    """Show one of your two scoring tiles."""

    goal: str


AnyAction: TypeAlias = (
    PlaceTile
    | ExchangeTiles
    | TakeCard
    | ExchangeCards
    | PlayCard
    | TakeHerd
    | PassAction
    | Decline
    | TakeBack
    | FinishTurn
    | TakeStartCard
    | ShowGoal
)
