"""Human players of Kuhhandel: each is asked until the answer is legal."""

from __future__ import annotations

import time

from rich.console import Group, RenderableType
from rich.text import Text

from kuhstall.cli.terminal import pages
from kuhstall.cli.terminal.keyboard import Asked, Keyboard
from kuhstall.cli.terminal.kuhhandel import menu, table, typed_cards
from kuhstall.cli.terminal.kuhhandel.help_parts import help_parts
from kuhstall.cli.terminal.kuhhandel.master import countdown, passing
from kuhstall.cli.terminal.kuhhandel.menu import Entry, Menu, Silence
from kuhstall.cli.terminal.kuhhandel.wording import Wording
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.screen import Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.master.actions import Wait
from kuhstall.games.kuhhandel.master.view import CountdownView, RatEnvelopesView
from kuhstall.games.kuhhandel.view import BiddingView
from kuhstall.games.kuhhandel.wire import View


class KuhhandelPeople(Keyboard):
    """Asks the person on a seat in a game of Kuhhandel."""

    def __init__(self, match: Match, seating: Seating, log_lines: LogLines, screen: Screen) -> None:
        super().__init__(match, seating, log_lines, screen)
        self._minds = countdown.Minds()

    def choose(self, seat: Seat) -> Action | None:
        """Return a legal action of the seat, or None if it may do nothing, and does."""
        phase = self._view(seat).phase
        if isinstance(phase, CountdownView):
            return self._slapped(seat, phase)
        if isinstance(phase, RatEnvelopesView):
            self.hand_over(seat)
            entry = self._chosen(seat, passing.menu(self.match.options(seat)))
            return entry if isinstance(entry, Action) else None
        return self._decided(seat)

    def _slapped(self, seat: Seat, phase: CountdownView) -> Action:
        """Ask at a step of a countdown. A single person is not asked again once they have decided.

        With several people that would show who has decided, and sealed answers are secret.
        """
        options = self.match.options(seat)
        if self.seating.people == 1 and self._minds.made_up(seat, phase, options):
            return Wait()
        self.hand_over(seat)
        begun = time.monotonic()
        entry = self._chosen(seat, countdown.menu(options, phase.count))
        action = entry if isinstance(entry, Action) else Wait()
        self._minds.note(seat, phase, action)
        return countdown.timed(action, options, time.monotonic() - begun)

    def _decided(self, seat: Seat) -> Action | None:
        view = self._view(seat)
        open_bidding = isinstance(view.phase, BiddingView) and view.phase.polled is None
        if not open_bidding and (sole := self.sole(seat)) is not None:
            return sole
        self.hand_over(seat)
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

    def _chosen(self, seat: Seat, choices: Menu) -> Entry:
        wording = self._wording(seat)
        asked = Asked(self._question(seat), menu.drawn(choices, wording))
        self.draw(seat, asked)
        while True:
            answer = self.screen.ask(self.screen.text("terminal.prompt"))
            if not answer:
                if choices.enter is not None:
                    return choices.enter
                self.draw(seat, asked)
            elif not self.command(seat, answer):
                entry = choices.read(answer)
                if not isinstance(entry, str):
                    return entry
                self.refuse(seat, asked, self._mistyped(choices, entry))

    def _laid(self, seat: Seat, option: Pick, *, alone: bool) -> Action | None:
        """Ask for cards. None goes back to the menu, if there is one."""
        texts = self.screen.texts
        asked = self._ask_for_cards(seat, option, alone=alone)
        nothing = [word for word, meaning in self.words.items() if meaning == "none"]
        while True:
            answer = self.screen.ask(texts.text("terminal.prompt_cards"))
            cards = typed_cards.read(answer, nothing) if answer else typed_cards.default(option)
            if cards is not None:
                action = option.fill(cards)
                refusal = option.refusal(action)
                if refusal is None:
                    return action
                self.refuse(seat, asked, texts.text(f"refusal.{refusal}"))
            elif self.words.get(answer.lower()) == "back":
                if not alone:
                    return None
                self.draw(seat, asked)
            elif not answer:
                self.draw(seat, asked)
            elif not self.command(seat, answer):
                self.refuse(seat, asked, texts.text("terminal.not_cards"))

    def _ask_for_cards(self, seat: Seat, option: Pick, *, alone: bool) -> Asked:
        texts = self.screen.texts
        demands = Group(*(Text(line, style="dim") for line in typed_cards.demands(texts, option)))
        asked = Asked(
            self._question(seat) if alone else f"{self._wording(seat).pick(option)}.", demands
        )
        if alone or self.screen.is_terminal:
            self.draw(seat, asked)
        else:
            self.screen.say(demands)
        return asked

    def _mistyped(self, choices: Menu, code: str) -> str:
        """Say what can be typed instead."""
        if code == "off_step":
            return self.screen.text("refusal.off_step")
        if choices.keys:
            high = countdown.most(choices)
            return self.screen.text("terminal.number_of_cards", low=0, high=high)
        for amounts in choices.ranges:
            return self.screen.text("terminal.list_or_amount", low=amounts.low, high=amounts.high)
        return self.screen.text("terminal.not_understood")

    def above(self, seat: Seat, room: int) -> RenderableType:
        return table.drawn(self.screen.texts, self.seating, self._view(seat), self.screen.width)

    def below(self, seat: Seat) -> RenderableType:
        money = self._view(seat).seats[seat].purse or ()
        cards = self.screen.texts.cards(money)
        return Group(
            *(self.seating.coloured(line) for line in self._wording(seat).situation()),
            Text(self.screen.text("table.purse", cards=cards, sum=sum(money))),
        )

    def explained(self, seat: Seat) -> RenderableType:
        return pages.help_page(self.screen.texts, help_parts(self._view(seat)))

    def _view(self, seat: Seat) -> View:
        view: View = self.view(seat)
        return view

    def _question(self, seat: Seat) -> str:
        return self._wording(seat).question(seat, self.match.options(seat))

    def _wording(self, seat: Seat) -> Wording:
        return Wording(self.screen.texts, self.seating.names, self._view(seat))
