"""Human players of Kuhfstein: first choose what to do, then where; each step can be undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal import pages
from kuhstall.cli.terminal.keyboard import Asked, Keyboard
from kuhstall.cli.terminal.kuhfstein import drawing
from kuhstall.cli.terminal.kuhfstein.drawing import Marks
from kuhstall.cli.terminal.kuhfstein.table import KuhfsteinTableDrawing
from kuhstall.cli.terminal.kuhfstein.wording import KuhfsteinWording
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.screen import Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.option import Option, Placement, Spot
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhfstein.actions import PlayCard
from kuhstall.games.kuhfstein.deck import BOX
from kuhstall.games.kuhfstein.landscape import TERRAINS, Cell
from kuhstall.games.kuhfstein.view import KuhfsteinView

HELP: Final = (
    *("goal_land", "turn_land", "tile_land", "card_land", "cows_land", "exchange_land"),
    *("bonus_land", "end_land", "back_land", "table_land", "keys_land"),
)
LOG: Final = 2
"""Additional rows that are kept for the log before the other players' landscapes are drawn."""

_CELL: Final = re.compile(r"([0-9]{1,3})[\s,;/]+([0-9]{1,3})")
_TREE_POINTS: Final[int] = BOX["pieces"]["tree_points"]


class KuhfsteinPeople(Keyboard):
    """Asks the person on a seat in a game of Kuhfstein."""

    more_words = ("landscapes",)

    def __init__(self, match: Match, seating: Seating, log_lines: LogLines, screen: Screen) -> None:
        super().__init__(match, seating, log_lines, screen)
        self._labels: Marks = {}

    def choose(self, seat: Seat) -> Action:
        if (sole := self.sole(seat)) is not None:
            return sole
        self.hand_over(seat)
        wording = self._wording(seat)
        entries = _entries(self.match.options(seat))
        lines = [
            wording.placement(entry) if isinstance(entry, Placement) else wording.action(entry)
            for entry in entries
        ]
        while True:
            asked = Asked(wording.question(), _listed(lines))
            entry = entries[self._number(seat, asked, len(entries)) or 0]
            if not isinstance(entry, Placement):
                return entry
            played = isinstance(entry.action, PlayCard)
            spot = self._grazed(seat, entry) if played else self._laid(seat, entry)
            if spot is not None:
                return entry.fill(entry.pieces[0], spot)

    def _laid(self, seat: Seat, option: Placement) -> Spot | None:
        """Ask where to place a tile; None goes back. The landscape shows what to type."""
        place = self._view(seat).seats[seat]
        cells = list(dict.fromkeys((spot.row, spot.column) for spot in option.spots))
        planted = {(spot.row, spot.column) for spot in option.spots if spot.also is not None}
        frame = drawing.frame(place)
        numbers = [frame.numbers(cell) for cell in cells]
        lines = [
            self.screen.text("terminal.land.cell", row=row, column=column)
            + (f" {drawing.TREE}" if cell in planted else "")
            for cell, (row, column) in zip(cells, numbers, strict=True)
        ]

        def by_row_and_column(answer: str) -> int | None:
            typed = _CELL.fullmatch(answer)
            wanted = (int(typed[1]), int(typed[2])) if typed else None
            return numbers.index(wanted) if wanted in numbers else None

        chosen: int | None = 0
        if len(cells) > 1:
            self._labels = {
                cell: f"{number}{drawing.TREE if cell in planted else ''}"
                for number, cell in enumerate(cells, start=1)
            }
            asked = Asked(self.screen.text("terminal.land.choose_spot"), _listed(lines))
            row, column = numbers[0]
            hint = self.screen.text("terminal.cell_or_list", example=f"{row} {column}")
            chosen = self._number(
                seat, asked, len(cells), back=True, read=by_row_and_column, hint=hint
            )
            self._labels = {}
        return None if chosen is None else self._planted(seat, option, cells[chosen])

    def _planted(self, seat: Seat, option: Placement, cell: Cell) -> Spot | None:
        """Ask whether to plant a tree there, and in which square."""
        spots = [spot for spot in option.spots if (spot.row, spot.column) == cell]
        spots.sort(key=lambda spot: spot.also is None)
        if len(spots) == 1:
            return spots[0]
        asked = Asked(
            self.screen.text("terminal.land.choose_spot"),
            _listed([self._tree(seat, one) for one in spots]),
        )
        chosen = self._number(seat, asked, len(spots), back=True)
        return None if chosen is None else spots[chosen]

    def _tree(self, seat: Seat, spot: Spot) -> str:
        if spot.also is None:
            return self.screen.text("terminal.land.spot_no_tree")
        row, column = drawing.frame(self._view(seat).seats[seat]).numbers(spot.also)
        tree = self.screen.text("terminal.land.spot_tree", count=_TREE_POINTS)
        return f"{tree} ({row}–{row + 1} / {column}–{column + 1})"

    def _grazed(self, seat: Seat, option: Placement) -> Spot | None:
        """Ask which cows a card should bring, with a drawing of each way; None goes back."""
        if len(option.spots) == 1:
            return option.spots[0]
        place, face = self._view(seat).seats[seat], self._wording(seat).face(option.pieces[0])
        drawn = [
            Text("\n").join(
                [
                    Text(f"{number:>3} ", style="bold cyan"),
                    drawing.placed(self.screen.texts, place, face, spot),
                ]
            )
            for number, spot in enumerate(option.spots, start=1)
        ]
        asked = Asked(self.screen.text("terminal.land.choose_placement"), drawing.beside(drawn))
        chosen = self._number(seat, asked, len(drawn), back=True)
        return None if chosen is None else option.spots[chosen]

    def _number(  # noqa: PLR0913 -- each one says what may be typed
        self,
        seat: Seat,
        asked: Asked,
        count: int,
        *,
        back: bool = False,
        read: Callable[[str], int | None] = lambda _: None,
        hint: str = "",
    ) -> int | None:
        """Ask for a number from 1 to `count`, and return its index; None goes one step back."""
        self.draw(seat, asked)
        while True:
            answer = self.screen.ask(self.screen.text("terminal.prompt"))
            goes_back = self.words.get(answer.lower()) == "back"
            if not answer and count == 1:
                return 0
            if goes_back and back:
                return None
            if goes_back or not answer:
                self.draw(seat, asked)
            elif not self.command(seat, answer):
                place = _index(answer, count, read)
                if place is not None:
                    return place
                self.refuse(seat, asked, hint or self.screen.text("terminal.not_understood"))

    def command(self, seat: Seat, answer: str) -> bool:
        if self.words.get(answer.lower()) == "landscapes":
            self.screen.say(self._table(seat).others())
            return True
        return super().command(seat, answer)

    def above(self, seat: Seat, room: int) -> RenderableType:
        """Draw as much as fits: with the others' landscapes, or less and less of the rest."""
        table, width = self._table(seat), self.screen.width
        drawn = self.screen.rendered(table.drawn(width, self._labels))
        if not self.screen.is_terminal:
            return drawn
        if len(drawn.lines) > room:
            drawn = self.screen.rendered(table.drawn(width, self._labels, flat=True))
            if len(drawn.lines) > room:
                return table.drawn(width, self._labels, flat=True, tight=True)
            return drawn
        others = self.screen.rendered(table.others())
        spare = room - len(drawn.lines) - LOG
        return Group(drawn, others) if len(others.lines) <= spare else drawn

    def below(self, seat: Seat) -> RenderableType:
        return Group(*self._table(seat).goals())

    def explained(self, seat: Seat) -> RenderableType:
        texts = self.screen.texts
        kinds = Text(" · ").join(
            drawing.short(texts, terrain).append(f" {texts.text(f'terrain.{terrain}')}", style="")
            for terrain in TERRAINS
        )
        return Group(pages.help_page(texts, HELP, "commands_land", self.more_words), kinds)

    def _table(self, seat: Seat) -> KuhfsteinTableDrawing:
        playable = {
            option.action.card
            for option in self.match.options(seat)
            if isinstance(option, Placement) and isinstance(option.action, PlayCard)
        }
        return KuhfsteinTableDrawing(self.screen.texts, self.seating, self._view(seat), playable)

    def _view(self, seat: Seat) -> KuhfsteinView:
        view: KuhfsteinView = self.view(seat)
        return view

    def _wording(self, seat: Seat) -> KuhfsteinWording:
        return KuhfsteinWording(self.screen.texts, self.seating.names, self._view(seat))


def _entries(options: Sequence[Option]) -> list[Action | Placement]:
    """List the choices: each kind of tile and each card once, before its position is chosen."""
    entries: list[Action | Placement] = []
    for option in options:
        if isinstance(option, Placement):
            entries.append(option)
        else:
            entries += option.expand()
    return entries


def _listed(lines: Sequence[str]) -> RenderableType:
    numbered = [
        Text.assemble((f"{number:>3} ", "bold cyan"), line)
        for number, line in enumerate(lines, start=1)
    ]
    return Columns(numbered, padding=(0, 2), column_first=False)


def _index(answer: str, count: int, read: Callable[[str], int | None]) -> int | None:
    """Read an answer by `read` or, if that does not understand it, as a number up to `count`."""
    place = read(answer)
    if place is None and answer.isdecimal() and 0 < int(answer) <= count:
        return int(answer) - 1
    return place
