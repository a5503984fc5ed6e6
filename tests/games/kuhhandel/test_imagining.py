"""Imagined tables fit what the viewer has seen and heard, and can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import make
from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import check, options
from kuhstall.engine.match import Match
from kuhstall.engine.option import Pick, sample
from kuhstall.engine.values import Event, Seat, TableOpened
from kuhstall.games.kuhhandel import guessing, imagining
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
from kuhstall.games.kuhhandel.money import Overpay, payments
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.registry import imagine, opened
from tests.bots.tables import Modest, any_table, played

FEW = 12
MANY, CHUNKS = 60, 4
CLOSER = (Payment, Responding)

T = TypeVar("T")


class Watched(imagining._Imagination):
    """Imagines, and takes down how its guesses agree with what was told."""

    tally: Counter[str]

    def _filled(self, event: Event, place: int) -> Event:
        told = super()._filled(event, place)
        table = self._purses.table
        match told:
            case Paid(payer, _, cards) if isinstance(table.phase, Payment) and cards is not None:
                rule = payments(
                    table.edition.rules.overpay, table.world.purses[payer], table.phase.price
                )
                self._note("payments", rule.refusal(Pay(cards)) is None)
            case OfferMade(seat, cards) if cards is not None:
                self._laid = cards
                self._note("offers", _admitted(table, seat, Offer(cards, told.shown)))
            case CounterMade(seat, cards) if cards is not None:
                self._countered = cards
                self._note("offers", _admitted(table, seat, CounterOffer(cards, told.shown)))
            case TradeSettled() if isinstance(event, TradeSettled) and event.offer is None:
                self._settlement(event, told)
        return told

    def _settlement(self, event: TradeSettled, told: TradeSettled) -> None:
        if not event.accepted:
            ahead = guessing.lead(self._laid, self._countered)
            expected = 0 if told.tied else 1 if told.winner == told.challenger else -1
            self._note("results", ahead == expected)
        split = told.to_challenger or (), told.to_challenged or ()
        if event.counts is not None:
            offers = (self._laid, () if event.accepted else self._countered)
            rightly = self._split(self._purses.table.phase.trade, *offers, told)  # type: ignore[attr-defined]
            self._note("splits", split == rightly)

    def _note(self, what: str, right: bool) -> None:
        self.tally[what] += 1
        self.tally[f"wrong {what}"] += not right


def _admitted(table: KuhTable, seat: Seat, action: Offer | CounterOffer) -> bool:
    return any(option.admits(action) for option in table.phase.options(table, seat))


def farmers(seat: Seat, chance: Chance) -> Bot:
    return make("farmer", seat, chance)


def randoms(seat: Seat, chance: Chance) -> Bot:
    return Modest(make("random", seat, chance), chance)


def matches(number: int) -> Iterator[Match]:
    """Play by house rules drawn at random; every third match is one of farmers."""
    edition, seats = any_table(number)
    return played(edition, seats, randoms if number % 3 else farmers, number)


def looked_into(numbers: range, rarely: int) -> Counter[str]:
    tally = Counter[str]()
    for number in numbers:
        dice = QuickChance(f"looks {number}")
        for match in matches(number):
            close = isinstance(match.table.phase, CLOSER)
            if match.actors and not dice.below("look", rarely // 6 if close else rarely):
                viewer = (None, *range(match.seats))[dice.below("viewer", match.seats + 1)]
                look(match, viewer, dice, tally)
    return tally


def look(match: Match, viewer: Seat | None, chance: Chance, tally: Counter[str]) -> None:
    seen, heard = match.view(viewer), match.heard(viewer)
    opening = heard[0]
    assert isinstance(opening, TableOpened)
    watched = Watched(opened(opening), viewer, heard, chance)
    watched.tally = tally
    table = watched.table()
    tally["tables"] += 1

    assert table.edition.game.view(table, viewer) == seen
    assert money(table) == money(match.table)
    for actor in table.phase.actors(table):
        default = table.phase.default(table, actor)
        if default is not None:
            check(table, actor, default)
        check(table, actor, sample(options(table, actor), chance))
    phase, purses = table.phase, table.world.purses
    if isinstance(phase, Payment):
        tally["payers"] += 1
        assert sum(purses[phase.payer]) >= phase.price
    if isinstance(phase, Bidding | Preemption):
        if table.edition.rules.bluff_bids == "forbidden":
            for seat, bid in enumerate(phase.bids):
                tally["bids"] += bid > 0
                tally["wrong bids"] += sum(purses[seat]) < bid
        for seat, cards in exposed(heard).items():
            tally["exposed"] += 1
            tally["wrong exposed"] += purses[seat] != cards


def money(table: KuhTable) -> Counter[int]:
    cards = Counter(table.world.bank)
    for purse in table.world.purses:
        cards.update(purse)
    if isinstance(table.phase, Responding):
        cards.update(table.phase.offer)
    return cards


def exposed(heard: tuple[Event, ...]) -> dict[Seat, tuple[int, ...]]:
    """Return the purses that everybody saw in this auction: nothing has moved since."""
    found = {}
    for event in reversed(heard):
        if isinstance(event, LotRevealed):
            break
        if isinstance(event, Exposed):
            found[event.seat] = event.cards
    return found


def assert_agreement(tally: Counter[str]) -> None:
    print(dict(sorted(tally.items())))
    for what, least in (
        ("payments", 0.99),
        ("results", 0.98),
        ("splits", 0.98),
        ("offers", 0.98),
        ("bids", 0.98),
        ("exposed", 0.98),
    ):
        assert tally[f"wrong {what}"] <= (1 - least) * tally[what], what


def test_imagined_tables_fit_and_can_be_played_on() -> None:
    tally = looked_into(range(FEW), rarely=60)
    assert_agreement(tally)
    for what in ("payers", "payments", "results", "splits", "offers", "bids", "exposed"):
        assert tally[what], f"a look at no {what} proves nothing"


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_imagined_tables(chunk: int) -> None:
    first = FEW + chunk * MANY // CHUNKS
    assert_agreement(looked_into(range(first, first + MANY // CHUNKS), rarely=60))


def test_imagining_is_the_same_every_time_and_not_always_the_same() -> None:
    *_, match = matches(1)
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
