"""What an actor can ask for. Tags are the words of the wire and never change."""

from __future__ import annotations

from typing import TypeAlias

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Action
from kuhstall.games.kuhfstein.patterns import CardId


class PlaceTile(Action, frozen=True, tag="place_tile", gc=False):
    """Lay a tile of the display; `also` of the spot is the square on which to plant a tree."""

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
    """Put cows on the pattern of a card, with its upper left corner there, turned like this."""

    card: CardId
    spot: Spot


class TakeHerd(Action, frozen=True, tag="take_herd", gc=False):
    """Take back the cows of the herd that stands there."""

    row: int
    column: int


class PassAction(Action, frozen=True, tag="pass_action", gc=False):
    """Let an action go by."""


class Decline(Action, frozen=True, tag="decline", gc=False):
    """Let a bonus go by."""


class TakeBack(Action, frozen=True, tag="take_back", gc=False):
    """Undo one's last action."""


class FinishTurn(Action, frozen=True, tag="finish_turn", gc=False):
    """Leave it at that: it is the next one's turn."""


class TakeStartCard(Action, frozen=True, tag="take_start_card", gc=False):
    """Take the card to begin with, where it is chosen."""

    card: CardId


class ShowGoal(Action, frozen=True, tag="show_goal", gc=False):
    """Show one of one's two scoring tiles."""

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
