"""A table is a value; a phase says what is possible on it, decides, and moves on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat, TableOpened, Viewer

E = TypeVar("E", bound="AnyEdition")
W = TypeVar("W")


class Phase(Struct, Generic[E, W], frozen=True, gc=False):
    """One state of the rules: who may do what now, and what comes of it.

    Three kinds: most wait for actors (`actors`, `options`, `decide`); an `automatic` phase waits
    for no seat (`resolve`); a `sealed` phase holds the actions of several seats and decides them
    together (`options`, `unseal`).
    """

    automatic: ClassVar[bool] = False
    sealed: ClassVar[bool] = False
    patience: ClassVar[float] = 1.0
    """How many times the usual time a decision takes here."""
    contested: ClassVar[bool] = False
    """Whether seats outbid each other here, also in turn: all get the same time."""

    def actors(self, table: Table[E, W]) -> tuple[Actor, ...]:
        """Name those who have options, in the order in which a table without a clock asks them."""
        return ()

    def asked(self, table: Table[E, W]) -> tuple[Seat, ...]:
        """Name the seats that the table waits for, from facts that everybody knows.

        Unlike `actors`, this leaves out the clock, and those who may act but need not.
        """
        actors = self.actors(table)
        return tuple([seat for seat in actors if seat != CLOCK]) if CLOCK in actors else actors

    def ordered(self, table: Table[E, W]) -> bool:
        """Return whether seats may leave orders for this sealed phase in advance."""
        return False

    def caller(self, table: Table[E, W]) -> Actor | None:
        """Return the seat that ends a silence by calling; None where no seat does.

        The rules have no clock: a table in real time has to make sure that a seat that
        calls leaves the others time to speak, and calls in its stead when it stays silent.
        """
        return CLOCK if CLOCK in self.actors(table) else None

    def options(self, table: Table[E, W], actor: Actor) -> tuple[Option, ...]:
        """State what the actor may do, from facts the actor may know. Nothing else is legal."""
        return ()

    def default(self, table: Table[E, W], actor: Actor) -> Action | None:
        """Name the action of an actor who stays silent; None where silence is fine."""
        return None

    def waiver(self, table: Table[E, W], actor: Actor) -> Action | None:
        """Name the action of an actor who wants no more of this, however often they are offered it.

        None where there is nothing to decline. Where a seat has options and a waiver, it is among
        the options.
        """
        return None

    def settled(self, table: Table[E, W], actor: Actor) -> bool:
        """Whether the actor has done everything, and may only still think better of it."""
        return False

    def decide(
        self,
        table: Table[E, W],
        actor: Actor,
        action: Action,
        chance: Chance,
    ) -> Iterable[Event]:
        """Give the events of a legal action."""
        return ()

    def resolve(self, table: Table[E, W], chance: Chance) -> Iterable[Event]:
        """Give the events of an automatic phase."""
        return ()

    def revisable(self, table: Table[E, W]) -> bool:
        """Whether answers to this sealed phase may be changed and withdrawn until it is opened."""
        return False

    def unseal(
        self,
        table: Table[E, W],
        held: Mapping[Seat, Action],
        chance: Chance,
    ) -> Iterable[Event]:
        """Give the events of a sealed phase, all its actions open at once."""
        return ()

    def evolve(self, table: Table[E, W], event: Event) -> Table[E, W]:
        """Assign what the event says. No rule is asked: a log must fold the same for ever."""
        raise Unexpected(table.phase, event)


class Table(Struct, Generic[E, W], frozen=True, gc=False):
    """Everything about one game at one point, secrets included. Never sent anywhere.

    `moment` counts the phases entered. A command names the moment it was meant for, so that a
    bid for an auction that has been restarted since is known to be late.
    """

    edition: E
    world: W
    phase: Phase[E, W]
    moment: int = 0


class AnyGame(Protocol):
    """What a match asks of a game: the two ways out for what a table holds."""

    @property
    def view(self) -> Callable[[Any, Viewer], Any]: ...
    @property
    def redact(self) -> Callable[[Any, Viewer], Any]: ...


class AnyEdition(Protocol):
    """What the kernel asks of an edition: data, and the table before anything has happened."""

    @property
    def key(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def game(self) -> AnyGame: ...
    def opened(self, seats: int) -> TableOpened:
        """Describe a table of this edition for a number of seats; refuse nonsense."""
        ...

    def with_rules(self, changes: Mapping[str, Any]) -> Self:
        """Return the edition with some options set; refuse unknown ones."""
        ...

    def reopened(self, event: TableOpened) -> Self:
        """Return the edition as a stored opening describes it: options and custom data."""
        ...

    def empty(self, seats: int) -> Any:
        """Return the world before the deal."""
        ...

    def first_phase(self) -> Any:
        """Return the phase that deals."""
        ...


class Unexpected(Exception):
    """An event that the phase cannot have: the log is damaged or of another game."""

    def __init__(self, phase: object, event: Event) -> None:
        super().__init__(f"{type(phase).__name__} has no {type(event).__name__}")
