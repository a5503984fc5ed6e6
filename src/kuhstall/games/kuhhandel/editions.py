"""The printed editions. No other module asks which one is played."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.table import Game
from kuhstall.games.kuhhandel.actions import AnyAction
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.events import AnyEvent
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.imagining import imagine
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.narration import narrate
from kuhstall.games.kuhhandel.phases.dealing import Dealing
from kuhstall.games.kuhhandel.redaction import redact
from kuhstall.games.kuhhandel.retelling import retell
from kuhstall.games.kuhhandel.view import view

KUHHANDEL: Final = Game(view, redact, narrate, imagine, retell, AnyAction, AnyEvent)


def _cards(counts: dict[int, int]) -> Cards:
    return tuple(value for value, count in sorted(counts.items()) for _ in range(count))


SECOND: Final = Edition(
    key="kuhhandel/2",
    version=1,
    game=KUHHANDEL,
    first_phase=Dealing,
    fewest_seats=3,
    most_seats=5,
    deck=ANIMALS * QUARTET,
    stock=_cards({0: 10, 10: 20, 50: 10, 100: 5, 200: 5, 500: 5}),
    purse=_cards({0: 2, 10: 4, 50: 1}),
    payouts=(50, 100, 200, 500),
    dove_pairs=(("rooster", "goose"), ("cat", "dog"), ("sheep", "goat")),
    rules=HouseRules(),
)
"""The second edition (rule sheet 000)."""

RUSSIAN: Final = replace(
    SECOND,
    key="kuhhandel/2-ru",
    rules=HouseRules(overbid="continue_excluded", offer_count="offerer_choice"),
)
"""The Russian print of the second edition (rule sheet 004)."""

FIRST: Final = replace(
    SECOND,
    key="kuhhandel/1",
    stock=_cards({0: 10, 10: 25, 50: 5, 100: 5, 200: 5, 500: 5}),
    purse=_cards({0: 2, 10: 5}),
    rules=HouseRules(trade_money="winner_pays", return_zero_cards=True, scoring="sum", dove=True),
)
"""The first edition, with the dove."""

EDITIONS: Final = (SECOND, RUSSIAN, FIRST)
