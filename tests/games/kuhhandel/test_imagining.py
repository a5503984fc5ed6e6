"""Imagined tables fit what the viewer has seen and heard, and can be played on."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import make
from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, check, options, unseal
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Pick, sample
from kuhstall.engine.values import CLOCK, Action, Event, Seat, TableOpened
from kuhstall.games.kuhhandel import guessing
from kuhstall.games.kuhhandel.actions import Counter as CounterOffer
from kuhstall.games.kuhhandel.actions import Offer, Pay
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    CounterMade,
    Exposed,
    LotRevealed,
    OfferMade,
    Paid,
    TradeSettled,
)
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.imagining import Imagination
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, SlapNow
from kuhstall.games.kuhhandel.master.events import CardLaid, PedigreeRevealed, SlapExposed, Slapped
from kuhstall.games.kuhhandel.master.imagining import MasterImagination
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.extra import Extra
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.master.view import MasterView
from kuhstall.games.kuhhandel.money import Overpay, payments
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.wire import View
from kuhstall.games.registry import imagine, opened
from tests.bots.kuhhandel.tables import Modest, any_table, played
from tests.games.twin.master_worlds import random_master

FEW = 12
MANY, CHUNKS = 60, 4
CLOSER = (Payment, Responding)
OFTEN = (PedigreeHammer, PedigreePayment, Dividing, RatRound, Extra)

T = TypeVar("T")


class Watched(Imagination):
    """Imagines, and takes down how its guesses agree with what was told."""

    counts: Counter[str]

    def fill(self, event: Event, place: int) -> Event:
        told = super().fill(event, place)
        table = self.purses.table
        assert table.edition.game.redact(told, self.purses.viewer) == event
        match told:
            case Paid(payer, _, cards) if isinstance(table.phase, Payment) and cards is not None:
                rule = payments(
                    table.edition.rules.overpay, table.world.purses[payer], table.phase.price
                )
                self._note("payments", rule.refusal(Pay(cards)) is None)
            case Paid(payer, _, cards) if cards is not None:
                self._note("card payments", _admitted(table, payer, Pay(cards)))
            case CardLaid(seat, card) if card is not None:
                self._note("lays", _admitted(table, seat, LayCard(card)))
            case Slapped(seat, count) if table.edition.rules.bluff_bids == "forbidden":
                self._note("slaps", count <= len(table.world.purses[seat]))
            case OfferMade(seat, cards) if cards is not None:
                self._offer = cards
                self._note("offers", _admitted(table, seat, Offer(cards, told.shown)))
            case CounterMade(seat, cards) if cards is not None:
                self._countered = cards
                self._note("offers", _admitted(table, seat, CounterOffer(cards, told.shown)))
            case TradeSettled() if isinstance(event, TradeSettled) and event.offer is None:
                self._settlement(event, told)
        return told

    def _settlement(self, event: TradeSettled, told: TradeSettled) -> None:
        if not event.accepted:
            ahead = guessing.lead(self._offer, self._countered)
            expected = 0 if told.tied else 1 if told.winner == told.challenger else -1
            self._note("results", ahead == expected)
        split = told.to_challenger or (), told.to_challenged or ()
        if event.counts is not None:
            offers = (self._offer, () if event.accepted else self._countered)
            rightly = self._split(self.purses.table.phase.trade, *offers, told)  # type: ignore[attr-defined]
            self._note("splits", split == rightly)

    def _note(self, what: str, right: bool) -> None:
        self.counts[what] += 1
        self.counts[f"wrong {what}"] += not right


class WatchedMaster(Watched, MasterImagination):
    """The same for Kuhhandel Master, whose own events are filled in first."""


def watched(table: KuhTable, seen: View, chance: Chance) -> Watched:
    kind = WatchedMaster if isinstance(seen, MasterView) else Watched
    return kind(table, seen.viewer, chance)


def _admitted(table: KuhTable, seat: Seat, action: Action) -> bool:
    return any(option.admits(action) for option in table.phase.options(table, seat))


def farmers(seat: Seat, chance: Chance) -> Bot:
    return make("farmer", "kuhhandel/2", seat, chance)


def randoms(seat: Seat, chance: Chance) -> Bot:
    return Modest(make("random", "kuhhandel/2", seat, chance), chance)


class Patient(Modest):
    """Slaps now and then only, so that countdowns get somewhere."""

    def choose(self, seen: Seen) -> Action:
        action = super().choose(seen)
        if isinstance(action, Slap | SlapNow) and self._chance.below("patience", 4):
            return next(seen.options[0].expand())  # to wait, or to name nothing
        return action


def patients(seat: Seat, chance: Chance) -> Bot:
    return Patient(make("random", "kuhhandel/2", seat, chance), chance)


Play = Callable[[int], Iterator[Match]]


def matches(number: int) -> Iterator[Match]:
    """Play by house rules drawn at random; every third match is one of farmers."""
    tables = (any_table(count) for count in itertools.count())
    classic = (table for table in tables if isinstance(table[0].rules, ClassicRules))
    edition, seats = next(itertools.islice(classic, number, None))
    return played(edition, seats, randoms if number % 3 else farmers, number)


def master_matches(number: int) -> Iterator[Match]:
    """Play Kuhhandel Master by house rules drawn at random, with each number of seats in turn."""
    seats = 2 + number % 5
    return played(random_master(Random(number), seats), seats, patients, number)


def looked_into(play: Play, numbers: range, rarely: int) -> Counter[str]:
    counts = Counter[str]()
    for number in numbers:
        dice = QuickChance(f"looks {number}")
        for match in play(number):
            phase = match.table.phase
            often = rarely // 6 if isinstance(phase, CLOSER) else rarely
            if isinstance(phase, OFTEN):
                often = 8
            if match.actors and not dice.below("look", often):
                viewer = (None, *range(match.seats))[dice.below("viewer", match.seats + 1)]
                look(match, viewer, dice, counts)
    return counts


def look(match: Match, viewer: Seat | None, chance: Chance, counts: Counter[str]) -> None:
    seen, heard = match.view(viewer), match.heard(viewer)
    opening = heard[0]
    assert isinstance(opening, TableOpened)
    imagination = watched(opened(opening), seen, chance)
    imagination.counts = counts
    table = imagination.table(seen, heard, chance)
    counts["tables"] += 1
    counts[type(table.phase).__name__] += 1

    assert table.edition.game.view(table, viewer) == seen
    if viewer is not None:
        assert options(table, viewer) == options(match.table, viewer)
    assert cards(table) == cards(match.table)
    assert_money(table, match.table)
    for actor in table.phase.actors(table):
        default = table.phase.default(table, actor)
        if default is not None:
            check(table, actor, default)
        if actor != CLOCK or not table.phase.sealed:
            check(table, actor, sample(options(table, actor), chance))
    if not chance.below("go on", 4):
        counts["played on"] += 1
        assert_can_be_played_on(table, chance)
    phase, purses = table.phase, table.world.purses
    if isinstance(phase, Payment):
        counts["payers"] += 1
        assert sum(purses[phase.payer]) >= phase.price
    if isinstance(phase, PedigreePayment):
        counts["card payers"] += 1
        assert len(purses[phase.due.payer]) >= phase.due.price
    if isinstance(phase, Countdown | PedigreeHammer):
        check_exposed(heard, purses, counts)
    if isinstance(phase, Bidding | Preemption):
        if table.edition.rules.bluff_bids == "forbidden":
            for seat, bid in enumerate(phase.bids):
                counts["bids"] += bid > 0
                counts["wrong bids"] += sum(purses[seat]) < bid
        check_exposed(heard, purses, counts)


def check_exposed(
    heard: tuple[Event, ...], purses: tuple[tuple[int, ...], ...], counts: Counter[str]
) -> None:
    for seat, shown in exposed(heard).items():
        counts["exposed"] += 1
        counts["wrong exposed"] += purses[seat] != shown


def assert_can_be_played_on(table: KuhTable, chance: Chance) -> None:
    """Go on from an imagined table: whatever was imagined, the rules know what to do."""
    for _ in range(40):
        actors = table.phase.actors(table)
        if not actors:
            return
        if table.phase.sealed:
            seats = [seat for seat in actors if seat != CLOCK]
            held = {seat: sample(options(table, seat), chance) for seat in seats}
            table, _ = unseal(table, held, chance)
        else:
            actor = actors[chance.below("actor", len(actors))]
            table, _ = act(table, actor, sample(options(table, actor), chance), chance)


def money(table: KuhTable) -> Counter[int]:
    cards = Counter(table.world.bank)
    for purse in table.world.purses:
        cards.update(purse)
    if isinstance(table.phase, Responding):
        cards.update(table.phase.offer)
    if isinstance(table.phase, RatRound):
        cards.update(table.phase.cards)
    return cards


def assert_money(table: KuhTable, real: KuhTable) -> None:
    """All money is there; only which cards are in the deck for two, nobody knows."""
    if not table.edition.divides(table.world.seats):
        assert money(table) == money(real)
        return
    assert money(table).total() == money(real).total()
    everything = money(table) + Counter(c for c in table.world.deck if isinstance(c, int))
    assert everything <= Counter(table.edition.stock)


def cards(table: KuhTable) -> Counter[object]:
    """Return what is in the deck: money by its back only, as that is all one may know."""
    return Counter("money" if isinstance(card, int) else card for card in table.world.deck)


def exposed(heard: tuple[Event, ...]) -> dict[Seat, tuple[int, ...]]:
    """Return the purses that everybody saw in this auction: nothing has moved since."""
    found = {}
    for event in reversed(heard):
        if isinstance(event, LotRevealed | PedigreeRevealed):
            break
        if isinstance(event, Exposed | SlapExposed):
            found[event.seat] = event.cards
    return found


def assert_agreement(counts: Counter[str]) -> None:
    print(dict(sorted(counts.items())))
    for what, least in (
        ("payments", 0.99),
        ("results", 0.98),
        ("splits", 0.98),
        ("offers", 0.98),
        ("bids", 0.98),
        ("exposed", 0.98),
        ("card payments", 1),
        ("lays", 1),
        ("slaps", 1),
    ):
        assert counts[f"wrong {what}"] <= (1 - least) * counts[what], what


def test_imagined_tables_fit_and_can_be_played_on() -> None:
    counts = looked_into(matches, range(FEW), rarely=60)
    assert_agreement(counts)
    for what in ("payers", "payments", "results", "splits", "offers", "bids", "exposed"):
        assert counts[what], f"a look at no {what} proves nothing"


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_imagined_tables(chunk: int) -> None:
    first = FEW + chunk * MANY // CHUNKS
    numbers = range(first, first + MANY // CHUNKS)
    assert_agreement(looked_into(matches, numbers, rarely=60))
    assert_agreement(looked_into(master_matches, numbers, rarely=20))


def test_imagined_tables_of_master_fit_and_can_be_played_on() -> None:
    counts = looked_into(master_matches, range(2 * FEW), rarely=90)
    assert_agreement(counts)
    for what in (
        *("card payers", "payments", "results", "offers", "exposed", "lays", "slaps"),
        *("Countdown", "PedigreeHammer", "RatRound", "Dividing", "Extra", "played on"),
    ):
        assert counts[what], f"a look at no {what} proves nothing"


@pytest.mark.parametrize("play", [matches, master_matches])
@pytest.mark.parametrize("number", [0, 1])
def test_imagining_is_the_same_every_time_and_not_always_the_same(play: Play, number: int) -> None:
    match = next(itertools.islice(play(number), 60, None))
    seen, heard = match.view(0), match.heard(0)
    first, again, other = (imagine(seen, heard, QuickChance(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


POOL = (0, 0, 10, 10, 10, 50, 50, 100, 200)


@pytest.mark.parametrize("overpay", ["exact_if_possible", "irredundant", "any"])
@pytest.mark.parametrize("price", [10, 40, 60, 120, 370, 430])
def test_a_guessed_payment_is_one_the_rules_admit(overpay: Overpay, price: int) -> None:
    option = payments(overpay, POOL, price)
    admitted: dict[int, set[tuple[int, ...]]] = {}
    for action in option.expand():
        assert isinstance(action, Pay)
        admitted.setdefault(len(action.cards), set()).add(action.cards)
    for count in range(len(POOL) + 2):
        chance = QuickChance(f"{overpay} {price} {count}")
        guesses = {guessing.payment(option, count, chance) for _ in range(400)}
        assert guesses == admitted.get(count, {None}), count


@pytest.mark.parametrize("ahead", [-1, 0, 1])
def test_a_guessed_bout_has_the_result_that_was_told(ahead: int) -> None:
    shapes = [(guessing.Shape(5, 1), guessing.Shape(1))]
    for seed in range(20):
        found = guessing.bout(
            shapes,
            (0, 0, 10, 10, 20, 20, 500),
            lambda offer: (0, 10, 60, 100, 1000),
            ahead,
            QuickChance(seed),
        )
        assert found is not None
        offer, counter = found
        assert (len(offer), offer.count(0), len(counter)) == (5, 1, 1)
        assert guessing.lead(offer, counter) == ahead


def test_no_bout_is_guessed_where_there_is_none() -> None:
    shapes = [(guessing.Shape(1), guessing.Shape(1))]
    assert guessing.bout(shapes, (10,), lambda offer: (50,), 1, QuickChance(1)) is None


def test_a_payment_beyond_the_purse_lacks_as_little_as_may_be() -> None:
    option = Pick(Pay(()), "cards", (10, 10, 10, 50, 100), 0, 50, exact=True, lean=True)
    assert guessing.nearest_payment(option, 1, (10, 100), QuickChance(1)) == (50,)
    # No two of these cards make sixty: it was too much.
    option = payments("exact_if_possible", (10, 10, 10, 40, 40), 60)
    assert option.exact
    assert guessing.nearest_payment(option, 2, (40,), QuickChance(1)) == (40, 40)
