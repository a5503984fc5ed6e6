"""Two worlds of Kuhhandel Master that a viewer cannot tell apart."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.kernel import empty_table
from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Refused, Viewer
from kuhstall.games.kuhhandel.cards import DONKEY, PEDIGREE_OF, PEDIGREES, RAT, Card
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.editions import MASTERS
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.kuhhandel.master.dealing import UNSEEN, deal_money_into_deck
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.money import Cards, bluff_cards, minus, plus
from kuhstall.games.kuhhandel.phases.next_turn import next_trader
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.world import World
from kuhstall.games.rule_options import names as rule_names
from tests.games.every_option import unlisted
from tests.games.twin.entitlement import back
from tests.games.twin.worlds import ALIKE, VALUES, Pair, cut, herds, others_dealt_anew

MASTER_VALUES: dict[str, tuple[Any, ...]] = {
    **{name: VALUES[name] for name in VALUES if name in rule_names(MasterRules)},
    "offer_count": ("visible", "hidden", "hidden", "offerer_choice"),
    "pedigree_mode": ("realtime", "stepwise", "sealed", "envelopes"),
    "slap": ("lottery", "reflex"),
    "slap_tie": ("random", "seat_order"),
    "rat_cover": ("auto", "player"),
    "after_rat": ("must_auction", "turn_ends"),
    "rat_mode": ("round", "round", "round", "envelopes"),
    "two_player_zero_cards": ("keep_start", "none"),
    "division_donkey": ("on_laying", "off"),
    "peek_next_back": (True, False),
    "super_kuhhandel": (False, True),
    "kassensturz": (False, False, True),
}
MASTER_VALUES |= unlisted(MasterRules, {*MASTER_VALUES, *ALIKE})
SEATS = (2, 2, 3, 4, 5, 6)


def random_master(random: Random, seats: int) -> Edition:
    """Draw an edition; mostly with another countdown, and half the time with house rules."""
    edition: Edition = random.choice(MASTERS)
    usual = (
        *("auction_mode", "pedigree_mode", "slap", "hand_counts", "rat_cover", "rat_mode"),
        "super_kuhhandel",
    )
    while True:
        names = random.sample(sorted(MASTER_VALUES), random.choice((0, 0, 1, 4, 8, 12)))
        rules = {name: random.choice(MASTER_VALUES[name]) for name in (*usual, *names)}
        changed = edition.with_rules(rules)
        try:
            changed.opened(seats)
        except Refused:
            continue
        return changed


def from_the_start(random: Random, edition: Edition, seats: int, *, horizon: int) -> Pair:
    """Deal two decks that agree up to a horizon; of two players' money, other cards are left out.

    Pedigrees and rats are what this game has more than the other: often they come early.
    """
    red: list[Any] = list(edition.deck)
    random.shuffle(red)
    if random.random() < 0.6:
        early = random.sample(
            [c for c in red if c in PEDIGREE_OF or c == RAT], random.randint(1, 8)
        )
        for card in early:
            red.remove(card)
        at = random.randint(0, 2)
        red[at:at] = early
    dealt = deal_money_into_deck(edition, seats, QuickChance(random.random().hex()))
    deck = _mixed(random, edition, red, seats)
    twin = deck[:horizon] + random.sample(deck[horizon:], len(deck) - horizon)
    if edition.divides(seats):
        twin = _with_other_money(random, twin, horizon, edition.mixed_in(seats))
        _match_backs(twin, deck, 1)
    start = random.randrange(seats)
    tables, logs = [], []
    for cards in (deck, twin):
        log: list[Event] = [replace(dealt, deck=tuple(cards)), TurnBegan(start)]
        table: KuhTable = empty_table(edition, seats)
        for event in log:
            table = table.phase.evolve(table, event)
        tables.append(table)
        logs.append(log)
    return tables[0], tables[1], logs[0], logs[1]


def _mixed(random: Random, edition: Edition, red: list[Card], seats: int) -> list[Card]:
    """Mix money into the deck for two."""
    if not edition.divides(seats):
        return red
    deck: list[Any] = list(red)
    for card in random.sample(edition.mixed_in(seats), len(edition.mixed_in(seats)) - UNSEEN):
        deck.insert(random.randint(0, len(deck)), card)
    return deck


def _with_other_money(random: Random, deck: list[Card], fixed: int, money: Cards) -> list[Card]:
    """Draw anew what money is in a deck, but for its first cards."""
    left = minus(money, tuple(c for c in deck[:fixed] if isinstance(c, int)))
    drawn = iter(random.sample(left, len(left)))
    return deck[:fixed] + [next(drawn) if isinstance(card, int) else card for card in deck[fixed:]]


def _match_backs(deck: list[Card], like: list[Card], count: int) -> None:
    """Let the first cards have the backs that those of the other deck have."""
    for place, card in enumerate(like[:count]):
        for at in range(place, len(deck)):
            if back(deck[at]) == back(card):
                deck[place], deck[at] = deck[at], deck[place]
                break


def from_late_on(random: Random, edition: Edition, seats: int, viewer: Viewer) -> Pair:
    """Lay out a late table; in the other world, the others' purses and the deck differ."""
    red: list[Any] = list(edition.deck)
    random.shuffle(red)
    left = random.choice((0, 0, 1, 2, 4, 6))
    if random.random() < 0.5:  # some cards are rare: let them be next
        rare = random.choices((DONKEY, RAT, *random.sample(PEDIGREES, 2)), k=random.choice((1, 2)))
        rare = [card for card in rare if red.count(card) >= rare.count(card)]
        for card in rare:
            red.remove(card)
        red[:0] = rare
        left = max(left, len(rare))
    deck: list[Any] = red[:left]
    out = red[left:]
    dealt = deal_money_into_deck(edition, seats, QuickChance("purses and bank"))
    donkeys = out.count(DONKEY)
    paid = donkeys if not edition.divides(seats) or _donkeys_pay(edition) else 0
    paid_out = tuple(sorted(edition.payouts[:paid] * seats))
    money = [*dealt.purse * seats, *paid_out]
    if edition.divides(seats):
        green = random.sample(edition.mixed_in(seats), len(edition.mixed_in(seats)) - UNSEEN)
        for value in green[: random.randint(0, 4)]:
            deck.insert(random.randint(0, len(deck)), value)
        money += green[sum(isinstance(card, int) for card in deck) :]
    random.shuffle(money)
    purses = cut(money, sorted(random.choices(range(len(money) + 1), k=seats - 1)))
    kinds = [card for card in out if card not in PEDIGREE_OF]
    pedigrees: list[list[Any]] = [[] for _ in range(seats)]
    for card in out:
        if card in PEDIGREE_OF:
            random.choice(pedigrees).append(PEDIGREE_OF[card])
    world = World(
        purses=purses,
        herds=tuple(herds(random, kinds, seats)),
        deck=tuple(deck),
        bank=minus(dealt.bank, paid_out),
        donkeys=donkeys,
        pedigrees=tuple(map(tuple, pedigrees)),
    )
    other_deck = random.sample(deck, len(deck))
    others = others_dealt_anew(random, purses, edition.rules, viewer)
    if edition.divides(seats):
        others, other_deck = _redrawn(random, world, edition, viewer)
        _match_backs(other_deck, deck, 1)
    twin = replace(world, purses=others, deck=tuple(other_deck))
    seat = next_trader(world, random.randrange(seats))
    one: KuhTable = Table(edition, world, Turn(seat), 100)
    other: KuhTable = Table(edition, twin, Turn(seat), 100)
    return one, other, [], []


def _donkeys_pay(edition: Edition) -> bool:
    rules = edition.rules
    return isinstance(rules, MasterRules) and rules.division_donkey == "on_laying"


def _redrawn(
    random: Random, world: World, edition: Edition, viewer: Viewer
) -> tuple[tuple[Cards, ...], list[Card]]:
    """Draw anew, for two players, what the viewer does not hold: the box has other cards too.

    Bluff cards stay where they are: neither the deck nor the box has any.
    """
    unknown = minus(tuple(sorted(edition.stock)), world.bank)
    if viewer is not None:
        unknown = minus(unknown, world.purses[viewer])
    left = [card for card in random.sample(unknown, len(unknown)) if card]
    deck: list[Any] = random.sample(world.deck, len(world.deck))
    deck = [left.pop() if isinstance(card, int) else card for card in deck]
    sizes = [len(purse) - purse.count(0) for purse in world.purses]
    if viewer is None and not edition.rules.counts_are_public:
        first = random.randint(0, sum(sizes))
        sizes = [first, sum(sizes) - first]
    purses = list(world.purses)
    for seat, size in enumerate(sizes):
        if seat != viewer:
            drawn = tuple(left.pop() for _ in range(size))
            purses[seat] = plus(bluff_cards(purses[seat]), drawn)
    return tuple(purses), deck
