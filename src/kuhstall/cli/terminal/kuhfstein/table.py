"""The table as one viewer sees it: standings, displays, and the viewer's landscape and hand."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kuhstall.cli.terminal.kuhfstein import drawing
from kuhstall.cli.terminal.kuhfstein.drawing import Marks
from kuhstall.cli.terminal.kuhfstein.wording import KuhfsteinWording
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.values import Seat
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.view import ActingView, KuhfsteinSeatView, KuhfsteinView
from kuhstall.messages import Catalogue

WIDE: Final = 76
"""A window of this width shows the cards beside the landscape; a narrower one, above it."""

BONUSES_IN_LOW_WINDOW: Final = 2
"""The number of bonus fields that are named in a low window."""

_POINTER: Final = "▸"
_COLUMNS: Final = ("points", "tiles", "cows", "home", "planted", "hand_count")


class KuhfsteinTableDrawing:
    """Draws one viewer's view. `playable` are the cards in hand that can be placed now."""

    def __init__(
        self, texts: Catalogue, seating: Seating, view: KuhfsteinView, playable: set[CardId]
    ) -> None:
        self.texts = texts
        self.seating = seating
        self.view = view
        self.playable = playable
        self.own = view.seats[view.viewer or 0]

    def drawn(
        self, width: int, labels: Marks, *, flat: bool = False, tight: bool = False
    ) -> RenderableType:
        """Draw everything. For a low window, `flat` puts every card on one line.

        `tight` also puts the standings on one line, and leaves out the less important parts.
        """
        parts: list[RenderableType] = [self._heading(width)]
        if tight:
            parts += [self._points(), *self._facts(flat=flat)[1:]]
        else:
            parts += [self._standings(), *self._facts(flat=flat)]
        landscape = drawing.landscape(self.texts, self.own, labels)
        heading = Text(self.texts.text("terminal.land.landscape"), style="bold")
        land = Group(landscape) if tight else Group(heading, landscape)
        if width < WIDE:
            return Group(*parts, self._cards(flat=flat), land)
        sides = Table.grid(padding=(0, 4, 0, 0))
        sides.add_row(land, self._cards(flat=flat))
        return Group(*parts, sides)

    def _heading(self, width: int) -> Rule:
        view, text = self.view, self.texts.text
        facts = [
            text("terminal.land.supply", count=view.tiles),
            text("terminal.land.pile", count=view.pile),
            text("terminal.land.trees", count=view.trees),
        ]
        if view.aside:
            facts.insert(1, text("terminal.land.aside", count=len(view.aside)))
        title = " · ".join([text(f"edition.{view.edition}.title"), *facts])
        if cell_len(title) + 4 > width:
            title = " · ".join(facts)
        return Rule(Text(title, style="bold"), align="left", style="dim")

    def _standings(self) -> Table:
        rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        rows.add_column(no_wrap=True)
        for column in _COLUMNS:
            heading = self.texts.text(f"terminal.land.{column}")
            rows.add_column(heading, justify="right", no_wrap=True)
        for seat, place in enumerate(self.view.seats):
            counts = (
                place.score,
                len(place.tiles),
                len(place.cows),
                place.supply,
                len(place.trees),
                place.cards,
            )
            rows.add_row(self._name(seat), *map(str, counts))
        return rows

    def _points(self) -> Text:
        """Say in one line whose turn it is, and how many points each player has."""
        places = enumerate(self.view.seats)
        told = [self._name(seat).append(f" {place.score}") for seat, place in places]
        return Text(" ·").join(told)

    def _name(self, seat: Seat) -> Text:
        asked = KuhfsteinWording(self.texts, self.seating.names, self.view).asked() == seat
        text = Text(f"{_POINTER if asked else ' '} ", style="bold")
        text.append(self.seating.names[seat], style=f"bold {self.seating.style(seat)}")
        if seat == self.view.viewer:
            text.append(f" ({self.texts.text('seat.you')})")
        if seat == self.view.fox:
            text.append(f" ({self.texts.text('terminal.land.fox')})", style="dim")
        return text

    def _facts(self, *, flat: bool) -> list[Text]:
        text = self.texts.text
        bonuses = [
            f"{field.position} {text(f'bonus.{field.bonus}')}"
            for field in self.view.track[self.own.reached :]
        ]
        if flat and len(bonuses) > BONUSES_IN_LOW_WINDOW:
            bonuses[BONUSES_IN_LOW_WINDOW:] = ["…"]
        track = " · ".join([*bonuses, text("terminal.land.track_goal", points=self.view.threshold)])
        facts = [Text(f"{text('terminal.land.track')}: {track}"), self._display()]
        if self.view.last_round and isinstance(self.view.phase, ActingView):
            facts.append(Text(text("terminal.land.last_round"), style="bold red"))
        return facts

    def _display(self) -> Text:
        before, _, after = self.texts.text("terminal.land.display", tiles="\0").partition("\0")
        line = Text(before)
        for terrain in self.view.display:
            line.append_text(drawing.short(self.texts, terrain))
            line.append(f" {self.texts.text(f'terrain.{terrain}')}  ")
        if not self.view.display:
            line.append(self.texts.text("terminal.land.display_none"))
        return line.append(after)

    def _cards(self, *, flat: bool) -> Group:
        text = self.texts.text
        hand = self.own.hand or ()
        parts: list[RenderableType] = [
            Text(text("terminal.land.cards"), style="bold"),
            drawing.beside([drawing.card(self.texts, face, flat=flat) for face in self.view.cards]),
            Text(text("terminal.land.hand"), style="bold").append(
                f" ({drawing.PLAYABLE} {text('terminal.land.playable')})", style="dim"
            ),
        ]
        if hand:
            faces = [
                drawing.card(self.texts, face, playable=face.card in self.playable, flat=flat)
                for face in hand
            ]
            parts.append(drawing.beside(faces))
        else:
            parts.append(Text(text("terminal.land.hand_none"), style="dim"))
        return Group(*parts)

    def goals(self) -> list[Text]:
        """List the viewer's goals, which other players do not see."""
        wording = KuhfsteinWording(self.texts, self.seating.names, self.view)
        named = "; ".join(wording.goal(goal) for goal in self.own.goals or ())
        return [Text(f"{self.texts.text('terminal.land.goals')}: {named}")]

    def others(self) -> RenderableType:
        """Draw the landscapes of the other players, small, each below its owner's name."""
        return drawing.beside(
            [
                self._other(seat, place)
                for seat, place in enumerate(self.view.seats)
                if seat != self.view.viewer
            ]
        )

    def _other(self, seat: Seat, place: KuhfsteinSeatView) -> Text:
        heading = Text(self.texts.text("terminal.land.landscape_of", seat=self.seating.names[seat]))
        heading.stylize(f"bold {self.seating.style(seat)}")
        marks = drawing.standing(place)
        return Text("\n").join([heading, drawing.small(self.texts, place, marks)])
