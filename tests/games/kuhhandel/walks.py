"""Random games by random house rules, and what must hold at every step of them (RULINGS, 7)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.engine import CLOCK, Action, Actor, Match, Option, Range, check
from kuhstall.engine import sample as draw
from kuhstall.games.kuhhandel.cards import ANIMALS, DONKEY, KIND, QUARTET, is_kind, quartets
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import GameEnded
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.world import replace_seat
from kuhstall.games.registry import imagine, read_log, replayed, write_log
from tests.games.every_option import unlisted

MOST_STEPS = 30_000

CHOICES: dict[str, tuple[Any, ...]] = {
    "auction_mode": ("open", "turns", "sealed"),
    "gavel": ("clock", "auctioneer"),
    "overbid": ("restart_excluded", "continue_excluded", "restart_all"),
    "bluff_bids": ("allowed", "allowed", "forbidden"),
    "self_raise": (True, False),
    "overpay": ("exact_if_possible", "irredundant", "any"),
    "payment_visibility": ("private", "public"),
    "offer_count": ("visible", "hidden", "offerer_choice"),
    "hand_counts": ("auto", "public", "hidden"),
    "min_offer_cards": (0, 1),
    "min_counter_cards": (0, 1),
    "trade_money": ("exchange", "winner_pays", "all_returned"),
    "return_zero_cards": (False, True),
    "tie_money": ("auto", "exchanged", "returned"),
    "second_tie_money": ("as_tie", "returned"),
    "scoring": ("multiply", "sum"),
    "dove": (False, True),
    "dove_multiplied": (False, True),
    "no_progress_limit": (0, 1, 2, 5, 60),
    "tie_break": ("shared", "quartets", "money"),
    "start_player": ("random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4"),
}
CHOICES |= unlisted(ClassicRules, CHOICES)


def random_rules(source: random.Random, seats: int) -> dict[str, Any]:
    """Draw every option, and mend the combinations that make no sense."""
    rules = {name: source.choice(values) for name, values in CHOICES.items()}
    if rules["offer_count"] != "visible" and rules["hand_counts"] == "public":
        rules["hand_counts"] = "hidden"
    if rules["auction_mode"] != "open":
        rules["gavel"] = "clock"
    if not rules["dove"] or rules["scoring"] == "sum":
        rules["dove_multiplied"] = False
    if rules["start_player"] != "random":
        rules["start_player"] = f"seat:{source.randrange(seats)}"
    return rules


class Walk:
    """One random game. Every fifth is played by the edition's own rules."""

    def __init__(self, edition: Edition, seed: int) -> None:
        self.source = random.Random(f"{edition.key} {seed}")
        self.seats = self.source.randint(3, 5)
        if seed % 5:
            edition = edition.with_rules(random_rules(self.source, self.seats))
        self.edition = edition
        self.chance = QuickChance(f"{edition.key} {seed}")
        self.match = Match(edition, self.seats, self.chance)
        self.stock = tuple(sorted(edition.stock))
        self.complete = [set[str]() for _ in range(self.seats)]
        self.looked_at: tuple[object, type] | None = None

    def play(self) -> Match:
        """Walk to the end of the game, looking at every step."""
        match = self.match
        for _ in range(MOST_STEPS):
            self.look()
            if not match.actors:
                break
            if self.source.random() < 0.0025:
                self.look_closer()
            actor = self.source.choice(match.actors)
            match.play(actor, self.chosen(match.options(actor), actor))
        self.look_closer()
        self.look_back()
        return match

    def chosen(self, options: tuple[Option, ...], actor: Actor) -> Action:
        """Mostly anything; now and then the default or the lowest raise, for longer auctions."""
        dice = self.source.random()
        if dice < 0.1:
            action = self.match.table.phase.default(self.match.table, actor)
            if action is not None:
                return action
        if dice < 0.25:
            for option in options:
                if isinstance(option, Range):
                    return option.fill(option.low)
        return draw(options, self.chance)

    # --- at every step ---

    def look(self) -> None:
        table = self.match.table
        if (table.world, type(table.phase)) != self.looked_at:  # bids move nothing
            self.looked_at = table.world, type(table.phase)
            self.money_is_conserved(table)
            self.animals_are_conserved(table)
        self.who_acts_has_options(table)

    def money_is_conserved(self, table: KuhTable) -> None:
        world, phase = table.world, table.phase
        cards = list(world.bank)
        for purse in world.purses:
            cards += purse
        if isinstance(phase, Responding):
            cards += phase.offer
        assert tuple(sorted(cards)) == self.stock

    def animals_are_conserved(self, table: KuhTable) -> None:
        world, phase = table.world, table.phase
        counts = [sum(kind) for kind in zip(*world.herds, strict=True)]
        for card in world.deck:
            assert is_kind(card)
            counts[KIND[card]] += 1
        if isinstance(phase, Bidding | Envelopes | Preemption):
            counts[KIND[phase.auction.lot]] += 1
        elif isinstance(phase, Payment):
            counts[KIND[phase.lot]] += 1
        assert counts == [QUARTET] * len(ANIMALS) + [0]
        assert world.donkeys == QUARTET - world.deck.count(DONKEY)
        for herd, complete in zip(world.herds, self.complete, strict=True):
            assert min(herd) >= 0
            now = set(quartets(herd))
            assert now >= complete, "a quartet broke"
            complete.update(now)

    def who_acts_has_options(self, table: KuhTable) -> None:
        phase = table.phase
        actors = phase.actors(table)
        for actor in (*range(self.seats), CLOCK, self.seats):
            assert (actor in actors) == bool(phase.options(table, actor)), actor
        assert bool(actors) != isinstance(self.match.log[-1], GameEnded)

    # --- now and then ---

    def look_closer(self) -> None:
        for actor in self.match.actors:
            self.defaults_are_legal(actor)
        viewer = self.source.choice((*range(self.seats), None))
        self.imagination_fits(viewer)
        self.views_ignore_hidden_cards(viewer)

    def defaults_are_legal(self, actor: Actor) -> None:
        table = self.match.table
        action = table.phase.default(table, actor)
        if action is not None:
            check(table, actor, action)
        waiting = [a for a in self.match.actors if table.phase.default(table, a) is not None]
        assert waiting, "silence would stop the game"

    def imagination_fits(self, viewer: int | None) -> None:
        match = self.match
        seen = match.view(viewer)
        table = imagine(seen, match.heard(viewer), self.chance)
        assert table.edition.game.view(table, viewer) == seen
        if viewer is not None:
            assert table.phase.options(table, viewer) == self.options(viewer)
        self.money_is_conserved(table)

    def views_ignore_hidden_cards(self, viewer: int | None) -> None:
        table = self.match.table
        world = table.world
        one, other = self.source.sample([s for s in range(self.seats) if s != viewer], 2)
        purses = world.purses
        if len(purses[one]) == len(purses[other]) or not self.edition.rules.counts_are_public:
            swapped = replace_seat(purses, one, purses[other])
            purses = replace_seat(swapped, other, purses[one])
        deck = tuple(self.source.sample(world.deck, len(world.deck)))
        hidden = replace(table, world=replace(world, purses=purses, deck=deck))
        assert table.edition.game.view(hidden, viewer) == self.match.view(viewer)
        if viewer is not None:
            assert hidden.phase.options(hidden, viewer) == self.options(viewer)

    def options(self, seat: int) -> tuple[Option, ...]:
        """Return what a seat may do, or could before it handed an envelope in."""
        return self.match.table.phase.options(self.match.table, seat)

    # --- at the end ---

    def look_back(self) -> None:
        match = self.match
        ended = match.log[-1]
        assert isinstance(ended, GameEnded)
        found = sum(len(quartets(herd)) for herd in match.table.world.herds)
        assert (found == len(ANIMALS)) == (ended.reason == "complete")
        assert Counter(map(type, match.log))[GameEnded] == 1
        assert replayed(match.log) == match.table
        stored = write_log(match.log)
        log = read_log(stored)
        assert log == match.log
        assert write_log(log) == stored
        assert replayed(log) == match.table


def walk(edition: Edition, seed: int) -> Match:
    """Play one random game; an error says which one."""
    walker = Walk(edition, seed)
    try:
        return walker.play()
    except BaseException as error:
        error.add_note(f"Walk({edition.key!r}, {seed}), {walker.edition.rules}")
        error.add_note(f"step {len(walker.match.log)}: {walker.match.table.phase}")
        raise
