"""A tiny game that uses what the kernel offers and Kuhhandel does not need.

Each round every seat names a number under seal; the highest wins a token, and chance breaks ties.
Only the winner and the winning number become known. Then, beginning with the winner, each seat
takes a card from the open display, and may put it back until it says that it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine import (
    Action,
    Actor,
    Chance,
    Choice,
    Event,
    Line,
    Option,
    Phase,
    Range,
    Seat,
    Table,
    TableOpened,
    TookBack,
    Unexpected,
    Viewer,
    restore,
)

DISPLAY: Final = 2
MOST: Final = 3


class Name(Action, frozen=True, tag="name"):
    """Name a number, sealed."""

    number: int


class Take(Action, frozen=True, tag="take"):
    """Take a card from the display."""

    card: int


class TakeBack(Action, frozen=True, tag="take_back"):
    """Put the card back."""


class Done(Action, frozen=True, tag="done"):
    """End the turn."""


AnyAction: TypeAlias = Name | Take | TakeBack | Done


class Dealt(Event, frozen=True, tag="dealt"):
    deck: tuple[int, ...] | None


class Named(Event, frozen=True, tag="named"):
    """The seal was broken. Only the seat that named a losing number knows it."""

    winner: Seat
    number: int
    numbers: tuple[int | None, ...]


class Took(Event, frozen=True, tag="took"):
    seat: Seat
    card: int


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """A seat was done: the display was filled up again, and it is the next seat's turn."""

    opened: int | None
    turn: Seat | None


AnyEvent: TypeAlias = TableOpened | Dealt | Named | Took | TookBack | TurnPassed


class World(Struct, frozen=True):
    """The whole state: `deck` and `named` are secret, except for a seat's own number."""

    tokens: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    named: tuple[int | None, ...]
    deck: tuple[int, ...] = ()
    rounds: int = 0


class Game(Struct, frozen=True, kw_only=True):
    """What a match and the rooms above it need from a game."""

    name: str
    view: Callable[[Any, Viewer], Any]
    redact: Callable[[Any, Viewer], Any]
    own: Callable[[Any, Any], Any] | None = None
    lingers: Callable[[Any, Any], bool] = lambda _events, _table: False
    narrate: Callable[[Any], Line | None]
    imagine: Callable[..., Any]
    retell: Callable[..., Any]
    unveil: Callable[..., Any]
    stop: Callable[..., Any]
    outcome: Callable[..., Any] = lambda _log, _table: ()
    orders: Any = None
    actions: Any
    events: Any


class Edition(Struct, frozen=True):
    key: str
    version: int
    game: Game
    rounds: int
    deck: tuple[int, ...]
    first_phase: Callable[[], Phase[Edition, World]]

    def opened(self, seats: int) -> TableOpened:
        return TableOpened(self.key, self.version, seats, {"rounds": self.rounds})

    def with_rules(self, changes: Mapping[str, Any]) -> Edition:
        return replace(self, **changes)

    def hosted(self, changes: Mapping[str, Any], *, over_days: bool) -> dict[str, Any]:
        return dict(changes)

    def reopened(self, event: TableOpened) -> Edition:
        return self.with_rules(event.rules)

    def empty(self, seats: int) -> World:
        return World((0,) * seats, ((),) * seats, (None,) * seats)


TinyTable: TypeAlias = Table[Edition, World]
TinyPhase: TypeAlias = Phase[Edition, World]


class Dealing(Phase[Edition, World], frozen=True):
    automatic: ClassVar[bool] = True

    def resolve(self, table: TinyTable, chance: Chance) -> Iterator[Event]:
        yield Dealt(chance.shuffled("deck", table.edition.deck))

    def evolve(self, table: TinyTable, event: Event) -> TinyTable:
        match event:
            case Dealt(deck) if deck is not None:
                return Table(
                    table.edition,
                    replace(table.world, deck=deck[DISPLAY:]),
                    Naming(deck[:DISPLAY]),
                    table.moment + 1,
                )
        raise Unexpected(self, event)


class Naming(Phase[Edition, World], frozen=True):
    """Every seat names a number; nobody learns of it before all have done so."""

    sealed: ClassVar[bool] = True

    display: tuple[int, ...]

    def actors(self, table: TinyTable) -> tuple[Actor, ...]:
        return tuple(range(len(table.world.tokens)))

    def options(self, table: TinyTable, actor: Actor) -> tuple[Option, ...]:
        return (Range(Name(0), "number", 0, MOST),) if actor in self.actors(table) else ()

    def default(self, table: TinyTable, actor: Actor) -> Action | None:
        return Name(0) if actor in self.actors(table) else None

    def unseal(
        self, table: TinyTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        numbers = tuple(action.number for action in held.values() if isinstance(action, Name))
        best = [seat for seat, number in enumerate(numbers) if number == max(numbers)]
        yield Named(best[chance.below("tie", len(best))], max(numbers), numbers)

    def evolve(self, table: TinyTable, event: Event) -> TinyTable:
        match event:
            case Named(winner, _, numbers):
                tokens = list(table.world.tokens)
                tokens[winner] += 1
                world = replace(table.world, tokens=tuple(tokens), named=numbers)
                phase = Drafting(self.display, winner, winner)
                return Table(table.edition, world, phase, table.moment + 1)
        raise Unexpected(self, event)


class Drafting(Phase[Edition, World], frozen=True):
    """A seat takes a card; `kept` is the table it can go back to, which nobody may ever see."""

    display: tuple[int, ...]
    first: Seat
    seat: Seat
    kept: TinyTable | None = None

    def actors(self, table: TinyTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: TinyTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        if self.kept is not None:
            return (Choice((Done(), TakeBack())),)
        return (Choice(tuple(Take(card) for card in sorted(set(self.display)))),)

    def default(self, table: TinyTable, actor: Actor) -> Action | None:
        return next((next(option.expand()) for option in self.options(table, actor)), None)

    def decide(
        self, table: TinyTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        match action:
            case Take(card):
                yield Took(actor, card)
            case TakeBack():
                yield TookBack(actor)
            case Done():
                following = (actor + 1) % len(table.world.tokens)
                turn = None if following == self.first else following
                yield TurnPassed(table.world.deck[0] if table.world.deck else None, turn)

    def evolve(self, table: TinyTable, event: Event) -> TinyTable:
        world = table.world
        match event:
            case Took(seat, card):
                place = self.display.index(card)
                display = self.display[:place] + self.display[place + 1 :]
                hands = list(world.hands)
                hands[seat] = (*hands[seat], card)
                phase: TinyPhase = replace(self, display=display, kept=table)
                return Table(
                    table.edition, replace(world, hands=tuple(hands)), phase, table.moment + 1
                )
            case TookBack() if self.kept is not None:
                return restore(table, self.kept)
            case TurnPassed(opened, turn):
                display = self.display if opened is None else (*self.display, opened)
                world = replace(world, deck=world.deck[1:])
                if turn is not None:
                    phase = Drafting(display, self.first, turn)
                else:
                    world = replace(world, rounds=world.rounds + 1)
                    more = world.rounds < table.edition.rounds
                    phase = Naming(display) if more else Ended(display)
                return Table(table.edition, world, phase, table.moment + 1)
        raise Unexpected(self, event)


class Ended(Phase[Edition, World], frozen=True):
    display: tuple[int, ...]


class View(Struct, frozen=True):
    phase: str
    moment: int
    turn: Seat | None
    display: tuple[int, ...]
    deck: int
    tokens: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    named: int | None  # one's own


def view(table: TinyTable, viewer: Viewer) -> View:
    phase, world = table.phase, table.world
    return View(
        phase=type(phase).__name__,
        moment=table.moment,
        turn=phase.seat if isinstance(phase, Drafting) else None,
        display=phase.display if isinstance(phase, Naming | Drafting | Ended) else (),
        deck=len(world.deck),
        tokens=world.tokens,
        hands=world.hands,
        named=None if viewer is None else world.named[viewer],
    )


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    match event:
        case Dealt():
            return replace(event, deck=None)
        case Named(_, _, numbers):
            own = (n if seat == viewer else None for seat, n in enumerate(numbers))
            return replace(event, numbers=tuple(own))
    return event


def narrate(event: AnyEvent) -> Line | None:
    return Line("log.named", {"seat": event.winner}) if isinstance(event, Named) else None


def imagine(table: TinyTable, seen: View, heard: Sequence[Event], chance: Chance) -> TinyTable:
    return table  # nobody searches the tiny game


def retell(table: TinyTable, event: Event) -> Mapping[Actor, Action]:
    raise Unexpected(table.phase, event)  # nor replays it


def unveil(table: TinyTable) -> View:
    return view(table, None)


def stop(step: int, events: Sequence[Event], before: TinyTable, after: TinyTable) -> None:
    """Nobody asks how the tiny game went."""


TINY: Final = Edition(
    key="tiny",
    version=1,
    game=Game(
        name="tiny",
        view=view,
        redact=redact,
        narrate=narrate,
        imagine=imagine,
        retell=retell,
        unveil=unveil,
        stop=stop,
        actions=AnyAction,
        events=AnyEvent,
    ),
    rounds=2,
    deck=(1, 2, 3, 4, 5, 6, 7, 8),
    first_phase=Dealing,
)
