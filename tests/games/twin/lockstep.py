"""Lock-step: the same game in two worlds, and everything one viewer observes, byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.option import Choice, Pick, Range
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat, Viewer
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    BuyOut,
    CallOut,
    ChallengeTrade,
    NameMaximum,
    Offer,
    Pass,
    Pay,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.actions import Counter as CounterOffer
from kuhstall.games.kuhhandel.cards import ANIMALS
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import EnvelopesOpened, GameEnded, LotRevealed, TradeSettled
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from tests.games.twin import envelopes
from tests.games.twin.entitlement import lesson
from tests.games.twin.envelopes import Closing, Held
from tests.games.twin.subject import Subject
from tests.games.twin.worlds import Pair, from_late_on, from_the_start, random_edition

MOST_STEPS = 120
PROBES = 0.15
FORCED = 0.8
TRIES = 12


SEALED_PROBES = 0.4


class Leak(Struct, frozen=True):
    """A difference that the viewer observed and was not entitled to."""

    step: int
    what: str
    one: bytes
    other: bytes


class Case(Struct):
    """How a case went."""

    leak: Leak | None = None
    steps: int = 0
    divergences: int = 0
    events: Counter[str] = msgspec.field(default_factory=Counter)
    probes: int = 0


class Twins:
    """One case: a seed makes the worlds, the viewer, and every choice."""

    SEATS: ClassVar[tuple[int, ...]] = (3, 4, 4, 5)

    def __init__(self, seed: int, subject: Subject) -> None:
        self.random = Random(seed)
        self.chance = QuickChance(seed)
        self.subject = subject
        self.seats: int = self.random.choice(self.SEATS)
        self.viewer: Viewer = (
            None if self.random.random() < 0.2 else self.random.randrange(self.seats)
        )
        self.late = self.random.random() < 0.3
        self.one, self.other, log, twin_log = self._laid_out()
        self.case = Case()
        self._heard(self.one, self.other, log, twin_log)

    def _laid_out(self) -> Pair:
        edition = self._edition()
        if self.late:
            return from_late_on(self.random, edition, self.seats, self.viewer)
        return from_the_start(self.random, edition, self.seats)

    def _edition(self) -> Edition:
        return random_edition(self.random, self.seats)

    def run(self) -> Case:
        while self.case.leak is None and self.case.steps < MOST_STEPS:
            if self.viewer is not None and self.random.random() < PROBES:
                self._probe(self.viewer)
            if not self._goes_on():
                break
        return self.case

    def _goes_on(self) -> bool:
        """Go one step on, if there is one that teaches the viewer the same in both worlds."""
        if self.one.phase.sealed:
            return self._opens()
        chosen = self._choose()
        if chosen is not None:
            self._step(*chosen)
        return chosen is not None

    def _choose(self) -> tuple[Actor, Action, Action] | None:
        """Find actions that are legal in both worlds and teach the viewer the same."""
        actors = self.one.phase.actors(self.one)
        for _ in range(TRIES if actors else 0):
            actor = self.random.choice(actors)
            if actor == CLOCK and self.random.random() < 0.6:
                continue
            found = list(self._pairs(actor))
            if found:
                apart = [pair for pair in found if pair[0] != pair[1]]
                pairs = apart if apart and self.random.random() < FORCED else found
                action, twin = self.random.choice(pairs)
                if self._teach_the_same(actor, action, twin):  # also with all others prepared
                    return actor, action, twin
        return None

    def _teach_the_same(self, actor: Actor, action: Action, twin: Action) -> bool:
        taught = lesson(self.one, actor, action, self.viewer)
        return taught == lesson(self.other, actor, twin, self.viewer)

    def _pairs(self, actor: Actor) -> Iterator[tuple[Action, Action]]:
        for _ in range(3):
            action = self._drawn(self.one, actor)
            self._prepare(actor, action)
            for twin in self._twins(actor, action):
                if _admitted(self.other, actor, twin) and self._teach_the_same(actor, action, twin):
                    yield action, twin

    def _drawn(self, table: KuhTable, actor: Actor) -> Action:
        return _drawn(table, actor, self.random, self.chance)

    def _prepare(self, actor: Actor, action: Action) -> None:
        """Settle what is still open in the other world, before the viewer sees it."""

    def _twins(self, actor: Actor, action: Action) -> Iterator[Action]:
        """Offer actions for the other world: the same, and others that only look the same."""
        yield action
        if actor != self.viewer and isinstance(action, Pay | Offer | CounterOffer):
            for _ in range(6):
                yield _drawn(self.other, actor, self.random, self.chance, like=action)

    def _step(self, actor: Actor, action: Action, twin: Action) -> None:
        one, other = self.one, self.other
        self.case.steps += 1
        if action != twin or one.world != other.world:
            self.case.divergences += 1
        self.one, log = self.subject.act(one, actor, action, SeededChance(b"one"))
        self.other, twin_log = self.subject.act(other, actor, twin, SeededChance(b"other"))
        if _ended_apart(self.one, log, twin_log):
            return
        self._heard(one, other, log, twin_log)
        self.case.events.update(type(event).__name__ for event in log)
        self._mark(log)

    # Sealed steps

    def _opens(self) -> bool:
        if self.viewer is not None and self.random.random() < SEALED_PROBES:
            self._probe(self.viewer)
        closing = self._closing()
        if closing is not None:
            self._close(closing)
        return closing is not None

    def _closing(self) -> Closing | None:
        """Find envelopes for both worlds, so that they end alike for the viewer."""
        return envelopes.closing(self.one, self.other, self.viewer, self.random)

    def _close(self, closing: Closing) -> None:
        one, other = self.one, self.other
        self.case.steps += 1
        held, twin_held = closing.held
        self._while_sealed(held, twin_held)
        self.case.divergences += held != twin_held or one.world != other.world
        chances = [SeededChance(seed) for seed in closing.seeds]
        self.one, log = self.subject.unseal(one, held, chances[0])
        self.other, twin_log = self.subject.unseal(other, twin_held, chances[1])
        self._note_closing(held, twin_held, log)
        if _ended_apart(self.one, log, twin_log):
            return
        self._heard(one, other, log, twin_log)
        self.case.events.update(type(event).__name__ for event in log)

    def _while_sealed(self, held: Held, twin_held: Held) -> None:
        """Look while others hand in, in another order and number in each world."""
        for acted in (False, True):
            seen = [
                self.subject.waiting(table, self._so_far(hands, acted=acted), self.viewer)
                for table, hands in ((self.one, held), (self.other, twin_held))
            ]
            self._compare("while sealed", *map(msgspec.json.encode, seen))

    def _so_far(self, hands: Mapping[Seat, Action], *, acted: bool) -> Held:
        return {
            seat: action
            for seat, action in hands.items()
            if (acted if seat == self.viewer else self.random.random() < 0.5)
        }

    def _note_closing(self, held: Held, twin_held: Held, log: list[Event]) -> None:
        if isinstance(log[0], EnvelopesOpened):
            envelopes.note(self.case.events, held, twin_held, log)

    def _mark(self, log: list[Event]) -> None:
        """Count the rarer branches, so that the floors of the test can ask for them."""
        marks = self.case.events
        for event in log:
            if isinstance(event, LotRevealed) and event.payout:
                marks[f"donkey {event.donkeys}"] += 1
            if isinstance(event, TradeSettled):
                marks["accepted"] += event.accepted
                marks["tie"] += event.tied
                marks["second bout"] += event.bout > 1
                marks["two for two"] += event.stake > 1
        marks["deck empty"] += not self.one.world.deck
        marks["open bidding"] += self.one.edition.rules.auction_mode == "open"

    def _heard(
        self, one: KuhTable, other: KuhTable, log: list[Event], twin_log: list[Event]
    ) -> None:
        """Compare all that the viewer gets now."""
        self._compare("events", self._stream(one, log), self._stream(other, twin_log))
        self._compare("view", self._now(self.one), self._now(self.other))

    def _stream(self, table: KuhTable, log: list[Event]) -> bytes:
        heard = []
        for event in log:
            redacted = self.subject.redacted(table, event, self.viewer)
            heard.append((redacted, self.subject.told(table, event, redacted)))
        return msgspec.json.encode(heard)

    def _now(self, table: KuhTable) -> bytes:
        view = self.subject.view(table, self.viewer)
        options = () if self.viewer is None else self.subject.options(table, self.viewer)
        return msgspec.json.encode((view, options, self.subject.actors(table)))

    def _probe(self, seat: int) -> None:
        """Send something, legal or not: both worlds must answer alike."""
        self.case.probes += 1
        action = self._tried(seat)
        answers = [
            str(self.subject.refused(table, seat, action)).encode()
            for table in (self.one, self.other)
        ]
        self._compare(f"answer to {action}", answers[0], answers[1])

    def _tried(self, seat: int) -> Action:
        return _probe(self.one, seat, self.random, self.seats)

    def _compare(self, what: str, one: bytes, other: bytes) -> None:
        if one != other and self.case.leak is None:
            self.case.leak = Leak(self.case.steps, what, one, other)


def _ended_apart(table: KuhTable, log: list[Event], twin_log: list[Event]) -> bool:
    """Whether money was compared or counted at the end, and everybody may know how it came out."""
    last, twin = log[-1], twin_log[-1]
    rules = table.edition.rules
    counted = isinstance(rules, MasterRules) and rules.kassensturz
    return (
        isinstance(last, GameEnded)
        and isinstance(twin, GameEnded)
        and (counted or rules.tie_break == "money")
        and (last.winners, last.scores) != (twin.winners, twin.scores)
    )


def _drawn(
    table: KuhTable, actor: Actor, random: Random, chance: Chance, like: Any = None
) -> Action:
    """Draw an action as people would: small raises, now and then far above the purse."""
    options = table.phase.options(table, actor)
    if like is not None:
        options = tuple(o for o in options if isinstance(o, Pick) and type(o.action) is type(like))
        if not options:
            return like  # type: ignore[no-any-return]
    option = random.choice(options)
    if isinstance(option, Range):
        most = option.high if random.random() < 0.15 else min(option.high, option.low + 40)
        return option.fill(random.randrange(option.low, most + 1, option.step))
    if isinstance(option, Pick) and like is None and random.random() < 0.3 and not option.least:
        return option.fill(option.pool[: max(option.fewest, random.randint(0, 2))])
    if isinstance(option, Choice) and len(option.actions) > 1:
        return option.actions[0] if random.random() < 0.4 else random.choice(option.actions[1:])
    return option.sample(chance)


def _admitted(table: KuhTable, actor: Actor, action: Action) -> bool:
    return any(option.admits(action) for option in table.phase.options(table, actor))


def _probe(table: KuhTable, seat: int, random: Random, seats: int) -> Action:
    own = list(table.world.purses[seat])
    cards = tuple(sorted(random.sample(own, random.randint(0, len(own)))))
    if random.random() < 0.3:
        cards = tuple(sorted((*cards, random.choice((0, 10, 50, 100, 200, 500)))))
    amount = random.choice((-10, 0, 5, 10, 50, 90, 200, 500, 1000, 5000)) + 10 * random.randint(
        0, 9
    )
    fitting: dict[str, tuple[Action, ...]] = {
        "Turn": (
            AuctionOff(),
            ChallengeTrade(random.choice(ANIMALS), random.randrange(seats)),
        ),
        "Bidding": (PlaceBid(amount), Pass(), CallOut(random.randrange(seats), amount)),
        "Envelopes": (NameMaximum(amount), NameMaximum(amount), Pass(), Sell()),
        "Preemption": (Sell(), BuyOut()),
        "Payment": (Pay(cards),),
        "Offering": (Offer(cards, random.random() < 0.7),),
        "Responding": (Accept(), CounterOffer(cards, random.random() < 0.7)),
    }
    name = type(table.phase).__name__
    if name not in fitting or random.random() < 0.4:
        name = random.choice(sorted(fitting))
    return random.choice(fitting[name])
