"""Random games of Master by random house rules, and what must hold in them (RULINGS, 7).

All games are watched at every step; what costs as much as the game itself (folding it, playing it
again, other people's cards exchanged, a log written and read) is done for one game in a few.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.engine import CLOCK, Action, Actor, Choice, Match, Range, check
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.cards import (
    DONKEY,
    KIND,
    KINDS,
    PEDIGREE_OF,
    QUARTET,
    RAT,
    Animal,
    Card,
    Herd,
    is_kind,
)
from kuhstall.games.kuhhandel.edition import Edition, KuhPhase
from kuhstall.games.kuhhandel.events import GameEnded
from kuhstall.games.kuhhandel.master.actions import Divide
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.world import World, replace_seat
from kuhstall.games.registry import played_again, read_log, replayed, write_log
from kuhstall.games.rule_options import names
from tests.games.every_option import unlisted
from tests.games.kuhhandel.walks import CHOICES as CLASSIC_CHOICES

MOST_STEPS: Final = 30_000

CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    **{name: CLASSIC_CHOICES[name] for name in CLASSIC_CHOICES if name in names(MasterRules)},
    "start_player": ("random", *(f"seat:{seat}" for seat in range(6))),
    "pedigree_mode": ("realtime", "realtime", "stepwise", "sealed", "envelopes"),
    "slap": ("lottery", "reflex"),
    "slap_tie": ("random", "seat_order"),
    "rat_cover": ("auto", "player"),
    "after_rat": ("must_auction", "must_auction", "turn_ends"),
    "rat_mode": ("round", "round", "envelopes"),
    "two_player_zero_cards": ("keep_start", "none"),
    "division_donkey": ("on_laying", "off"),
    "peek_next_back": (True, False),
    "super_kuhhandel": (False, True),
    "kassensturz": (False, True),
}
CHOICES.update(unlisted(MasterRules, CHOICES))


def random_rules(source: random.Random, seats: int) -> dict[str, Any]:
    """Draw every option, and mend the combinations that make no sense."""
    rules = {name: source.choice(values) for name, values in CHOICES.items()}
    if rules["offer_count"] != "visible" and rules["hand_counts"] == "public":
        rules["hand_counts"] = "hidden"
    if rules["auction_mode"] != "open":
        rules["gavel"] = "clock"
    if rules["pedigree_mode"] != "realtime":
        rules["slap"] = "lottery"
    if rules["start_player"] != "random":
        rules["start_player"] = f"seat:{source.randrange(seats)}"
    return rules


class Walk:
    """One random game; every fifth by the edition's own rules. `closely` looks at much more."""

    def __init__(
        self,
        edition: Edition,
        seats: int,
        seed: int,
        *,
        super_kuhhandel: bool = False,
        kassensturz: bool = False,
        closely: bool = True,
    ) -> None:
        name = f"{edition.key} {seats} {super_kuhhandel} {kassensturz} {seed}"
        self.source = random.Random(name)
        self.dice = self.source.random
        self.closely = closely
        variants = {"super_kuhhandel": super_kuhhandel, "kassensturz": kassensturz}
        rules = random_rules(self.source, seats) if seed % 5 else {}
        self.edition = edition.with_rules(rules | variants)
        self.chance = QuickChance(f"player {name}")
        self.name = name
        self.seats = seats
        self.match = Match(self.edition, seats, QuickChance(name))
        world = self.match.table.world
        self.deck = world.deck
        self.money = money_of(world, ())
        self.world: World | None = None
        self.herds: tuple[Herd, ...] = world.herds
        self.left = len(self.deck)
        self.drawn: Counter[Card] = Counter()

    def play(self) -> Match:
        """Walk to the end of the game, looking at every step."""
        match = self.match
        for _ in range(MOST_STEPS):
            self.look()
            if self.closely:
                self.who_acts_has_options()
                if self.dice() < 0.02:
                    self.look_closer()
            phase = match.table.phase
            actors = phase.actors(match.table)
            if not actors:
                break
            if phase.sealed:
                self.step(actors)
            else:
                actor = self.actor(phase, actors)
                match.play(actor, self.chosen(actor))
        self.look_back()
        return match

    # --- who does what ---

    def actor(self, phase: KuhPhase, actors: tuple[Actor, ...]) -> Actor:
        if len(actors) == 1:
            return actors[0]
        if isinstance(phase, Bidding) and self.dice() < 0.5:
            return actors[-1]  # somebody calls
        return actors[int(self.dice() * len(actors))]

    def step(self, actors: tuple[Actor, ...]) -> None:
        """Let some hand in something, in any order, and close the step for the silent ones."""
        match, moment = self.match, self.match.table.moment
        for seat in actors:
            if seat != CLOCK and self.dice() < 0.15:
                match.play(seat, self.chosen(seat))
        if match.table.moment == moment:
            match.close()

    def chosen(self, actor: Actor) -> Action:
        """Mostly anything; now and then the default, and often the lowest bid."""
        match = self.match
        dice = self.dice()
        if dice < 0.1:
            action = match.table.phase.default(match.table, actor)
            if action is not None:
                return action
        options = match.options(actor)
        option = options[int(self.dice() ** 1.3 * len(options))]
        if isinstance(option, Choice):
            actions = option.actions
            if dice < 0.6 and isinstance(actions[0], AuctionOff | Divide):
                return actions[0]
            return actions[int(self.dice() * len(actions))]
        if isinstance(option, Range) and option.low and dice < 0.7:
            return option.fill(option.low)
        return option.sample(self.chance)

    # --- at every step ---

    def look(self) -> None:
        table = self.match.table
        world, phase = table.world, table.phase
        if world is self.world:
            return
        self.world = world
        deck = world.deck
        left = len(deck)
        assert deck == self.deck[len(self.deck) - left :]
        assert money_of(world, laid(phase)) == self.money, "money is conserved"
        if left != self.left:
            self.left = left
            self.drawn = Counter(self.deck[: len(self.deck) - left])
        lot = lot_of(phase)
        counts = [sum(kind) for kind in zip(*world.herds, strict=True)]
        if is_kind(lot):
            counts[KIND[lot]] += 1
        assert counts == [self.drawn[kind] for kind in KINDS], "kinds are conserved"
        pedigrees = sum(map(len, world.pedigrees)) + (lot in PEDIGREE_OF)
        assert pedigrees == sum(card in PEDIGREE_OF for card in self.drawn)
        assert world.donkeys == self.drawn[DONKEY]
        for before, now in zip(self.herds, world.herds, strict=True):
            if before is not now:
                assert min(now) >= 0
                assert all(new == QUARTET for old, new in zip(before, now, strict=True)
                           if old == QUARTET), "a quartet broke"  # fmt: skip
        self.herds = world.herds

    # --- closely ---

    def who_acts_has_options(self) -> None:
        table = self.match.table
        phase = table.phase
        actors = phase.actors(table)
        for actor in (*range(self.seats), CLOCK, self.seats):
            may = actor in actors and not (phase.sealed and actor == CLOCK)
            assert may == bool(phase.options(table, actor)), actor
        assert bool(actors) != isinstance(self.match.log[-1], GameEnded)

    def look_closer(self) -> None:
        table = self.match.table
        actors = table.phase.actors(table)
        defaults = {actor: table.phase.default(table, actor) for actor in actors}
        for actor, action in defaults.items():
            if action is not None:
                check(table, actor, action)
        if actors and not table.phase.sealed:
            assert any(action is not None for action in defaults.values()), "silence stops the game"
        for viewer in (*range(self.seats), None):
            self.views_ignore_hidden_cards(viewer)

    def views_ignore_hidden_cards(self, viewer: int | None) -> None:
        """Exchange all that a viewer may not know: other purses, the deck, other plans."""
        table = self.match.table
        world, phase = table.world, table.phase
        others = [seat for seat in range(self.seats) if seat != viewer]
        purses = world.purses
        if len(others) > 1:
            one, other = self.source.sample(others, 2)
            if len(purses[one]) == len(purses[other]) or not self.edition.rules.counts_are_public:
                swapped = replace_seat(purses, one, purses[other])
                purses = replace_seat(swapped, other, purses[one])
        seen = self.seen_of_the_deck(phase, viewer)
        deck = world.deck[:seen] + self.shuffled(world.deck[seen:])
        if isinstance(phase, Countdown):
            plans = tuple(plan for plan in phase.plans if plan.seat == viewer)
            phase = replace(phase, plans=plans)
        if isinstance(phase, RatRound):
            pot = tuple((s, card if s == viewer else 500 - card) for s, card in phase.pot)
            phase = replace(phase, pot=pot)
        hidden = replace(table, world=replace(world, purses=purses, deck=deck), phase=phase)
        assert table.edition.game.view(hidden, viewer) == self.match.view(viewer)
        if viewer is not None:
            assert phase.options(hidden, viewer) == self.match.options(viewer)

    def seen_of_the_deck(self, phase: KuhPhase, viewer: int | None) -> int:
        return int(isinstance(phase, Dividing) and phase.seat == viewer)

    def shuffled(self, deck: tuple[Any, ...]) -> tuple[Any, ...]:
        """Shuffle a deck, but leave every back where it is: backs can be seen."""
        money = [card for card in deck if isinstance(card, int)]
        others = [card for card in deck if not isinstance(card, int)]
        self.source.shuffle(money)
        self.source.shuffle(others)
        return tuple([(money if isinstance(card, int) else others).pop() for card in deck])

    # --- at the end ---

    def look_back(self) -> None:
        match = self.match
        ended = match.log[-1]
        assert isinstance(ended, GameEnded)
        world = match.table.world
        found = [count for herd in world.herds for count in herd if count == QUARTET]
        assert (len(found) == len(KINDS)) == (ended.reason == "complete")
        assert not world.deck
        assert max(column.total for column in ended.scores) == ended.scores[ended.winners[0]].total
        if self.closely or self.dice() < 0.25:
            assert replayed(match.log) == match.table
        if self.closely:
            assert Counter(map(type, match.log))[GameEnded] == 1
            assert played_again(match.log, QuickChance(self.name))
            stored = write_log(match.log)
            log = read_log(stored)
            assert log == match.log
            assert write_log(log) == stored


def money_of(world: World, laid: Cards) -> Cards:
    cards = [*world.bank, *laid]
    for purse in world.purses:
        cards += purse
    if world.seats == 2:
        cards += [card for card in world.deck if isinstance(card, int)]
    cards.sort()
    return tuple(cards)


def laid(phase: KuhPhase) -> Cards:
    if isinstance(phase, Responding):
        return phase.offer
    return phase.cards if isinstance(phase, RatRound) else ()


def lot_of(phase: KuhPhase) -> Any:
    """Return the card that lies on the table."""
    match phase:
        case Bidding(auction) | Envelopes(auction) | Preemption(auction):
            return auction.lot
        case Payment(lot):
            return lot
        case Countdown(sale) | PedigreeHammer(sale):
            return pedigree(sale.animal)
        case PedigreePayment(due):
            return pedigree(due.animal)
        case RatRound() | RatEnvelopes():
            return RAT
    return None


def pedigree(animal: Animal) -> str:
    return f"pedigree:{animal}"


def walk(
    edition: Edition,
    seats: int,
    seed: int,
    *,
    super_kuhhandel: bool = False,
    kassensturz: bool = False,
    closely: bool = True,
) -> Match:
    """Play one random game; an error says which one."""
    walker = Walk(
        edition,
        seats,
        seed,
        super_kuhhandel=super_kuhhandel,
        kassensturz=kassensturz,
        closely=closely,
    )
    try:
        return walker.play()
    except BaseException as error:
        error.add_note(f"Walk({walker.name!r}), {walker.edition.rules}")
        error.add_note(f"step {len(walker.match.log)}: {walker.match.table.phase}")
        raise
