"""The table as one viewer sees it: each player's animals, and where the money is."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kuhstall.cli.terminal.kuhhandel.wording import Wording
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, KINDS, QUARTET, RAT, VALUES, Kind, is_animal
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.view import SeatView
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue

WIDE: Final = 58
"""A window of this width shows the herds in a grid; in a narrower one each seat has its own lines.
"""

ROOM: Final = 11
"""The width reserved for a name and the pointer before it."""

_POINTER: Final = "▸"
_STAR: Final = "★"
_PEDIGREE: Final = "♦"


def drawn(texts: Catalogue, seating: Seating, view: View, width: int) -> RenderableType:
    """Draw everything on the table."""
    herds = _grid(texts, seating, view, width) if width >= WIDE else _list(texts, seating, view)
    return Group(_heading(texts, seating, view, width), herds)


def _heading(texts: Catalogue, seating: Seating, view: View, width: int) -> Rule:
    facts = [
        texts.text("table.deck", count=view.deck),
        texts.text("table.donkeys", seen=view.donkeys, all=QUARTET),
    ]
    dove, backs = getattr(view, "dove", None), getattr(view, "backs", ())
    if dove is not None:
        facts.append(texts.text("table.dove", seat=seating.names[dove]))
    if backs:
        facts.append(texts.text(f"table.top_{backs[0]}"))
    title = " · ".join([texts.text(f"edition.{view.edition}.title"), *facts])
    if cell_len(title) + 4 > width:
        title = " · ".join(facts)
    return Rule(Text(title, style="bold"), align="left", style="dim")


def _name(texts: Catalogue, seating: Seating, view: View, seat: Seat, room: int) -> Text:
    """Return a name, marked as the viewer's own if there is room."""
    asked = Wording(texts, seating.names, view).asked() == seat
    text = Text(f"{_POINTER if asked else ' '} ", style="bold")
    text.append(seating.names[seat], style=f"bold {seating.style(seat)}")
    you = f" ({texts.text('seat.you')})"
    if seat == view.viewer and text.cell_len + cell_len(you) <= room:
        text.append(you)
    return text


def _kinds(view: View) -> tuple[Kind, ...]:
    return KINDS if RAT in find(view.edition).deck else ANIMALS


def _grid(texts: Catalogue, seating: Seating, view: View, width: int) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    headings = _headings(texts, view)
    cards = texts.text("table.cards")
    room = width - sum(len(heading) + 1 for heading in headings) - 1
    if room - cell_len(cards) < ROOM:
        cards = texts.text("table.cards_short")
    room -= cell_len(cards)
    grid.add_column(no_wrap=True, max_width=room)
    for heading in headings:
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column(cards, justify="right", no_wrap=True)
    values = (Text(_value(kind), style="dim") for kind in _kinds(view))
    grid.add_row(Text(f"  {texts.text('table.value')}", style="dim"), *values, "")
    for seat, place in enumerate(view.seats):
        counts = (_count(place, kind) for kind in _kinds(view))
        grid.add_row(_name(texts, seating, view, seat, room), *counts, _money(place.cards))
    return grid


def _value(kind: Kind) -> str:
    return str(VALUES[kind]) if is_animal(kind) else ""


def _headings(texts: Catalogue, view: View) -> list[str]:
    """Return short names of the kinds, but no narrower than their value."""
    short = {kind: texts.text(f"animal_short.{kind}") for kind in _kinds(view)}
    return [f"{name:>{len(_value(kind))}}" for kind, name in short.items()]


def _count(place: SeatView, kind: Kind) -> Text:
    count = place.herd.get(kind, 0)
    text = Text(str(count)) if count else Text("·", style="dim")
    if count == QUARTET:
        text = Text(f"{_STAR}{count}", style="bold green" if is_animal(kind) else "bold red")
    if kind in place.pedigrees:
        text.append(_PEDIGREE, style="bold yellow")
    return text


def _money(cards: int | None) -> str:
    return "?" if cards is None else str(cards)


def _list(texts: Catalogue, seating: Seating, view: View) -> Group:
    lines = []
    for seat, place in enumerate(view.seats):
        line = _name(texts, seating, view, seat, WIDE)
        if place.cards is not None:
            line.append(f", {texts.text('cards.count', count=place.cards)}", style="dim")
        owned = [kind for kind in KINDS if kind in place.herd or kind in place.pedigrees]
        herd = Text(", ").join(_herded(texts, place, kind) for kind in owned)
        lines += [line, Text("  ").append_text(herd)] if owned else [line]
    return Group(*lines)


def _herded(texts: Catalogue, place: SeatView, kind: Kind) -> Text:
    name, count = texts.text(f"animal.{kind}"), place.herd.get(kind, 0)
    text = Text(f"{name} {count}" if count else name)
    if count == QUARTET:
        text = Text(f"{_STAR}{name}", style="bold green" if is_animal(kind) else "bold red")
    if kind in place.pedigrees:
        text.append(_PEDIGREE, style="bold yellow")
    return text
