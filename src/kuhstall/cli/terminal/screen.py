"""The screen and the keyboard: how something is shown, how somebody is asked, how one leaves."""

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
"""Below this many columns lines are cut by the terminal, rather than by us into single letters."""

LONGEST_ANSWER: Final = 400


class Left(Exception):
    """Somebody has had enough, by the word for it or by closing the keyboard."""


class Screen:
    """A console with a language. Without a terminal it reads and writes plain lines."""

    def __init__(
        self, texts: Catalogue, console: Console | None = None, keyboard: TextIO | None = None
    ) -> None:
        self.texts = texts
        self.keyboard = keyboard or sys.stdin
        for stream in (self.keyboard, sys.stdout):
            # A wrong byte typed, or a letter that the terminal does not know, is no reason to stop.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = console or Console(markup=False, emoji=False, highlight=False)

    @property
    def width(self) -> int:
        return max(self.console.width, NARROWEST)

    @property
    def is_terminal(self) -> bool:
        """Whether the screen can be cleared."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def text(self, key: str, /, **args: Any) -> str:
        return self.texts.text(key, **args)

    def say(self, what: RenderableType = "", style: str | None = None) -> None:
        shown = Text(what) if isinstance(what, str) else what
        self.console.print(shown, style=style, width=self.width)

    def rendered(self, what: RenderableType) -> SegmentLines:
        """Set something into lines, to know how many there are before it is said."""
        options = self.console.options.update(width=self.width)
        return SegmentLines(self.console.render_lines(what, options, pad=False), new_lines=True)

    def page(self, what: RenderableType) -> None:
        """Say something that may be higher than the window, a windowful at a time."""
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
        """Clear the screen and all that could be scrolled back to: others look next."""
        if self.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def ask(self, prompt: str) -> str:
        """Wait for a line. Whatever is typed, it is short and has no spaces around it."""
        self.console.print(Text(prompt, style="bold"), end=" ", soft_wrap=True)
        self.console.file.flush()
        leaving.wait_for_line(self.keyboard)
        answer = self.keyboard.readline()
        if not answer:
            self.say()
            raise Left
        if not self.is_terminal:
            self.say()  # nobody echoes the end of the line
        return answer.strip()[:LONGEST_ANSWER]
