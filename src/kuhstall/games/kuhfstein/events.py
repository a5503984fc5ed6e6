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
"""What a seat is about to do: one of its actions, one of a bonus, a tile or a card of a bonus."""


class LandDealt(Event, frozen=True, tag="land_dealt", gc=False):
    """Everything was shuffled and dealt out: what lies face down, hands and goals are secret."""

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
    """A seat has chosen its first card; `choosing` is next."""

    seat: Seat
    card: CardId
    choosing: Seat | None


class LandTurnBegan(Event, frozen=True, tag="land_turn_began", gc=False):
    """It is this seat's turn, with so many actions."""

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
    """The display was set aside and filled anew; `tiles` is there if the supply was shuffled."""

    seat: Seat
    opened: tuple[Terrain, ...]
    aside: tuple[Terrain, ...]
    shuffled: bool
    tiles: tuple[Terrain, ...] | None


class LandCardTaken(Event, frozen=True, tag="land_card_taken", gc=False):
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
    """A card was played, and cows stand where it shows landscapes."""

    seat: Seat
    card: CardId
    spot: Spot
    cows: tuple[Cell, ...]
    points: int


class HerdTaken(Event, frozen=True, tag="herd_taken", gc=False):
    """A herd has come home."""

    seat: Seat
    cows: tuple[Cell, ...]


class ActionPassed(Event, frozen=True, tag="action_passed", gc=False):
    """A seat did nothing with an action."""

    seat: Seat


class BonusReached(Event, frozen=True, tag="bonus_reached", gc=False):
    """A seat came to a bonus field. `lost`: it could not be used."""

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


class LandTurnEnded(Event, frozen=True, tag="land_turn_ended", gc=False):
    """A turn is over. `idle` counts turns in a row in which nothing was done."""

    seat: Seat
    idle: int


class Refilled(Event, frozen=True, tag="refilled", gc=False):
    """The displays were filled up; supplies are there if they were shuffled for it."""

    opened: tuple[Terrain, ...]
    tiles_shuffled: bool
    tiles: tuple[Terrain, ...] | None
    drawn: tuple[CardId, ...]
    pile_shuffled: bool
    pile: tuple[CardId, ...] | None


class LastRoundBegan(Event, frozen=True, tag="last_round_began", gc=False):
    """The round is played to its end, then the game is over.

    `why` says what ends it. `more`: after that round there is another one; `extra`: it begins now.
    """

    seat: Seat
    extra: bool
    why: Literal["reached", "tiles"] = "reached"
    more: bool = False


class GoalsAsked(Event, frozen=True, tag="goals_asked", gc=False):
    """The points are counted next: everybody shows one of two goals."""

    reason: Literal["reached", "tiles", "idle"]


class LandScore(Struct, frozen=True, gc=False):
    """What a seat has in the end: its points on the track, and for the goal that it shows."""

    track: int
    goal: str
    goal_points: int
    total: int
    tiles: int


class LandEnded(Event, frozen=True, tag="land_ended", gc=False):
    """The game is over, with the points of every seat."""

    reason: Literal["reached", "tiles", "idle"]
    scores: tuple[LandScore, ...]
    winners: tuple[Seat, ...]


AnyEvent: TypeAlias = (
    TableOpened
    | TookBack
    | LandDealt
    | StartCardTaken
    | LandTurnBegan
    | TilePlaced
    | TilesExchanged
    | LandCardTaken
    | CardsExchanged
    | CardPlayed
    | HerdTaken
    | ActionPassed
    | BonusReached
    | BonusDeclined
    | ActingContinued
    | LandTurnEnded
    | Refilled
    | LastRoundBegan
    | GoalsAsked
    | LandEnded
)
