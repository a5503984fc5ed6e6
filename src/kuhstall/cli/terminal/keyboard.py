"""A keyboard that people share, whatever the game: whose turn it is to look, what they are shown.

What is shown comes from the view, the options and the redacted log of the seat that is asked,
and from nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal import pages
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action, Seat, Viewer

FEWEST_LINES: Final = 2
"""How much of the log is shown even if the table then does not fit the screen."""

AIRY: Final = 24
"""A window this high has room for blank lines."""

TIGHT: Final = 2
"""Rows that are always needed: for what is typed, and to say that the log goes on."""


class Asked(Struct, frozen=True):
    """What stands under the table: a question, and what may be answered."""

    question: str
    answers: RenderableType


class Keyboard(ABC):
    """Shows the person on a seat the table and the log; each game asks in its own way.

    `more_words` are what may be typed in this game alone.
    """

    more_words: ClassVar[tuple[str, ...]] = ()

    def __init__(self, match: Match, seating: Seating, log_lines: LogLines, screen: Screen) -> None:
        self.match = match
        self.seating = seating
        self.log_lines = log_lines
        self.screen = screen
        self.words = pages.words(screen.texts, self.more_words)
        self._facing: Viewer = None

    @abstractmethod
    def choose(self, seat: Seat) -> Action | None:
        """Return a legal action of the seat, or None where it may and does say nothing."""

    @abstractmethod
    def above(self, seat: Seat, room: int) -> RenderableType:
        """Draw the table, which stands above the log, in `room` rows if that is possible."""

    @abstractmethod
    def below(self, seat: Seat) -> RenderableType:
        """Draw what goes on and what the seat holds, which stands above the question."""

    @abstractmethod
    def explained(self, seat: Seat) -> RenderableType:
        """Return the help page."""

    def view(self, seat: Seat) -> Any:
        return self.match.view(seat)

    def sole(self, seat: Seat) -> Action | None:
        """Return the only thing that somebody who plays alone can do: nobody has to ask for it.

        Where several share the keyboard, they would see who is not asked, and could tell why.
        """
        options = self.match.options(seat)
        if self.seating.people > 1 or any(isinstance(option, Pick) for option in options):
            return None
        possible = list(islice((action for one in options for action in one.expand()), 2))
        return possible[0] if len(possible) == 1 else None

    def hand_over(self, seat: Seat) -> None:
        """Draw a curtain between two people, so that hands stay secret."""
        if self.seating.people > 1 and seat != self._facing:
            self.screen.wipe()
            name = self.seating.names[seat]
            answer = self.screen.ask(self.screen.text("terminal.hand_over", seat=name))
            if self.words.get(answer.lower()) == "quit":
                raise Left
        self._facing = seat

    def command(self, seat: Seat, answer: str) -> bool:
        """Do what a typed word asks for, unless it is a move; tell whether it was such a word."""
        texts = self.screen.texts
        match self.words.get(answer.lower()):
            case "help":
                self.screen.page(self.explained(seat))
            case "rules":
                self.screen.page(pages.rules_page(texts, self.seating.names, self.view(seat)))
            case "log":
                for line in self.log_lines.lines(seat):
                    self.screen.say(self.seating.coloured(line))
            case "quit":
                raise Left
            case _:
                return False
        return True

    def refuse(self, seat: Seat, asked: Asked, reason: str) -> None:
        """Say no under a table drawn anew: a few mistakes would scroll it out of sight."""
        refusal = Text(reason, style="bold red")
        if self.screen.is_terminal:
            # The log has been read, so it is what has to make room.
            self.draw(seat, Asked(asked.question, Group(asked.answers, refusal)), lines=0)
        else:
            self.screen.say(refusal)

    def draw(self, seat: Seat, asked: Asked, lines: int = FEWEST_LINES) -> None:
        """Draw the table, the newest of the log that fits, and what is asked."""
        rendered, height = self.screen.rendered, self.screen.console.height
        question = self.seating.coloured(asked.question, style="bold")
        below = rendered(Group(self.below(seat), question, asked.answers))
        room = height - len(below.lines) - TIGHT
        above = rendered(self.above(seat, room - lines))
        lines = max(0, min(lines, room - len(above.lines)))  # the title matters more than the log
        self.screen.clear()
        self.screen.say(above)
        self._tell(seat, len(above.lines) + len(below.lines), lines)
        self.screen.say(below)
        self.log_lines.mark_read(seat)

    def _tell(self, seat: Seat, taken: int, fewest: int) -> None:
        """Show as much of the end of the log as there is room for; what is new is not dim."""
        lines, read = self.log_lines.lines(seat), self.log_lines.read_so_far(seat)
        height = self.screen.console.height
        airy = not self.screen.is_terminal or height >= max(AIRY, taken + fewest + TIGHT + 2)
        room = height - taken - (TIGHT + 2 if airy else TIGHT)
        first = self._first_fitting(lines, max(fewest, room))
        if not self.screen.is_terminal:
            first = read
        if airy:
            self.screen.say()
        if first > read:
            word = self.screen.text("terminal.words.log")
            more = self.screen.text("terminal.log_more", count=first - read, word=word)
            self.screen.say(more, style="cyan")
        for place, line in enumerate(lines[first:], start=first):
            self.screen.say(self.seating.coloured(line, style="" if place >= read else "dim"))
        if airy:
            self.screen.say()

    def _first_fitting(self, lines: Sequence[str], room: int) -> int:
        """Find the first line from which the log fits into `room` rows."""
        first = len(lines)
        while first > 0:
            room -= max(1, -(-cell_len(lines[first - 1]) // self.screen.width))
            if room < 0:
                break
            first -= 1
        return first
