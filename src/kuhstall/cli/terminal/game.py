"""A game at one keyboard: people in front of it, bots behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kuhstall.bots.bot import Bot
from kuhstall.cli.terminal.company import Company
from kuhstall.cli.terminal.diary import Diary
from kuhstall.cli.terminal.faces import face
from kuhstall.cli.terminal.order import Order
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.match import Match
from kuhstall.engine.values import CLOCK, Action, Actor, Seat

LAST_LINES = 6


class TerminalGame:
    """Asks whoever has to act until nobody has."""

    def __init__(
        self,
        match: Match,
        company: Company,
        bots: Mapping[Seat, Bot],
        screen: Screen,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        self.match = match
        self.company = company
        self.bots = bots
        self.screen = screen
        self.keep = keep
        self.diary = Diary(match, screen.texts, company.names)
        self.face = face(match.view(None))
        self.people = self.face.people(match, company, self.diary, screen)

    def play(self) -> None:
        """Play until the game is over, then show the score sheet; keep it after each action."""
        order = Order(self.match.seats)
        while actors := self.match.actors:
            actor = order.next(actors, self.match.view(None).moment)
            if actor == CLOCK and not self.match.options(CLOCK):
                self.match.close()  # everybody has been asked, so the clock need not wait
                self.keep()
                continue
            action = self._choice(actor)
            order.answered(actor, action)
            if action is not None:
                self.match.play(actor, action)
                self.keep()
        self._show_end()

    def _choice(self, actor: Actor) -> Action | None:
        if actor == CLOCK:
            return next(self.match.options(CLOCK)[0].expand())
        if actor in self.bots:
            return self.bots[actor].choose(self.match.seen(actor))
        return self.people.choose(actor)

    def _show_end(self) -> None:
        """Show how it ended. Several people look now, so only what everybody has heard."""
        viewer = 0 if self.company.people == 1 else None
        view = self.match.view(viewer)
        self.screen.clear()
        for line in self.diary.lines(viewer)[-LAST_LINES:]:
            self.screen.say(self.company.coloured(line))
        sheet = self.face.sheet(self.screen.texts, self.company.names, view)
        if sheet is not None:
            self.screen.say()
            self.screen.say(sheet)
