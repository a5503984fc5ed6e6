"""A game at one keyboard, with people and bots."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping

from kuhstall.bots.bot import Bot
from kuhstall.cli.terminal.asking_order import AskingOrder
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.registry import find_parts
from kuhstall.cli.terminal.screen import Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Seat

LAST_LINES = 6


class BotFailedError(Exception):
    """A bot that does not answer, or chooses an illegal action."""

    def __init__(self, seat: Seat, why: str) -> None:
        super().__init__(why)
        self.seat = seat


class TerminalGame:
    """Asks the actors in turn until the game waits for none."""

    def __init__(
        self,
        match: Match,
        seating: Seating,
        bots: Mapping[Seat, Bot],
        screen: Screen,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        self.match = match
        self.seating = seating
        self.bots = bots
        self.screen = screen
        self.keep = keep
        self.parts = find_parts(match.view(None).edition)
        self.log_lines = LogLines(match, screen.texts, seating.names, self.parts.counting)
        self.people = self.parts.people(match, seating, self.log_lines, screen)

    def play(self) -> None:
        """Play until the game is over, then show the score sheet; save after each action."""
        order = AskingOrder(self.match.seats, self.parts.bids)
        while actors := self.match.actors:
            actor = order.next(actors, self.match.view(None).moment)
            if actor == CLOCK and not self.match.options(CLOCK):
                self.match.close()  # all were asked, so there is no need to wait for the clock
                self.keep()
                continue
            action = self._choice(actor)
            order.answered(actor, action)
            if action is not None:
                self._act(actor, action)
                self.keep()
        self._show_end()

    def _choice(self, actor: Actor) -> Action | None:
        if actor == CLOCK:
            return next(self.match.options(CLOCK)[0].expand())
        if actor in self.bots:
            return self._bots_choice(actor)
        return self.people.choose(actor)

    def _bots_choice(self, seat: Seat) -> Action:
        try:
            return self.bots[seat].choose(self.match.seen(seat))
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            why = f"{type(error).__name__}: {error} ({place.filename}, {place.lineno})"
            raise BotFailedError(seat, why) from error

    def _act(self, actor: Actor, action: Action) -> None:
        try:
            self.match.play(actor, action)
        except Illegal as illegal:
            if actor not in self.bots:
                raise
            raise BotFailedError(actor, f"{illegal.code}, {action!r}") from illegal

    def _show_end(self) -> None:
        """Show how the game ended. Several people may look, so show only what all may see."""
        viewer = 0 if self.seating.people == 1 else None
        view = self.match.view(viewer)
        self.screen.clear()
        for line in self.log_lines.lines(viewer)[-LAST_LINES:]:
            self.screen.say(self.seating.coloured(line))
        sheet = self.parts.sheet(self.screen.texts, self.seating.names, view)
        if sheet is not None:
            self.screen.say()
            self.screen.say(sheet)
