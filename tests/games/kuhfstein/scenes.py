"""Tables set up by hand: landscapes drawn as rows of letters, and actions by their short names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import act, begin, options, unseal
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Event, Seat
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.landscape import Cell, Landscape, Terrain, Tile
from kuhstall.games.kuhfstein.patterns import LETTERS, Card
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.world import Place, World

LETTER_OF = {terrain: letter for letter, terrain in LETTERS.items()}


def land(
    *rows: str, cows: Sequence[Cell] = (), trees: Sequence[Cell] = (), top: int = 0, left: int = 0
) -> Landscape:
    """Draw a landscape: letters for tiles, dots for nothing."""
    tiles = tuple(
        Tile(row + top, column + left, LETTERS[letter])
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "."
    )
    return Landscape(tiles, tuple(sorted(cows)), tuple(trees))


def terrains(letters: str) -> tuple[Terrain, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def card(*rows: str, points: int = 8, name: str = "T") -> Card:
    return Card(name, rows, points)


def scene(
    *lands: Landscape,
    display: str = "HMWLB",
    tiles: str = "HMWLB" * 4,
    hand: Sequence[int] = (),
    cards: Sequence[int] = (0, 1, 2, 3),
    cows: int = 4,
    score: int = 0,
    seats: int = 2,
    edition: Edition = KUHFSTEIN,
    deck: Mapping[int, Card] | None = None,
    rules: Mapping[str, Any] | None = None,
    **world: Any,
) -> Stage:
    """Set up the turn of seat 0."""
    edition = edition.with_rules(rules or {})
    if deck:
        faces = list(edition.cards)
        for at, face in deck.items():
            faces[at] = face
        edition = edition.with_cards(tuple(faces))
    table: KuhfsteinTable
    table, _ = begin(edition, seats, SeededChance(b"scene"))
    places = list(table.world.places)
    goals = [place.goals for place in places]
    for seat in range(seats):
        own = lands[seat] if seat < len(lands) else Landscape()
        places[seat] = Place(cows, own, (), 0, 0, goals[seat])
    positions = edition.rules.bonus_positions
    places[0] = replace(
        places[0],
        hand=tuple(hand),
        score=score,
        reached=sum(position <= score for position in positions),
    )
    held = {*hand, *cards}
    pile = tuple(n for n in range(len(edition.cards)) if n not in held)
    base = World(
        places=tuple(places),
        layout=table.world.layout,
        display=terrains(display),
        tiles=terrains(tiles),
        cards=tuple(cards),
        pile=pile,
        trees=edition.trees * seats,
        fox=0,
    )
    return Stage(Table(edition, replace(base, **world), Acting(0, edition.actions - 1)))


class Stage:
    """A table, and all that has happened on it since it was set up."""

    def __init__(self, table: KuhfsteinTable, chance: Chance | None = None) -> None:
        self.table = table
        self.log: list[Event] = []
        self.chance = chance or SeededChance(b"stage")

    @property
    def world(self) -> World:
        return self.table.world

    def place(self, seat: Seat = 0) -> Place:
        return self.table.world.places[seat]

    def does(self, action: Action, seat: Seat = 0) -> Stage:
        self.table, events = act(self.table, seat, action, self.chance)
        self.log += events
        return self

    def closes(self, held: Mapping[Seat, Action]) -> Stage:
        self.table, events = unseal(self.table, held, self.chance)
        self.log += events
        return self

    def may(self, action: Action, seat: Seat = 0) -> bool:
        return any(option.admits(action) for option in options(self.table, seat))

    def kinds(self, seat: Seat = 0) -> set[str]:
        """Name the kinds of actions that are offered."""
        found = set()
        for option in options(self.table, seat):
            for action in option.expand():
                found.add(str(action.__struct_config__.tag))
        return found

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.log)

    def last(self, kind: type[Any]) -> Any:
        return next(event for event in reversed(self.log) if isinstance(event, kind))
