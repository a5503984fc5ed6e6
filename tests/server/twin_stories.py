"""Cases of the engine's twins, told as lists of what happens: for servers to go through."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from kuhstall.engine import kernel
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhfstein.events import KuhfsteinDealt
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from tests.games.twin import lockstep
from tests.games.twin.envelopes import Closing
from tests.games.twin.kuhfstein import KuhfsteinTwins
from tests.games.twin.kuhfstein_worlds import dealt_alike, with_a_future
from tests.games.twin.master import MasterTwins
from tests.games.twin.master_worlds import from_the_start
from tests.games.twin.mutant import REAL
from tests.games.twin.worlds import Pair

MOST_STEPS = 40
BOTS = 0.4
RETURNS = 0.1
LOOKS = 0.8


class Move(Struct, frozen=True):
    """What happens in the one world and in the other, and where it leads."""

    actor: Actor
    actions: tuple[Action, Action]
    after: tuple[KuhTable, KuhTable]


class Probe(Struct, frozen=True):
    """Something that the viewer tries, and that is refused."""

    action: Action
    late: int


class Return(Struct, frozen=True):
    """The viewer opens another socket, having seen all but some of the steps."""

    unseen: int


class Answers(Struct, frozen=True):
    """A sealed step: what each hands in, and in which order, in the one world and in the other."""

    held: tuple[list[tuple[Seat, Action]], list[tuple[Seat, Action]]]
    by_clock: bool
    looks: bool  # whether the viewer opens another socket before it is closed
    after: tuple[KuhTable, KuhTable]


Told: TypeAlias = Move | Probe | Return | Answers


class Story(lockstep.Twins):
    """A case of the engine's, told as a list of what happens.

    Of what chance or speed would decide, the seats' order does.
    """

    def __init__(self, seed: int) -> None:
        self.script: list[Told] = []
        self.logs: tuple[list[Event], list[Event]] = ([], [])
        self.dealt: tuple[KuhTable, KuhTable] | None = None
        super().__init__(seed, REAL)
        self.dealt = (self.one, self.other)
        others = [seat for seat in range(1, self.seats) if seat != self.viewer]
        self.bots = [seat for seat in others if self.random.random() < BOTS]

    def _edition(self) -> Edition:
        return super()._edition().with_rules({"envelope_tie": "seat_order"})

    def tell(self) -> None:
        """Go through the case as far as it is told here."""
        while self.case.steps < MOST_STEPS:
            if self.viewer is not None and self.random.random() < lockstep.PROBES:
                self._probe(self.viewer)
            if self.random.random() < RETURNS:
                self.script.append(Return(self.random.randint(0, 12)))
            if not self._goes_on() or not self.one.phase.actors(self.one):
                break

    def _step(self, actor: Actor, action: Action, twin: Action) -> None:
        super()._step(actor, action, twin)
        self.script.append(Move(actor, (action, twin), (self.one, self.other)))

    def _close(self, closing: Closing) -> None:
        """Let the others answer in any order, the viewer at the same time in both worlds."""
        one = self.one
        by_clock = CLOCK in one.phase.actors(one)
        hands: list[list[tuple[Seat, Action]]] = []
        sooner = self.random.random() < 0.5
        for table, held in zip((one, self.other), closing.held, strict=True):
            everybody = {seat: table.phase.default(table, seat) for seat in one.phase.actors(one)}
            answers = held if by_clock else everybody | held
            order = [(s, a) for s, a in answers.items() if a is not None and s != self.viewer]
            self.random.shuffle(order)
            own = [(s, a) for s, a in answers.items() if a is not None and s == self.viewer]
            hands.append(own + order if sooner else order + own)
        super()._close(closing)
        looks, after = self.random.random() < LOOKS, (self.one, self.other)
        self.script.append(Answers((hands[0], hands[1]), by_clock, looks, after))

    def _probe(self, seat: int) -> None:
        action = self._tried_here(seat)
        late = self.random.choice((0, 0, 0, 1))
        codes = {REAL.refused(table, seat, action) for table in (self.one, self.other)}
        if late or not codes & {None, "sealed"}:  # what is sealed would be held, not refused
            self.script.append(Probe(action, late))

    def _tried_here(self, seat: int) -> Action:
        return lockstep._probe(self.one, seat, self.random, self.seats)

    def _heard(
        self, one: KuhTable, other: KuhTable, log: list[Event], twin_log: list[Event]
    ) -> None:
        if self.dealt is None:
            self.logs = log, twin_log


class MasterStory(Story, MasterTwins):
    """A case of Kuhhandel Master."""

    SEATS = (2, 3, 3, 4, 5, 6)
    OPEN = 0.0

    def _edition(self) -> Edition:
        mode = self.random.choice(("realtime", "stepwise", "sealed"))
        rules = {"pedigree_mode": mode, "slap": "lottery", "slap_tie": "seat_order"}
        return super()._edition().with_rules(rules)

    def _laid_out(self) -> Pair:
        if self.late:
            return super()._laid_out()
        horizon = self.random.choice((2, 6, 12, 40))
        return from_the_start(self.random, self._edition(), self.seats, horizon=horizon)


class KuhfsteinStory(Story, KuhfsteinTwins):
    """A case of Kuhfstein, from anywhere in a game up to a shuffle."""

    SEATS = (2, 3, 4)

    def _laid_out(self) -> Pair:
        one, other, self.future, log = with_a_future(
            self.random, self.seats, self.viewer, MOST_STEPS
        )
        twin_log = [
            dealt_alike(event, other.world) if isinstance(event, KuhfsteinDealt) else event
            for event in log
        ]
        pair: Any = (one, other, log[1:], twin_log[1:])  # the service tells the opening itself
        found: Pair = pair
        return found

    def _goes_on(self) -> bool:
        if not self.future:
            return False
        actor, action = self.future.pop(0)
        one, _ = kernel.act(self.one, actor, action, SeededChance(b"one"))
        other, _ = kernel.act(self.other, actor, action, SeededChance(b"other"))
        self.one, self.other = one, other
        self.case.steps += 1
        self.script.append(Move(actor, (action, action), (one, other)))
        return True

    def _tried_here(self, seat: int) -> Action:
        return self._tried(seat)
