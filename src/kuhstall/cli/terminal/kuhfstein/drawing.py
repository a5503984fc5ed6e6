"""Landscapes and pattern cards in letters and colours; the letters suffice without colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from msgspec import Struct
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal.seating import clean
from kuhstall.engine.option import Spot
from kuhstall.games.kuhfstein.landscape import ORIGIN, Cell, Terrain, square
from kuhstall.games.kuhfstein.patterns import ANY, LETTERS, CardFace, needs
from kuhstall.games.kuhfstein.view import KuhfsteinSeatView
from kuhstall.messages import Catalogue

COW: Final = "●"
TREE: Final = "♣"
PLAYABLE: Final = "✓"
OPEN: Final = "·"
HERDS: Final = "①②③④⑤⑥"
"""A cow shows the number of its herd. There are six cows, so at most six herds."""

_STYLES: Final[Mapping[Terrain, str]] = {
    "hay": "black on gold3",
    "meadow": "black on chartreuse3",
    "wood": "white on dark_green",
    "lake": "white on dodger_blue3",
    "house": "white on red3",
}
_ANY_STYLE: Final = "black on grey70"
_WIDTH: Final = 4

Marks: TypeAlias = Mapping[Cell, str]
"""What is shown on some cells besides the terrain."""


class Frame(Struct, frozen=True):
    """The cells that are drawn: all tiles, and the free cells around them."""

    top: int
    left: int
    bottom: int
    right: int

    def numbers(self, cell: Cell) -> tuple[int, int]:
        """Return row and column as shown to players, counted from the upper left."""
        return cell[0] - self.top + 1, cell[1] - self.left + 1


def frame(place: KuhfsteinSeatView, margin: int = 1) -> Frame:
    if not place.tiles:
        return Frame(*ORIGIN, *ORIGIN)
    rows = [tile.row for tile in place.tiles]
    columns = [tile.column for tile in place.tiles]
    return Frame(
        min(rows) - margin, min(columns) - margin, max(rows) + margin, max(columns) + margin
    )


def short(texts: Catalogue, terrain: Terrain) -> Text:
    """Return a terrain as two letters on its colour."""
    return Text(texts.text(f"terrain_short.{terrain}"), style=_STYLES[terrain])


def landscape(texts: Catalogue, place: KuhfsteinSeatView, labels: Marks) -> Text:
    """Draw a landscape with row and column numbers; the labels are on free cells."""
    drawn = frame(place)
    columns = range(drawn.left, drawn.right + 1)
    numbers = (f"{drawn.numbers((0, column))[1]:^{_WIDTH}}" for column in columns)
    lines = [Text("   " + " ".join(numbers), style="dim")]
    terrains = {tile.cell: tile.terrain for tile in place.tiles}
    marks = standing(place)
    for row in range(drawn.top, drawn.bottom + 1):
        line = Text(f"{drawn.numbers((row, 0))[0]:>2} ", style="dim")
        for column in columns:
            cell = row, column
            terrain = terrains.get(cell)
            if terrain is None:
                line.append_text(_free(cell, terrains, labels))
            else:
                line.append_text(_cell(texts, terrain, marks.get(cell, "")))
            line.append(" ")
        lines.append(line)
    return Text("\n").join(lines)


def _free(cell: Cell, terrains: Mapping[Cell, Terrain], labels: Marks) -> Text:
    if cell in labels:
        return Text(f"{labels[cell]:^{_WIDTH}}", style="bold cyan")
    row, column = cell
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    mark = OPEN if any(other in terrains for other in beside) or not terrains else ""
    return Text(f"{mark:^{_WIDTH}}", style="dim")


def _cell(texts: Catalogue, terrain: Terrain, mark: str) -> Text:
    return Text.assemble(
        (texts.text(f"terrain_short.{terrain}"), _STYLES[terrain]),
        (f"{mark:<{_WIDTH - 2}}", f"bold {_STYLES[terrain]}"),
    )


def standing(place: KuhfsteinSeatView) -> dict[Cell, str]:
    """Return the mark of each cell that has one: the herd of its cow, and whether it has a tree."""
    marks: dict[Cell, str] = {}
    for number, herd in enumerate(place.herds):
        for cell in herd:
            marks[cell] = HERDS[number]
    for tree in place.trees:
        for cell in square(tree):
            marks[cell] = marks.get(cell, " ") + TREE
    return marks


def small(texts: Catalogue, place: KuhfsteinSeatView, marks: Marks) -> Text:
    """Draw a landscape without numbers and margins."""
    if not place.tiles:
        return Text(texts.text("terminal.land.empty"), style="dim")
    drawn = frame(place, margin=0)
    terrains = {tile.cell: tile.terrain for tile in place.tiles}
    lines = []
    for row in range(drawn.top, drawn.bottom + 1):
        line = Text()
        for column in range(drawn.left, drawn.right + 1):
            terrain = terrains.get((row, column))
            if terrain is None:
                line.append(" " * (_WIDTH - 1))
                continue
            mark = marks.get((row, column), "").strip()[:1]
            line.append_text(short(texts, terrain))
            line.append(f"{mark:1}", style=f"bold {_STYLES[terrain]}")
        lines.append(line)
    return Text("\n").join(lines)


def placed(texts: Catalogue, place: KuhfsteinSeatView, face: CardFace, spot: Spot) -> Text:
    """Draw a landscape with a card placed: the new cows, and cells that may be anything."""
    marks = {
        (spot.row + row, spot.column + column): ANY if terrain is None else COW
        for row, column, terrain in needs(face.rows, spot.turn)
    }
    return small(texts, place, marks)


def title(face: CardFace) -> str:
    """Return a card's name. Names come from card files, so they are made displayable."""
    return f"{clean(face.id)} (+{face.points})"


def card(texts: Catalogue, face: CardFace, *, playable: bool = False, flat: bool = False) -> Text:
    """Draw the pattern of a card below its name and points; `flat` puts all on one line."""
    heading = Text(title(face), style="bold green" if playable else "bold")
    if playable:
        heading.append(f" {PLAYABLE}")
    if flat:
        rows = Text("/ ", style="dim").join(_rows(texts, face, nothing="--"))
        return heading.append(" ", style="").append_text(rows)
    return Text("\n").join([heading, *_rows(texts, face)])


def _rows(texts: Catalogue, face: CardFace, nothing: str = "  ") -> Iterator[Text]:
    for row in face.rows:
        line = Text()
        for letter in row:
            if letter == ANY:
                line.append(ANY * 2, style=_ANY_STYLE)
            elif letter in LETTERS:
                line.append_text(short(texts, LETTERS[letter]))
            else:
                line.append(nothing, style="dim")
            line.append(" ")
        yield line


def beside(parts: list[Text]) -> RenderableType:
    """Put drawings side by side, as many as fit."""
    return Columns(parts, padding=(0, 3)) if parts else Group()
