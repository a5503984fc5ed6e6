"""Lock-step in Kuhhandel Master: steps that are sealed, rats, and a deck for two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine import kernel
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.option import Choice
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, BuyOut, ChallengeTrade, Pay, Sell
from kuhstall.games.kuhhandel.cards import ANIMALS
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import EnvelopesOpened
from kuhstall.games.kuhhandel.master.actions import (
    Cover,
    Divide,
    EndTurn,
    Give,
    Keep,
    LayCard,
    PassRat,
    Slap,
    SlapNow,
    TakeRat,
    Wait,
)
from kuhstall.games.kuhhandel.master.events import (
    CardTaken,
    RatSettled,
    RatTaken,
    Slapped,
    SlapsOpened,
)
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from tests.games.twin import lockstep, master_envelopes
from tests.games.twin.entitlement import sights, verdict
from tests.games.twin.envelopes import Closing, Held
from tests.games.twin.master_worlds import SEATS, from_late_on, from_the_start, random_master
from tests.games.twin.worlds import Pair

HANDS = (0, 100, 240, 250, 260, 300, 1000, 9999)
"""When somebody slaps, in milliseconds: about as quick as others, or not at all."""


class MasterTwins(lockstep.Twins):
    """One case of Kuhhandel Master."""

    SEATS: ClassVar[tuple[int, ...]] = SEATS
    OPEN: ClassVar[float] = 0.9
    """How often the other world's deck is settled only when the viewer gets to see it."""

    def _laid_out(self) -> Pair:
        edition = self._edition()
        if self.late:
            return from_late_on(self.random, edition, self.seats, self.viewer)
        horizon = self.random.choice((0, 1, 2, 4, 8, 16))
        return from_the_start(self.random, edition, self.seats, horizon=horizon)

    def _edition(self) -> Edition:
        return random_master(self.random, self.seats)

    # The deck

    def _prepare(self, actor: Actor, action: Action) -> None:
        """Swap cards of the other deck, so that the viewer will see the same of both."""
        if self.random.random() >= self.OPEN:
            return
        deck = list(self.other.world.deck)
        seen = sights(self.one, actor, action, self.viewer)
        for place, (see, card) in enumerate(zip(seen, self.one.world.deck, strict=False)):
            fitting = [at for at in range(place, len(deck)) if see(deck[at]) == see(card)]
            if fitting and place not in fitting:
                at = self.random.choice(fitting)
                deck[place], deck[at] = deck[at], deck[place]
            elif not fitting and isinstance(card, int) and self._boxed(card):
                deck[place] = card
        world = replace(self.other.world, deck=tuple(deck))
        self.other = replace(self.other, world=world)

    def _boxed(self, card: int) -> bool:
        """Whether the other world still has such a money card that is nowhere to be seen."""
        world = self.other.world
        seen = (*world.bank, *world.deck, *(c for purse in world.purses for c in purse))
        return seen.count(card) < self.other.edition.stock.count(card)

    # Choices

    def _drawn(self, table: KuhTable, actor: Actor) -> Action:
        """Draw more cards than trades, and lay more cards than rats are taken."""
        options = table.phase.options(table, actor)
        if len(options) == 1 and isinstance(options[0], Choice):
            first, *others = options[0].actions
            likely = {"AuctionOff": 0.6, "Divide": 0.6, "TakeRat": 0.25}.get(type(first).__name__)
            if likely is not None and others:
                return first if self.random.random() < likely else self.random.choice(others)
        return super()._drawn(table, actor)

    def _twins(self, actor: Actor, action: Action) -> Iterator[Action]:
        yield from super()._twins(actor, action)
        if actor == self.viewer or not isinstance(action, LayCard):
            return
        one, other = self.one.phase, self.other.phase
        assert isinstance(one, RatRound)
        assert isinstance(other, RatRound)
        missing = [*one.cards, action.card]
        for card in other.cards:
            if card in missing:
                missing.remove(card)
        yield from (LayCard(card) for card in missing * 3)  # the same pot, laid by others
        yield from (LayCard(card) for card in set(self.other.world.purses[actor]))

    # Sealed steps

    def _closing(self) -> Closing | None:
        """Find what to hand in, so that the step ends alike for the viewer."""
        if isinstance(self.one.phase, Envelopes):
            return super()._closing()
        if master_envelopes.by_envelopes(self.one):
            if isinstance(self.one.phase, RatEnvelopes):
                self._prepare(self.one.phase.auctioneer, TakeRat())
            return master_envelopes.closing(self.one, self.other, self.viewer, self.random)
        for _ in range(lockstep.TRIES):
            held = self._handed_in()
            if held is None:
                continue
            ends = [
                {
                    seed: verdict(table, hands, _winner(table, hands, seed), self.viewer)
                    for seed in (b"%d" % number for number in range(5))
                }
                for table, hands in zip((self.one, self.other), held, strict=True)
            ]
            same = [(a, b) for a in ends[0] for b in ends[1] if ends[0][a] == ends[1][b]]
            if same:
                return Closing(held, self.random.choice(same))
        return None

    def _handed_in(self) -> tuple[Held, Held] | None:
        """Draw who slaps now, which everybody will see; and what nobody sees, in each world."""
        phase = self.one.phase
        assert isinstance(phase, Countdown)
        seats = [seat for seat in phase.actors(self.one) if seat != CLOCK]
        if master_rules(self.one).pedigree_mode == "sealed":
            return self._numbers(seats)
        slapping = self.random.sample(
            seats, min(len(seats), self.random.choice((0, 0, 0, 1, 2, 3)))
        )
        hands: list[Held] = []
        for table in (self.one, self.other):
            held: Held = {}
            for seat in seats:
                if seat == self.viewer and hands:
                    drawn: Action | None = hands[0].get(seat)
                else:
                    found = list(_hands(table, seat, self.random, slap=seat in slapping))
                    if not found:
                        return None
                    drawn = self.random.choice(found)
                if drawn is not None:
                    held[seat] = drawn
            hands.append(held)
        return hands[0], hands[1]

    def _numbers(self, seats: list[Seat]) -> tuple[Held, Held] | None:
        """Draw sealed numbers: the highest is the same in both worlds, the others are not."""
        most = {seat: min(_most(t, seat) for t in (self.one, self.other)) for seat in seats}
        best = self.random.choice((0, 1, 2, 3, 5, 7, 10))
        able = [seat for seat in seats if most[seat] >= best]
        if not able:
            return None
        winner = self.random.choice(able)
        hands: list[Held] = []
        for table in (self.one, self.other):
            held: Held = {}
            for seat in seats:
                high = min(best, _most(table, seat))
                if seat == self.viewer and hands:
                    held |= {seat: hands[0][seat]} if seat in hands[0] else {}
                elif _most(table, seat):
                    number = best if seat == winner else self.random.randint(0, high)
                    held[seat] = Slap(number)
                elif self.random.random() < 0.5:
                    held[seat] = Wait()
            hands.append(held)
        return hands[0], hands[1]

    # Marks

    def _note_closing(self, held: Held, twin_held: Held, log: list[Event]) -> None:
        super()._note_closing(held, twin_held, log)
        master_envelopes.note(self.case.events, held, twin_held, log)
        if isinstance(log[0], EnvelopesOpened | SlapsOpened | RatSettled):
            return
        marks, rules = self.case.events, master_rules(self.one)
        marks[f"countdown {rules.pedigree_mode}"] += 1
        marks[f"slap {rules.slap}"] += 1
        marks["countdown with hidden counts"] += not rules.counts_are_public
        if isinstance(log[0], Slapped):
            marks["several slapped"] += len(log[0].rivals or ()) > 1
            losers = [h for h in (held, twin_held) if rules.pedigree_mode == "sealed"]
            marks["losing numbers apart"] += bool(losers) and held != twin_held
            times = [[a for a in h.values() if isinstance(a, SlapNow)] for h in (held, twin_held)]
            marks["slap times apart"] += times[0] != times[1]
        plans = [{p.seat for p in getattr(t.phase, "plans", ())} for t in (self.one, self.other)]
        marks["plans apart"] += plans[0] != plans[1]

    def _mark(self, log: list[Event]) -> None:
        super()._mark(log)
        marks = self.case.events
        for event in log:
            if isinstance(event, RatTaken):
                marks["rat and money"] += event.count > 0
                marks["viewer took a pot"] += event.count > 1 and event.seat == self.viewer
            if isinstance(event, CardTaken):
                marks["money taken"] += event.money
                marks["donkey in a division"] += bool(event.payout)
        decks = [[isinstance(c, int) for c in t.world.deck] for t in (self.one, self.other)]
        marks["backs apart"] += decks[0] != decks[1]
        one, other = self.one.phase, self.other.phase
        if isinstance(one, RatRound) and isinstance(other, RatRound):
            marks["pots apart"] += one.cards != other.cards
            marks["laid by others"] += one.cards == other.cards and one.pot != other.pot

    # Probes

    def _tried(self, seat: int) -> Action:
        table, random = self.one, self.random
        purse = table.world.purses[seat]
        count, card = random.randint(-1, 11), random.choice((*purse, 0, 10, 500))
        fitting: dict[str, tuple[Action, ...]] = {
            "Turn": (AuctionOff(), Divide(), ChallengeTrade("rat", random.randrange(self.seats))),
            "Countdown": (Slap(count), Slap(count), SlapNow(random.choice(HANDS)), Wait()),
            "PedigreeHammer": (Sell(), BuyOut()),
            "PedigreePayment": (Pay(purse[: max(count, 0)]),),
            "RatEnvelopes": (PassRat(count), PassRat(count), TakeRat()),
            "RatRound": (LayCard(card), LayCard(card), TakeRat()),
            "Dividing": (Keep(), Give()),
            "Extra": (Divide(), AuctionOff(), EndTurn()),
            "Covering": (Cover(random.choice(ANIMALS)),),
        }
        name = type(table.phase).__name__
        if name not in fitting and random.random() < 0.6:
            return super()._tried(seat)
        if name not in fitting or random.random() < 0.3:
            name = random.choice(sorted(fitting))
        return random.choice(fitting[name])


def _winner(table: KuhTable, held: Held, seed: bytes) -> Seat | None:
    """Ask the rules who wins, which is decided by chance or by speed, and public."""
    _, log = kernel.unseal(table, held, SeededChance(seed))
    return log[0].seat if isinstance(log[0], Slapped) else None


def _most(table: KuhTable, seat: Seat) -> int:
    """Return the highest number that a seat may name."""
    return next((n for n in range(10, 0, -1) if lockstep._admitted(table, seat, Slap(n))), 0)


def _hands(table: KuhTable, seat: Seat, random: Random, *, slap: bool) -> Iterator[Action | None]:
    """List what a seat can do so that it does, or does not, slap at this count."""
    phase = table.phase
    assert isinstance(phase, Countdown)
    planned = next((plan.count for plan in phase.plans if plan.seat == seat), 0)
    if (planned >= phase.count) == slap:
        yield None
        yield Wait()
    found: list[Action] = [Slap(phase.count), SlapNow(random.choice(HANDS) + random.randint(0, 40))]
    if not slap:
        later = random.randint(0, phase.count - 1)
        found = [Slap(0), Slap(later), Slap(max(phase.count - 1, 0))]
    yield from (action for action in found if lockstep._admitted(table, seat, action))
