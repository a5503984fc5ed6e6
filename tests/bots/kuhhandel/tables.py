"""Tables for the tests of bots: any edition, any number of seats, any sensible house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Refused
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.editions import EDITIONS
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.rule_options import names
from tests.games.every_option import unlisted

VALUES: dict[str, Sequence[Any]] = {
    "auction_mode": ("open", "turns", "sealed"),
    "gavel": ("clock", "auctioneer"),
    "overbid": ("restart_excluded", "continue_excluded", "restart_all"),
    "bluff_bids": ("allowed", "forbidden"),
    "self_raise": (True, False),
    "overpay": ("exact_if_possible", "irredundant", "any"),
    "payment_visibility": ("private", "private", "public"),
    "offer_count": ("visible", "hidden", "offerer_choice"),
    "hand_counts": ("auto", "public", "hidden"),
    "min_offer_cards": (0, 1),
    "min_counter_cards": (0, 1),
    "trade_money": ("exchange", "winner_pays", "all_returned"),
    "return_zero_cards": (True, False),
    "tie_money": ("auto", "exchanged", "returned"),
    "second_tie_money": ("as_tie", "returned"),
    "scoring": ("multiply", "sum"),
    "dove": (True, False),
    "dove_multiplied": (True, False),
    "no_progress_limit": (5, 60),
    "tie_break": ("shared", "quartets", "money"),
    "start_player": ("random", "seat:2"),
    "pedigree_mode": ("realtime", "realtime", "stepwise", "sealed"),
    "slap": ("lottery", "reflex"),
    "slap_tie": ("random", "seat_order"),
    "rat_cover": ("auto", "player"),
    "after_rat": ("must_auction", "turn_ends"),
    "two_player_zero_cards": ("keep_start", "none"),
    "division_donkey": ("on_laying", "off"),
    "peek_next_back": (True, False),
    "super_kuhhandel": (True, False),
    "kassensturz": (True, False),
}
for _rules in (ClassicRules, MasterRules):
    VALUES |= unlisted(_rules, VALUES)

TABLES = [
    (edition, seats)
    for edition in EDITIONS
    for seats in range(edition.fewest_seats, edition.most_seats + 1)
]
"""Every edition with every number of seats that it is for."""


def any_table(number: int) -> tuple[Edition, int]:
    """Return an edition with random house rules that make sense, and a number of seats."""
    chance = QuickChance(f"rules {number}")
    preset, seats = TABLES[number % len(TABLES)]
    known = names(type(preset.rules))
    while True:
        rules = {
            name: values[chance.below("rule", len(values))]
            for name, values in VALUES.items()
            if name in known and chance.below("changed", 2)
        }
        edition = preset.with_rules(rules)
        try:
            edition.opened(seats)
        except Refused:
            continue
        return edition, seats


def played(
    edition: Edition, seats: int, make: Callable[[int, Chance], Bot], seed: object
) -> Iterator[Match]:
    """Play a match of bots; yield the match before the first and after every action."""
    match = Match(edition, seats, QuickChance(f"{seed} table"))
    bots = [make(seat, QuickChance(f"{seed} seat {seat}")) for seat in range(seats)]
    yield match
    for _ in play_out(match, bots, QuickChance(f"{seed} driver")):
        yield match


def played_out(
    edition: Edition, seats: int, make: Callable[[int, Chance], Bot], seed: object
) -> Match:
    """Play a match of bots to its end."""
    *_, match = played(edition, seats, make, seed)
    return match


def wealth(table: KuhTable, seat: int) -> tuple[int, ...]:
    """Return the cards of a seat, including those it has laid down."""
    phase, purse = table.phase, table.world.purses[seat]
    if isinstance(phase, Responding) and phase.trade.challenger == seat:
        return tuple(sorted(purse + phase.offer))
    return purse


class Modest:
    """Plays at random, but usually bids what it has, so that lots are sold and money moves."""

    def __init__(self, bot: Bot, chance: Chance) -> None:
        self._bot = bot
        self._chance = chance

    def choose(self, seen: Seen) -> Action:
        action = self._bot.choose(seen)
        amount = getattr(action, "amount", 0)
        cash = sum(seen.view.seats[seen.seat].purse)
        if amount > cash and self._chance.below("modest", 10):
            return next(seen.options[0].expand())  # to pass
        return action
