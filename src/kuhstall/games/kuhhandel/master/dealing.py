"""The deal for two: money lies in the deck, too."""

from __future__ import annotations

from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.events import Dealt
from kuhstall.games.kuhhandel.master.house_rules import rules_of
from kuhstall.games.kuhhandel.money import bluff_cards, minus
from kuhstall.games.kuhhandel.phases.dealing import deal

UNSEEN: Final = 10
"""Money cards that leave the game for two unseen."""


def deal_money_into_deck(edition: Edition, seats: int, chance: Chance) -> Dealt:
    """Deal as usual; for two players, shuffle the money that is left into the deck (3.6)."""
    if not edition.divides(seats):
        return deal(edition, seats, chance)
    purse = edition.purse
    if rules_of(edition).two_player_zero_cards == "none":
        purse = minus(purse, bluff_cards(purse))
    money = chance.shuffled("removed", edition.mixed_in(seats))[UNSEEN:]
    deck = chance.shuffled("deck", edition.deck + tuple(sorted(money)))
    return Dealt(deck, purse, tuple(sorted(edition.payouts * seats)))
