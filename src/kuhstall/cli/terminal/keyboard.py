"""A keyboard shared by several people, for any game: whose turn it is, and what is shown.

What is shown comes only from the view, the options and the redacted log of the seat that is asked.
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
"""Lines of the log that are shown even if the table then does not fit the screen."""

AIRY: Final = 24
"""A window of this height has room for blank lines."""

TIGHT: Final = 2
"""Rows that are always needed: for the input, and for the note that the log is longer."""


class Asked(Struct, frozen=True):
    """The part below the table: a question, and the possible answers."""

    question: str
    answers: RenderableType


class Keyboard(ABC):
    """Shows the table and the log to the person on a seat; each game asks in its own way.

    `more_words` are the words that can be typed in this game only.
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
        """Return a legal action of the seat, or None if it may do nothing, and does."""

    @abstractmethod
    def above(self, seat: Seat, room: int) -> RenderableType:
        """Draw the table, which is above the log, in `room` rows if possible."""

    @abstractmethod
    def below(self, seat: Seat) -> RenderableType:
        """Draw the situation and what the seat holds, which is above the question."""

    @abstractmethod
    def explained(self, seat: Seat) -> RenderableType:
        """Return the help page."""

    def view(self, seat: Seat) -> Any:
        return self.match.view(seat)

    def sole(self, seat: Seat) -> Action | None:
        """Return the only possible action of a single person, who need not be asked.

        If several people share the keyboard, they would notice who is not asked, and could infer
        why.
        """
        options = self.match.options(seat)
        if self.seating.people > 1 or any(isinstance(option, Pick) for option in options):
            return None
        possible = list(islice((action for one in options for action in one.expand()), 2))
        return possible[0] if len(possible) == 1 else None

    def hand_over(self, seat: Seat) -> None:
        """Hide the screen between two people, so that hands stay secret."""
        if self.seating.people > 1 and seat != self._facing:
            self.screen.wipe()
            name = self.seating.names[seat]
            answer = self.screen.ask(self.screen.text("terminal.hand_over", seat=name))
            if self.words.get(answer.lower()) == "quit":
                raise Left
        self._facing = seat

    def command(self, seat: Seat, answer: str) -> bool:
        """Run a typed command word, unless it is a move; return whether it was one."""
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
        """Redraw the table with a refusal below it, as repeated ones would scroll it away."""
        refusal = Text(reason, style="bold red")
        if self.screen.is_terminal:
            # The log has been read already, so it makes room.
            self.draw(seat, Asked(asked.question, Group(asked.answers, refusal)), lines=0)
        else:
            self.screen.say(refusal)

    def draw(self, seat: Seat, asked: Asked, lines: int = FEWEST_LINES) -> None:
        """Draw the table, as much of the latest log as fits, and the question."""
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
        """Show as much of the end of the log as fits; read lines are dim."""
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
