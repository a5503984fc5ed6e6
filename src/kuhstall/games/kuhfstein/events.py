"""What happened. Every event carries its outcome, so that a log replays without asking a rule.

A field that some viewers may not see is None for them; `redaction` decides. Tags are the words
of stored logs and never change; new fields get defaults.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.option import Spot
from kuhstall.engine.values import Event, Seat, TableOpened, TookBack
from kuhstall.games.kuhfstein.landscape import Cell, Terrain
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.track import Bonus

Doing: TypeAlias = Literal["action", "extra", "tile", "card", "confirm"]
"""What a seat is about to do: an action of its own, one from a bonus, or a bonus tile or card."""


class KuhfsteinDealt(Event, frozen=True, tag="land_dealt", gc=False):
    """Everything was shuffled and dealt. Hands, goals and what lies face down are secret."""

    display: tuple[Terrain, ...]
    tiles: tuple[Terrain, ...] | None
    cards: tuple[CardId, ...]
    pile: tuple[CardId, ...] | None
    hands: tuple[tuple[CardId, ...] | None, ...]
    goals: tuple[tuple[str, ...] | None, ...]
    layout: tuple[Bonus, ...]
    cows: int
    trees: int
    fox: Seat
    choosing: Seat | None


class StartCardTaken(Event, frozen=True, tag="start_card_taken", gc=False):
    """A seat has chosen its first card; `choosing` chooses next."""

    seat: Seat
    card: CardId
    choosing: Seat | None


class KuhfsteinTurnBegan(Event, frozen=True, tag="land_turn_began", gc=False):
    """It is this seat's turn; `actions` is how many actions it has."""

    seat: Seat
    actions: int


class TilePlaced(Event, frozen=True, tag="tile_placed", gc=False):
    """A tile was laid, perhaps with a tree on a square of four."""

    seat: Seat
    tile: int
    terrain: Terrain
    cell: Cell
    tree: Cell | None
    points: int


class TilesExchanged(Event, frozen=True, tag="tiles_exchanged", gc=False):
    """The display was set aside and refilled; `tiles` is given if the supply was shuffled."""

    seat: Seat
    opened: tuple[Terrain, ...]
    aside: tuple[Terrain, ...]
    shuffled: bool
    tiles: tuple[Terrain, ...] | None


class KuhfsteinCardTaken(Event, frozen=True, tag="land_card_taken", gc=False):
    """A seat has taken an open card."""

    seat: Seat
    card: CardId


class CardsExchanged(Event, frozen=True, tag="cards_exchanged", gc=False):
    """All open cards were discarded, and new ones opened."""

    seat: Seat
    opened: tuple[CardId, ...]
    discard: tuple[CardId, ...]
    shuffled: bool
    pile: tuple[CardId, ...] | None


class CardPlayed(Event, frozen=True, tag="card_played", gc=False):
    """A card was played, and a cow stands on every terrain it shows."""

    seat: Seat
    card: CardId
    spot: Spot
    cows: tuple[Cell, ...]
    points: int


class HerdTaken(Event, frozen=True, tag="herd_taken", gc=False):
    """A herd went back into the supply."""

    seat: Seat
    cows: tuple[Cell, ...]


class ActionPassed(Event, frozen=True, tag="action_passed", gc=False):
    """A seat did nothing with an action."""

    seat: Seat


class BonusReached(Event, frozen=True, tag="bonus_reached", gc=False):
    """A seat reached a bonus field. `lost`: the bonus could not be used."""

    seat: Seat
    field: int
    bonus: Bonus
    cows: tuple[Cell, ...]
    lost: bool


class BonusDeclined(Event, frozen=True, tag="bonus_declined", gc=False):
    """A seat did not want its bonus."""

    seat: Seat


class ActingContinued(Event, frozen=True, tag="acting_continued", gc=False):
    """What the seat does next, how many actions it has left, and which bonus fields wait."""

    seat: Seat
    doing: Doing
    left: int
    waiting: tuple[int, ...]


class KuhfsteinTurnEnded(Event, frozen=True, tag="land_turn_ended", gc=False):
    """A turn is over. `idle` counts turns in a row in which nothing was done."""

    seat: Seat
    idle: int


class Refilled(Event, frozen=True, tag="refilled", gc=False):
    """The displays were refilled; a supply is given if it had to be shuffled."""

    opened: tuple[Terrain, ...]
    tiles_shuffled: bool
    tiles: tuple[Terrain, ...] | None
    drawn: tuple[CardId, ...]
    pile_shuffled: bool
    pile: tuple[CardId, ...] | None


class LastRoundBegan(Event, frozen=True, tag="last_round_began", gc=False):
    """This round is played to its end, and then the game is over.

    `why` is what ends the game. `more`: another round follows this one. `extra`: it begins now.
    """

    seat: Seat
    extra: bool
    why: Literal["reached", "tiles"] = "reached"
    more: bool = False


class GoalsAsked(Event, frozen=True, tag="goals_asked", gc=False):
    """Before the final count, everybody shows one of two goals."""

    reason: Literal["reached", "tiles", "idle"]


class KuhfsteinScore(Struct, frozen=True, gc=False):
    """A seat's final score: its points on the track, and those for the goal it showed."""

    track: int
    goal: str
    goal_points: int
    total: int
    tiles: int


class KuhfsteinEnded(Event, frozen=True, tag="land_ended", gc=False):
    """The game is over, with the points of every seat."""

    reason: Literal["reached", "tiles", "idle"]
    scores: tuple[KuhfsteinScore, ...]
    winners: tuple[Seat, ...]


TurnEvent: TypeAlias = (
    TilePlaced
    | TilesExchanged
    | KuhfsteinCardTaken
    | CardsExchanged
    | CardPlayed
    | HerdTaken
    | ActionPassed
    | BonusReached
    | BonusDeclined
)
"""What a seat does in its turn."""

AnyEvent: TypeAlias = (
    TableOpened
    | TookBack
    | KuhfsteinDealt
    | StartCardTaken
    | KuhfsteinTurnBegan
    | TurnEvent
    | ActingContinued
    | KuhfsteinTurnEnded
    | Refilled
    | LastRoundBegan
    | GoalsAsked
    | KuhfsteinEnded
)
