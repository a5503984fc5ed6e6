"""What a game shows to everyone above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Actor, Event, Line, Seat, Viewer
from kuhstall.games.course import Stop
from kuhstall.games.imagination import Imagination
from kuhstall.games.orders import OrderBook
from kuhstall.games.outcome import Outcome

T = TypeVar("T", bound=Table[Any, Any])
V = TypeVar("V", bound=Struct)
E = TypeVar("E", bound=Event)


def _never(events: Sequence[Event], table: Any) -> bool:
    return False


class Own(Struct, frozen=True, gc=False):
    """All in which the view of a seat differs from that of a spectator, but for its number.

    `phase` is None where everybody is shown the same.
    """

    seat: Struct
    phase: Struct | None = None


class Game(Struct, Generic[T, V, E], frozen=True, kw_only=True):
    """Everything that can be asked of a game's tables, views and events, whatever the edition.

    `name` is the tag of its views. `unveil`, `stop` and `outcome` hide nothing: they are for games
    that have ended. `marks` are what people look for when they look back. `lingers` says whether
    something came of a step that people want to see before the game goes on. It is told the events
    as everybody knows them and the table after them, of which it may use what everybody knows.
    `own` helps to show one table to many viewers: with a spectator's view it makes up the view
    of a seat, whose fields `viewer`, `seats` and `phase` come in this order, and which has `rules`.
    `imagination` is for repeated calls, where a fresh one takes long: it is
    told the empty table, the viewer, and a chance that it keeps. `orders` is for games where
    people can say beforehand what they will write down, unseen. `left` says how many cards are
    still to be turned up, as everybody knows; None if the end is not told by such a number.
    """

    name: str
    view: Callable[[T, Viewer], V]
    redact: Callable[[E, Viewer], E]
    narrate: Callable[[E], Line | None]
    imagine: Callable[[T, V, Sequence[Event], Chance], T]
    retell: Callable[[T, Event], Mapping[Actor, Action]]
    unveil: Callable[[T], V]
    stop: Callable[[int, Sequence[Event], T, T], Stop | None]
    outcome: Callable[[Sequence[Event], T], tuple[Outcome, ...]]
    lingers: Callable[[Sequence[E], T], bool] = _never
    left: Callable[[T], int] | None = None
    own: Callable[[T, Seat], Own] | None = None
    imagination: Callable[[T, Viewer, Chance], Imagination] | None = None
    actions: UnionType
    events: UnionType
    marks: tuple[str, ...] = ()
    orders: OrderBook[Any] | None = None


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game, for code that treats all games alike."""
