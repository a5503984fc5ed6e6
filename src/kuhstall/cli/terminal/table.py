"""The table as one viewer sees it: who has which animals, and how much money is where."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kuhstall.cli.terminal.company import Company
from kuhstall.cli.terminal.wording import Wording
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET, VALUES, Animal
from kuhstall.games.kuhhandel.view import View
from kuhstall.messages import Catalogue

WIDE: Final = 58
"""From so many columns on, the herds stand in a grid; below, each seat has lines of its own."""

_POINTER: Final = "▸"
_STAR: Final = "★"


def drawn(texts: Catalogue, company: Company, view: View, width: int) -> RenderableType:
    """Draw all that lies on the table."""
    herds = _grid(texts, company, view, width) if width >= WIDE else _list(texts, company, view)
    return Group(_heading(texts, company, view, width), herds)


def _heading(texts: Catalogue, company: Company, view: View, width: int) -> Rule:
    facts = [
        texts.text("table.deck", count=view.deck),
        texts.text("table.donkeys", seen=view.donkeys, all=QUARTET),
    ]
    if view.dove is not None:
        facts.append(texts.text("table.dove", seat=company.names[view.dove]))
    title = " · ".join([texts.text(f"edition.{view.edition}.title"), *facts])
    if cell_len(title) + 4 > width:
        title = " · ".join(facts)
    return Rule(Text(title, style="bold"), align="left", style="dim")


def _name(texts: Catalogue, company: Company, view: View, seat: Seat, room: int) -> Text:
    """Write a name, and that it is the viewer's own where there is room to say so."""
    asked = Wording(texts, company.names, view).asked() == seat
    text = Text(f"{_POINTER if asked else ' '} ", style="bold")
    text.append(company.names[seat], style=f"bold {company.style(seat)}")
    you = f" ({texts.text('seat.you')})"
    if seat == view.viewer and text.cell_len + cell_len(you) <= room:
        text.append(you)
    return text


def _grid(texts: Catalogue, company: Company, view: View, width: int) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    cards = texts.text("table.cards")
    room = width - cell_len(cards) - sum(len(heading) + 1 for heading in _headings(texts)) - 1
    grid.add_column(no_wrap=True, max_width=room)
    for heading in _headings(texts):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column(cards, justify="right", no_wrap=True)
    values = (Text(str(VALUES[animal]), style="dim") for animal in ANIMALS)
    grid.add_row(Text(f"  {texts.text('table.value')}", style="dim"), *values, "")
    for seat, place in enumerate(view.seats):
        counts = (_count(place.herd.get(animal, 0)) for animal in ANIMALS)
        grid.add_row(_name(texts, company, view, seat, room), *counts, _money(place.cards))
    return grid


def _headings(texts: Catalogue) -> list[str]:
    """Name the animals shortly, but not in less space than their value takes."""
    short = {animal: texts.text(f"animal_short.{animal}") for animal in ANIMALS}
    return [f"{name:>{len(str(VALUES[animal]))}}" for animal, name in short.items()]


def _count(count: int) -> Text:
    if count == QUARTET:
        return Text(f"{_STAR}{count}", style="bold green")
    return Text(str(count)) if count else Text("·", style="dim")


def _money(cards: int | None) -> str:
    return "?" if cards is None else str(cards)


def _list(texts: Catalogue, company: Company, view: View) -> Group:
    lines = []
    for seat, place in enumerate(view.seats):
        line = _name(texts, company, view, seat, WIDE)
        if place.cards is not None:
            line.append(f", {texts.text('cards.count', count=place.cards)}", style="dim")
        animals = (_herded(texts, animal, count) for animal, count in place.herd.items())
        herd = Text(", ").join(animals)
        lines += [line, Text("  ").append_text(herd)] if place.herd else [line]
    return Group(*lines)


def _herded(texts: Catalogue, animal: Animal, count: int) -> Text:
    name = texts.text(f"animal.{animal}")
    if count == QUARTET:
        return Text(f"{_STAR}{name}", style="bold green")
    return Text(f"{name} {count}")
