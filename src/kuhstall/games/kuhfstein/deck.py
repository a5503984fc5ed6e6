"""The cards and other data of the box, read from files that an owner may replace."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kuhstall.engine.values import Refused
from kuhstall.games.kuhfstein.landscape import WIDEST
from kuhstall.games.kuhfstein.patterns import ANY, LETTERS, NOTHING, Card, needs, turns

FEWEST_CELLS: Final = 2
MOST_CARDS: Final = 200
FEWEST_CARDS: Final = 12
"""With four cards on display and one in each of four hands, some must be left to draw."""

LONGEST_LINE: Final = 200
"""The TOML parser needs quadratic time for a key with many parts."""

_KNOWN: Final = {*LETTERS, ANY, NOTHING}
_HEAD: Final = re.compile(r"\s*\[\[\s*card\s*\]\]")
_AT: Final = re.compile(r"at line (\d+)")
_FIELD: Final = re.compile(r"`\$\.(\w+)|field `(\w+)`")

_Rule: TypeAlias = tuple[bool, str, str, str, dict[str, str | int]]
"""Whether it is broken, its code, the field it is about, the reason, and the numbers in it."""


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as a file has it. What can be counted may be left out; if given, it must be right."""

    id: Annotated[str, Meta(pattern=r"^\w[\w .-]*\Z", max_length=20)]
    rows: list[str]
    points: Annotated[int, Meta(ge=0, le=99)]
    cows: int | None = None
    any: int | None = None
    shape: str | None = None
    sheet_example: bool = False
    seed_example: bool = False  # what 0.1.0 called it: people have copied its file


class _Lines:
    """Where things are in a file: the TOML parser does not tell."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._cards = [at for at, line in enumerate(self._lines) if _HEAD.match(line)]

    def of(self, place: int, field: str = "") -> int:
        """Find a field of a card, or the head of the card, counted from 1."""
        if place >= len(self._cards):  # cards can be written in other ways, too
            return 1
        begin, *after = self._cards[place : place + 2]
        for at in range(begin, after[0] if after else len(self._lines)):
            if field and re.match(rf"\s*{field}\s*=", self._lines[at]):
                return at + 1
        return begin + 1


class _Fault(Exception):
    """What is wrong with a card: a code, the place in the file, and the reason in words."""

    def __init__(self, why: str, about: str, reason: str, **detail: str | int) -> None:
        super().__init__(reason)
        self.why, self.about, self.detail = why, about, detail


def read(text: str, name: str = "the card file") -> tuple[Card, ...]:
    """Read a deck, or refuse it and say where and why."""
    for at, row in enumerate(text.split("\n"), 1):
        if len(row) > LONGEST_LINE:
            reason = f"{name}, line {at}: no line is longer than {LONGEST_LINE}"
            raise Refused("bad_cards", reason, line=at, why="long_line", most=LONGEST_LINE)
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = _AT.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        reason = f"{name}, line {line}, is not TOML: {error}"
        raise Refused("bad_cards", reason, line=line, why="not_toml") from None
    entries = raw.get("card", [])
    lines = _Lines(text)
    count = len(entries) if isinstance(entries, list) else 0
    if not FEWEST_CARDS <= count <= MOST_CARDS:
        raise Refused(
            "bad_cards",
            f"{name} must have {FEWEST_CARDS} to {MOST_CARDS} [[card]] entries, not {count}",
            line=1,
            why="how_many",
            fewest=FEWEST_CARDS,
            most=MOST_CARDS,
            found=count,
        )
    cards: list[Card] = []
    for place, entry in enumerate(entries):
        try:
            cards.append(_card(entry))
            _check_new(cards)
        except _Fault as fault:
            line = lines.of(place, fault.about)
            reason = f"{name}, line {line}: {fault}"
            where: dict[str, str | int] = {"line": line, "why": fault.why}
            raise Refused("bad_cards", reason, **where, **fault.detail) from None
    return tuple(cards)


def _card(entry: Any) -> Card:
    try:
        found = msgspec.convert(entry, _Entry)
    except msgspec.ValidationError as error:
        named = _FIELD.search(str(error))
        field = (named[1] or named[2]) if named else ""
        raise _Fault("bad_entry", field, str(error), field=field) from None
    card = Card(found.id, tuple(found.rows), found.points)
    for wrong, why, about, reason, detail in _faults(card, found):
        if wrong:
            text = f"card {card.id}: {reason}"
            raise _Fault(why, about, text, card=card.id, **detail)
    return card


def _faults(card: Card, found: _Entry) -> Iterator[_Rule]:
    """Check everything that can be wrong with a card; each check relies on those before it."""
    known = " ".join(sorted(_KNOWN))
    uneven = len({len(row) for row in card.rows}) != 1
    yield uneven, "rows_differ", "rows", "all rows must have the same length", {}
    longest = max(len(card.rows), len(card.rows[0]))
    yield longest > WIDEST, "too_long", "rows", f"no side is longer than {WIDEST}", {"most": WIDEST}
    strange = not {*"".join(card.rows)} <= _KNOWN
    yield strange, "bad_letter", "rows", f"only the letters {known}", {"known": known}
    hidden = sum(row.count(ANY) for row in card.rows)
    few = card.cows + hidden < FEWEST_CELLS
    reason = f"a pattern has at least {FEWEST_CELLS} cells"
    yield few, "few_cells", "rows", reason, {"fewest": FEWEST_CELLS}
    reason = "a pattern needs at least one landscape that is shown"
    yield not card.cows, "nothing_shown", "rows", reason, {}
    yield not _is_connected(card), "apart", "rows", "the cells of a pattern must hang together", {}
    for field, told, count in (("cows", found.cows, card.cows), ("any", found.any, hidden)):
        if told is not None:
            detail: dict[str, str | int] = {"field": field, "told": told, "found": count}
            yield told != count, "miscounted", field, f"{field} = {told}, but it is {count}", detail


def _is_connected(card: Card) -> bool:
    cells = {(row, column) for row, column, _ in needs(card.rows, 0)}
    waiting = [min(cells)]
    while waiting:
        row, column = waiting.pop()
        cells.discard((row, column))
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        waiting += beside & cells
        cells -= beside
    return not cells


def _check_new(cards: Sequence[Card]) -> None:
    """Refuse a card that is already in the deck, by its name or as the same pattern turned."""
    *others, card = cards
    turned = {needs(card.rows, turn) for turn in turns(card.rows)}
    for other in others:
        if other.id == card.id:
            raise _Fault("same_name", "id", f"there are two cards {card.id}", card=card.id)
        if needs(other.rows, 0) in turned:
            reason = f"card {card.id} is {other.id} turned round"
            raise _Fault("same_pattern", "rows", reason, card=card.id, other=other.id)


def _data(name: str) -> str:
    return resources.files("kuhstall.games.kuhfstein").joinpath("data", name).read_text("utf-8")


OWN: Final = read(_data("cards.toml"), "cards.toml")
"""A deck of our own, because the printed one is not public."""

BOX: Final[dict[str, Any]] = tomllib.loads(_data("box.toml"))
