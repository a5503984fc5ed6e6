"""People at one keyboard: each sees the own screen, and is asked until the answer is legal.

What is shown comes from the view, the options and the redacted log of the seat that is asked,
and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal import menu, pages, purse, table
from kuhstall.cli.terminal.company import Company
from kuhstall.cli.terminal.diary import Diary
from kuhstall.cli.terminal.menu import Entry, Menu, Silence
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.wording import Wording
from kuhstall.engine.match import Match
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action, Seat, Viewer
from kuhstall.games.kuhhandel.view import BiddingView, View

FEWEST_LINES: Final = 3
"""So much of the log is shown even where the table then does not fit the screen."""

AIRY: Final = 24
"""From so many rows on there is room for blank lines."""


class Asked(Struct, frozen=True):
    """What stands under the table: a question, and what may be answered."""

    question: str
    answers: RenderableType


class People:
    """Asks the person on a seat."""

    def __init__(self, match: Match, company: Company, diary: Diary, screen: Screen) -> None:
        self.match = match
        self.company = company
        self.diary = diary
        self.screen = screen
        self._words = pages.words(screen.texts)
        self._facing: Viewer = None

    def choose(self, seat: Seat) -> Action | None:
        """Return a legal action of the seat, or None where it may and does say nothing."""
        self._hand_over(seat)
        view = self._view(seat)
        open_bidding = isinstance(view.phase, BiddingView) and view.phase.polled is None
        cash = sum(view.seats[seat].purse or ())
        choices = menu.menu(self.match.options(seat), cash, silence=open_bidding)
        only = menu.only_pick(choices)
        while True:
            entry = only or self._chosen(seat, choices)
            if not isinstance(entry, Pick):
                return None if isinstance(entry, Silence) else entry
            action = self._laid(seat, entry, alone=entry is only)
            if action is not None:
                return action

    def _hand_over(self, seat: Seat) -> None:
        """Draw a curtain between two people, so that purses stay secret."""
        if self.company.people > 1 and seat != self._facing:
            self.screen.wipe()
            name = self.company.names[seat]
            answer = self.screen.ask(self.screen.text("terminal.hand_over", seat=name))
            if self._words.get(answer.lower()) == "quit":
                raise Left
        self._facing = seat

    def _chosen(self, seat: Seat, choices: Menu) -> Entry:
        wording = self._wording(seat)
        asked = Asked(self._question(seat), menu.drawn(choices, wording))
        self._draw(seat, asked)
        while True:
            answer = self.screen.ask(self.screen.text("terminal.prompt"))
            if not answer:
                if len(choices.entries) == 1:
                    return choices.entries[0]
                self._draw(seat, asked)
            elif not self._command(seat, answer):
                entry = choices.read(answer)
                if not isinstance(entry, str):
                    return entry
                self._refuse(seat, asked, self._mistyped(choices, entry))

    def _laid(self, seat: Seat, option: Pick, *, alone: bool) -> Action | None:
        """Ask for cards. None leads back to the menu, unless there is none."""
        texts = self.screen.texts
        demands = Group(*(Text(line, style="dim") for line in purse.demands(texts, option)))
        asked = Asked(
            self._question(seat) if alone else f"{self._wording(seat).pick(option)}.", demands
        )
        if alone or self.screen.is_terminal:
            self._draw(seat, asked)
        else:
            self.screen.say(demands)
        nothing = [word for word, meaning in self._words.items() if meaning == "none"]
        while True:
            answer = self.screen.ask(texts.text("terminal.prompt_cards"))
            cards = purse.read(answer, nothing) if answer else purse.default(option)
            if cards is not None:
                action = option.fill(cards)
                refusal = option.refusal(action)
                if refusal is None:
                    return action
                self._refuse(seat, asked, texts.text(f"refusal.{refusal}"))
            elif self._words.get(answer.lower()) == "back":
                if not alone:
                    return None
                self._draw(seat, asked)
            elif not answer:
                self._draw(seat, asked)
            elif not self._command(seat, answer):
                self._refuse(seat, asked, texts.text("terminal.not_cards"))

    def _command(self, seat: Seat, answer: str) -> bool:
        """Do what a word asks for that is no move; tell whether it was one."""
        texts = self.screen.texts
        match self._words.get(answer.lower()):
            case "help":
                self.screen.say(pages.help_page(texts))
            case "rules":
                self.screen.say(pages.rules_page(texts, self.company.names, self._view(seat)))
            case "log":
                for line in self.diary.lines(seat):
                    self.screen.say(self.company.coloured(line))
            case "quit":
                raise Left
            case _:
                return False
        return True

    def _mistyped(self, choices: Menu, code: str) -> str:
        """Say what could have been typed instead."""
        if code == "off_step":
            return self.screen.text("refusal.off_step")
        for amounts in choices.ranges:
            return self.screen.text("terminal.list_or_amount", low=amounts.low, high=amounts.high)
        return self.screen.text("terminal.not_understood")

    def _refuse(self, seat: Seat, asked: Asked, reason: str) -> None:
        """Say no under a table drawn anew: a few mistakes would scroll it out of sight."""
        refusal = Text(reason, style="bold red")
        if self.screen.is_terminal:
            # The log has been read, so it is what has to make room.
            self._draw(seat, Asked(asked.question, Group(asked.answers, refusal)), lines=0)
        else:
            self.screen.say(refusal)

    def _draw(self, seat: Seat, asked: Asked, lines: int = FEWEST_LINES) -> None:
        """Draw the table, the newest of the log that fits, and what is asked."""
        texts, view, wording = self.screen.texts, self._view(seat), self._wording(seat)
        rendered = self.screen.rendered
        above = rendered(table.drawn(texts, self.company, view, self.screen.width))
        money = view.seats[seat].purse or ()
        below = rendered(
            Group(
                *(self.company.coloured(line) for line in wording.situation()),
                Text(texts.text("table.purse", cards=texts.cards(money), sum=sum(money))),
                self.company.coloured(asked.question, style="bold"),
                asked.answers,
            )
        )
        self.screen.clear()
        self.screen.say(above)
        self._tell(seat, len(above.lines) + len(below.lines), lines)
        self.screen.say(below)
        self.diary.mark_read(seat)

    def _tell(self, seat: Seat, taken: int, fewest: int) -> None:
        """Show as much of the end of the log as there is room for; what is new is not dim."""
        lines, read = self.diary.lines(seat), self.diary.read_so_far(seat)
        airy = not self.screen.is_terminal or self.screen.console.height >= AIRY
        room = self.screen.console.height - taken - (4 if airy else 2)
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
            self.screen.say(self.company.coloured(line, style="" if place >= read else "dim"))
        if airy:
            self.screen.say()

    def _first_fitting(self, lines: Sequence[str], room: int) -> int:
        """Find from which line on the log fits into so many rows."""
        first = len(lines)
        while first > 0:
            room -= max(1, -(-cell_len(lines[first - 1]) // self.screen.width))
            if room < 0:
                break
            first -= 1
        return first

    def _view(self, seat: Seat) -> View:
        view: View = self.match.view(seat)
        return view

    def _question(self, seat: Seat) -> str:
        return self._wording(seat).question(seat, self.match.options(seat))

    def _wording(self, seat: Seat) -> Wording:
        return Wording(self.screen.texts, self.company.names, self._view(seat))
