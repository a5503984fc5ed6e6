"""Simulates games over days: each player looks at the table a few times a day.

Bots decide, but only at the times when a person would look. Then they answer everything that the
table asks. Time is a number of hours.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.kernel import options
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.games.edition import Edition
from kuhstall.games.orders import OrderBook, StandingOrders, placed

_DAY: Final = 24.0
_DECIDES: Final = "medium"
_LIES: Final = 300 / 3600
"""How long envelopes lie at least; up to twice as long."""


class Habit(Struct, frozen=True):
    """How often a player looks in a day, and between which hours. All are in one time zone.

    `ordering`: the share of the players who leave standing orders each time they look.
    """

    looks: int = 3
    first: float = 7.0
    last: float = 23.0
    ordering: float = 0.0


class Course(Struct, frozen=True):
    """How a game over days went.

    `waits` is how often the table waited until a player looked: envelopes of several players are
    one wait, for the last of them. `visits` counts the looks at which a player had to do something,
    and `moves` the actions.
    """

    days: float
    waits: int
    visits: int
    moves: int


class Outcome(Struct, frozen=True):
    """The medians of many games."""

    rules: dict[str, Any]
    ordering: float
    players: int
    games: int
    days: float
    waits: float
    visits: float
    moves: float


def looks(habit: Habit, source: random.Random) -> Iterator[float]:
    """Yield random times at which a player looks, day after day."""
    morning = 0.0
    while True:
        times = [source.uniform(habit.first, habit.last) for _ in range(habit.looks)]
        yield from (morning + time for time in sorted(times))
        morning += _DAY


class _Days:
    """One game, hour by hour."""

    def __init__(self, edition: Edition, seats: int, seed: str, habit: Habit) -> None:
        chance = QuickChance(f"bots {seed}")
        self.habit = habit
        self.match = Match(edition, seats, QuickChance(seed))
        self.bots = [registry.make(_DECIDES, edition.key, seat, chance) for seat in range(seats)]
        self.orders: dict[Seat, StandingOrders] = {}
        self.thought: dict[Seat, int] = {}  # how much of the log the seat knew when it ordered
        self.lying = random.Random(f"{seed} lying")
        self.moment = -1
        self.opens = 0.0  # before that nothing that is handed in is opened
        self.last: tuple[Seat, Action] | None = None  # the answer that opens all of them
        self.hour, self.waits, self.visits, self.moves = 0.0, 1, 0, 0

    def look(self, hour: float, seat: Seat) -> None:
        """Let a seat do all that the table waits for, and leave orders."""
        self.hour = hour
        before, done = _question(self.match), 0
        opening = self.last is not None
        while self._waits_for(seat):
            self._hand_in(seat, self.bots[seat].choose(self.match.seen(seat)))
            done += 1
        self.moves += done
        self.visits += done > 0
        goes_on = _question(self.match) != before or (self.last is not None and not opening)
        self.waits += bool(self.match.actors) and goes_on
        heard = len(self.match.log)
        if seat < round(self.habit.ordering * self.match.seats) and self.thought.get(seat) != heard:
            self.thought[seat] = heard
            self.orders[seat] = _thought(self.match, self.bots[seat], seat)

    def open(self) -> None:
        """Open the envelopes that have lain long enough."""
        self.hour = self.opens
        if self.last is not None:
            (seat, action), self.last = self.last, None
            self.match.play(seat, action)
            self._follow()

    def _waits_for(self, seat: Seat) -> bool:
        return self.last is None and seat in self.match.actors

    def _hand_in(self, seat: Seat, action: Action) -> None:
        match = self.match
        is_last = match.table.phase.ordered(match.table) and match.actors == (seat,)
        if is_last and self.hour < self.opens:
            self.last = seat, action
            return
        match.play(seat, action)
        self._follow()

    def _follow(self) -> None:
        """Answer with the standing orders if the phase allows orders."""
        match = self.match
        if match.table.moment == self.moment or not match.table.phase.ordered(match.table):
            return
        self.moment = match.table.moment
        self.opens = self.hour + _LIES * self.lying.uniform(1, 2)
        book: OrderBook[Any] | None = match.table.edition.game.orders
        for seat, orders in self.orders.items() if book is not None else ():
            action = book.envelope(match.table, seat, orders) if book is not None else None
            if action is not None:
                self._hand_in(seat, action)


def play_over_days(edition: Edition, seats: int, seed: str, habit: Habit) -> Course:
    """Play one game to its end."""
    people = [looks(habit, random.Random(f"{seed} {seat}")) for seat in range(seats)]
    coming = [(next(person), seat) for seat, person in enumerate(people)]
    heapq.heapify(coming)
    days = _Days(edition, seats, seed, habit)
    while days.match.actors:
        if days.last is not None and days.opens <= coming[0][0]:
            days.open()
        else:
            days.look(*heapq.heapreplace(coming, _after(coming, people)))
    return Course(days.hour / _DAY, days.waits, days.visits, days.moves)


def _question(match: Match) -> tuple[int, tuple[Seat, ...]]:
    """Return what the table waits for, from public facts: not who has handed something in."""
    return match.table.moment, match.table.phase.asked(match.table)


def _after(coming: Sequence[tuple[float, Seat]], people: Sequence[Iterator[float]]) -> Any:
    """Say when the next one to look will look again."""
    _, seat = coming[0]
    return next(people[seat]), seat


def _thought(match: Match, bot: Bot, seat: Seat) -> StandingOrders:
    """Order for each lot that is still to come what one would write if it were the next to come.

    And to auction off on one's own turn, if that is what one would do whatever comes.
    """
    table = match.table
    book: OrderBook[Any] | None = table.edition.game.orders
    prospects = () if book is None else book.prospects(table)
    amounts, plans = {}, []
    for one in prospects if book is not None else ():
        supposed = book.supposed(table, seat, one.lot) if book is not None else table
        view = table.edition.game.view(supposed, seat)
        seen = Seen(seat, view, options(supposed, seat), match.heard(seat))
        answer = bot.choose(seen)
        named = (getattr(answer, name, 0) for name in ("amount", "count", "times"))
        amounts[one.lot] = min(max(named), one.most)
        if one.step > 1:  # only an auction for money has room for a plan
            plans.append(getattr(answer, "ahead", False))
    return placed(prospects, amounts, others=False, ahead=bool(plans) and all(plans))


def over_days(
    edition: Edition, rules: Mapping[str, Any], seats: int, games: int, habit: Habit
) -> Outcome:
    """Play games at a slow table with these rules, and return their median length."""
    chosen = edition.hosted(rules, over_days=True)
    slow = edition.with_rules(chosen)
    courses = [play_over_days(slow, seats, f"{edition.key} {game}", habit) for game in range(games)]
    return Outcome(
        rules=chosen,
        ordering=habit.ordering,
        players=seats,
        games=games,
        days=round(median(course.days for course in courses), 1),
        waits=median(course.waits for course in courses),
        visits=median(course.visits for course in courses),
        moves=median(course.moves for course in courses),
    )
