"""The screen and the keyboard: output, questions, and leaving."""

from __future__ import annotations

import io
import sys
from typing import Any, Final, TextIO

from rich.console import Console, RenderableType
from rich.segment import SegmentLines
from rich.text import Text

from kuhstall.cli import leaving
from kuhstall.messages import Catalogue

NARROWEST: Final = 24
"""In a narrower window the terminal wraps the lines: we would cut them into single letters."""

LONGEST_ANSWER: Final = 400


class Left(Exception):
    """The player wants to leave: they typed the word for it, or closed the input."""


class Screen:
    """A console with a language. Without a terminal it reads and writes plain lines."""

    def __init__(
        self, texts: Catalogue, console: Console | None = None, keyboard: TextIO | None = None
    ) -> None:
        self.texts = texts
        self.keyboard = keyboard or sys.stdin
        for stream in (self.keyboard, sys.stdout):
            # An invalid input byte, or a character that the terminal cannot show, must not stop the
            # game.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = console or Console(markup=False, emoji=False, highlight=False)

    @property
    def width(self) -> int:
        return max(self.console.width, NARROWEST)

    @property
    def is_terminal(self) -> bool:
        """Return whether the screen can be cleared."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def text(self, key: str, /, **args: Any) -> str:
        return self.texts.text(key, **args)

    def say(self, what: RenderableType = "", style: str | None = None) -> None:
        shown = Text(what) if isinstance(what, str) else what
        self.console.print(shown, style=style, width=self.width)

    def say_unbroken(self, what: str) -> None:
        """Print a line with a path or an address in it: only the terminal wraps it."""
        self.console.print(Text(what), soft_wrap=True)

    def rendered(self, what: RenderableType) -> SegmentLines:
        """Render something into lines, to know their number before printing them."""
        options = self.console.options.update(width=self.width)
        return SegmentLines(self.console.render_lines(what, options, pad=False), new_lines=True)

    def page(self, what: RenderableType) -> None:
        """Print something that may be higher than the window, one page at a time."""
        lines, rows = self.rendered(what).lines, self.console.height - 1
        if not self.is_terminal or len(lines) <= rows:
            self.say(what)
            return
        for first in range(0, len(lines), rows):
            self.say(SegmentLines(lines[first : first + rows], new_lines=True))
            if first + rows < len(lines):
                self.ask(self.text("terminal.press_enter"))

    def clear(self) -> None:
        if self.is_terminal:
            self.console.clear()

    def wipe(self) -> None:
        """Clear the screen and the scrollback: another person looks next."""
        if self.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def ask(self, prompt: str) -> str:
        """Wait for a line; return it shortened and without surrounding spaces."""
        self.console.print(Text(prompt, style="bold"), end=" ", soft_wrap=True)
        self.console.file.flush()
        leaving.wait_for_line(self.keyboard)
        answer = self.keyboard.readline()
        if not answer:
            self.say()
            raise Left
        if not self.is_terminal:
            self.say()  # the end of the line was not echoed
        return answer.strip()[:LONGEST_ANSWER]
