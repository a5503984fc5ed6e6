"""Two worlds that a viewer cannot tell apart: from the start, or late in a game."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from kuhstall.engine.kernel import empty_table
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Refused, Viewer
from kuhstall.games.kuhhandel.cards import DONKEY, KINDS, NO_ANIMALS, grown
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.editions import CLASSIC
from kuhstall.games.kuhhandel.events import Dealt, TurnBegan
from kuhstall.games.kuhhandel.house_rules import ClassicRules, HouseRules
from kuhstall.games.kuhhandel.phases.next_turn import next_trader
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.world import World
from tests.games.every_option import unlisted

VALUES: dict[str, tuple[Any, ...]] = {
    "auction_mode": ("open", "turns", "sealed"),
    "gavel": ("clock", "auctioneer"),
    "overbid": ("restart_excluded", "continue_excluded", "restart_all"),
    "bluff_bids": ("allowed", "allowed", "forbidden"),
    "self_raise": (True, False),
    "overpay": ("exact_if_possible", "irredundant", "any"),
    "payment_visibility": ("private", "private", "private", "public"),
    "offer_count": ("visible", "hidden", "offerer_choice"),
    "hand_counts": ("auto", "hidden"),
    "min_offer_cards": (0, 1),
    "min_counter_cards": (0, 1),
    "trade_money": ("exchange", "winner_pays", "all_returned"),
    "return_zero_cards": (False, True),
    "tie_money": ("auto", "exchanged", "returned"),
    "second_tie_money": ("as_tie", "returned"),
    "no_progress_limit": (2, 60),
    "tie_break": ("shared", "quartets", "money"),
}
ALIKE = {"scoring", "dove", "dove_multiplied", "start_player"}
"""What two worlds do not differ by: who begins, and how the end is counted."""
VALUES |= unlisted(ClassicRules, {*VALUES, *ALIKE})


def random_edition(random: Random, seats: int) -> Edition:
    """Draw a printed edition; half the time with some house rules changed."""
    edition: Edition = random.choice(CLASSIC)
    if random.random() < 0.4:
        return edition.with_rules({"auction_mode": random.choice(VALUES["auction_mode"])})
    while True:
        names = random.sample(sorted(VALUES), random.randint(1, 8))
        changed = edition.with_rules({name: random.choice(VALUES[name]) for name in names})
        try:
            changed.opened(seats)
        except Refused:
            continue
        return changed


Pair = tuple[KuhTable, KuhTable, list[Event], list[Event]]


def from_the_start(random: Random, edition: Edition, seats: int) -> Pair:
    """Deal two decks that agree up to a horizon."""
    deck = list(edition.deck)
    random.shuffle(deck)
    horizon = random.choice((0, 1, 2, 4, 8, 16, 24))
    start = random.randrange(seats)
    tables, logs = [], []
    for cards in (deck, deck[:horizon] + random.sample(deck[horizon:], len(deck) - horizon)):
        log: list[Event] = [
            Dealt(tuple(cards), edition.purse, edition.bank(seats)),
            TurnBegan(start),
        ]
        table: KuhTable = empty_table(edition, seats)
        for event in log:
            table = table.phase.evolve(table, event)
        tables.append(table)
        logs.append(log)
    return tables[0], tables[1], logs[0], logs[1]


def from_late_on(random: Random, edition: Edition, seats: int, viewer: Viewer) -> Pair:
    """Lay out a late table; in the other world, the others' purses and the deck differ."""
    cards = list(edition.deck)
    random.shuffle(cards)
    left = random.choice((0, 0, 1, 2, 3, 5))
    if random.random() < 0.5:  # donkeys are rare: let some be next
        next_ones = random.choice((1, 2, 2))
        for _ in range(next_ones):
            cards.remove(DONKEY)
        cards[:0] = [DONKEY] * next_ones
        left = max(left, next_ones)
    deck, out = cards[:left], cards[left:]
    owned = herds(random, out, seats)
    donkeys = out.count(DONKEY)
    bank = list(edition.bank(seats))
    money = list(edition.purse * seats)
    for payout in edition.payouts[:donkeys]:
        for _ in range(seats):
            bank.remove(payout)
            money.append(payout)
    random.shuffle(money)
    cuts = sorted(random.choices(range(len(money) + 1), k=seats - 1))
    purses = cut(money, cuts)
    world = World(
        purses=purses,
        herds=tuple(owned),
        deck=tuple(deck),
        bank=tuple(bank),
        donkeys=donkeys,
        pedigrees=((),) * seats,
    )
    twin = replace(
        world,
        purses=others_dealt_anew(random, purses, edition.rules, viewer),
        deck=_agreeing(random, deck),
    )
    seat = next_trader(world, random.randrange(seats))
    one: KuhTable = Table(edition, world, Turn(seat), 100)
    other: KuhTable = Table(edition, twin, Turn(seat), 100)
    return one, other, [], []


def herds(random: Random, animals: list[Any], seats: int) -> list[tuple[int, ...]]:
    """Deal animals so that at least one kind is still shared: somebody can trade."""
    favourite = {animal: random.randrange(seats) for animal in KINDS}
    faithful = random.choice((0.5, 0.9, 0.97))
    while True:
        found = [NO_ANIMALS] * seats
        for animal in animals:
            owner = favourite[animal] if random.random() < faithful else random.randrange(seats)
            found[owner] = grown(found[owner], animal, 1)
        if any(sum(count > 0 for count in kind) > 1 for kind in zip(*found, strict=True)):
            return found


def cut(money: list[int], cuts: list[int]) -> tuple[tuple[int, ...], ...]:
    ends = [0, *cuts, len(money)]
    return tuple(tuple(sorted(money[start:end])) for start, end in pairwise(ends))


def others_dealt_anew(
    random: Random, purses: tuple[tuple[int, ...], ...], rules: HouseRules, viewer: Viewer
) -> tuple[tuple[int, ...], ...]:
    others = [seat for seat in range(len(purses)) if seat != viewer]
    money = [card for seat in others for card in purses[seat]]
    random.shuffle(money)
    if rules.counts_are_public:
        sizes = [len(purses[seat]) for seat in others]
        cuts = [sum(sizes[: place + 1]) for place in range(len(sizes) - 1)]
    else:
        cuts = sorted(random.choices(range(len(money) + 1), k=len(others) - 1))
    dealt = dict(zip(others, cut(money, cuts), strict=True))
    return tuple(dealt.get(seat, purse) for seat, purse in enumerate(purses))


def _agreeing(random: Random, deck: list[Any]) -> tuple[Any, ...]:
    horizon = random.choice((random.randint(0, len(deck)), len(deck)))
    return (*deck[:horizon], *random.sample(deck[horizon:], len(deck) - horizon))
