"""The printed editions. No other module asks which one is played."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.table import Game
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.actions import AnyAction
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, QUARTET, RAT
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.ending import classic_column, master_column
from kuhstall.games.kuhhandel.events import AnyEvent
from kuhstall.games.kuhhandel.house_rules import ClassicRules, MasterRules
from kuhstall.games.kuhhandel.imagining import imagine
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.narration import narrate
from kuhstall.games.kuhhandel.phases.dealing import Dealing, deal, deal_mixed
from kuhstall.games.kuhhandel.redaction import redact
from kuhstall.games.kuhhandel.retelling import retell
from kuhstall.games.kuhhandel.unveiling import stop, unveil
from kuhstall.games.kuhhandel.view import view

KUHHANDEL: Final = Game(view, redact, narrate, imagine, retell, unveil, stop, AnyAction, AnyEvent)


def _cards(counts: dict[int, int]) -> Cards:
    return tuple(value for value, count in sorted(counts.items()) for _ in range(count))


SECOND: Final = Edition(
    key="kuhhandel/2",
    version=1,
    game=KUHHANDEL,
    first_phase=Dealing,
    deal=deal,
    score=classic_column,
    fewest_seats=3,
    most_seats=5,
    deck=ANIMALS * QUARTET,
    stock=_cards({0: 10, 10: 20, 50: 10, 100: 5, 200: 5, 500: 5}),
    purse=_cards({0: 2, 10: 4, 50: 1}),
    payouts=(50, 100, 200, 500),
    dove_pairs=(("rooster", "goose"), ("cat", "dog"), ("sheep", "goat")),
    rules=ClassicRules(),
)
"""The second edition (rule sheet 000)."""

RUSSIAN: Final = replace(
    SECOND,
    key="kuhhandel/2-ru",
    rules=ClassicRules(overbid="continue_excluded", offer_count="offerer_choice"),
)
"""The Russian print of the second edition (rule sheet 004)."""

FIRST: Final = replace(
    SECOND,
    key="kuhhandel/1",
    stock=_cards({0: 10, 10: 25, 50: 5, 100: 5, 200: 5, 500: 5}),
    purse=_cards({0: 2, 10: 5}),
    rules=ClassicRules(trade_money="winner_pays", return_zero_cards=True, scoring="sum", dove=True),
)
"""The first edition, with the dove."""

MASTER: Final = Edition(
    key="master",
    version=1,
    game=KUHHANDEL,
    first_phase=Dealing,
    deal=deal_mixed,
    score=master_column,
    fewest_seats=2,
    most_seats=6,
    deck=ANIMALS * QUARTET + PEDIGREES + (RAT,) * QUARTET,
    stock=_cards({0: 12, 10: 18, 20: 6, 50: 12, 100: 6, 200: 6, 500: 6}),
    purse=_cards({0: 2, 10: 3, 20: 1, 50: 1}),
    payouts=(50, 100, 200, 500),
    dove_pairs=(),
    rules=MasterRules(),
    for_two=True,
)
"""Kuhhandel Master (rule sheet 003)."""

MASTER_ENGLISH: Final = replace(
    MASTER,
    key="master-en",
    rules=MasterRules(min_offer_cards=1, two_player_zero_cards="none"),
)
"""Kuhhandel Master by its English translation (rule sheet 001)."""

CLASSIC: Final = (SECOND, RUSSIAN, FIRST)
MASTERS: Final = (MASTER, MASTER_ENGLISH)
EDITIONS: Final = CLASSIC + MASTERS


def find(key: str) -> Edition:
    """Return the edition with this key: for what is about Kuhhandel alone."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    known = ", ".join(edition.key for edition in EDITIONS)
    raise Refused("no_such_edition", f"there is no '{key}' here; there are {known}")
