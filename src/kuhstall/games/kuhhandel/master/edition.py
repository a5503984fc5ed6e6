"""Kuhhandel Master: its printed editions."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.games.game import AnyGame, Game
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, QUARTET, RAT
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.figures import outcome
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.master.dealing import deal_money_into_deck
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.master.imagining import MasterImagination, imagine
from kuhstall.games.kuhhandel.master.narration import narrate, narrate_race
from kuhstall.games.kuhhandel.master.orders import ORDERS
from kuhstall.games.kuhhandel.master.phases.countdown import PEDIGREE
from kuhstall.games.kuhhandel.master.phases.covering import COVER
from kuhstall.games.kuhhandel.master.phases.dividing import DIVISION
from kuhstall.games.kuhhandel.master.phases.extra import EXTRA
from kuhstall.games.kuhhandel.master.phases.rat_round import RAT_REVEAL
from kuhstall.games.kuhhandel.master.redaction import redact
from kuhstall.games.kuhhandel.master.results import lingers
from kuhstall.games.kuhhandel.master.retelling import retell
from kuhstall.games.kuhhandel.master.scoring import master_column
from kuhstall.games.kuhhandel.master.unveiling import MARKS, stop, unveil
from kuhstall.games.kuhhandel.master.view import MasterView, own, view
from kuhstall.games.kuhhandel.money import cards
from kuhstall.games.kuhhandel.phases.dealing import Dealing
from kuhstall.games.kuhhandel.phases.lot import ANIMAL
from kuhstall.games.kuhhandel.results import cards_left
from kuhstall.games.kuhhandel.wire import AnyAction, AnyEvent

GAME: Final[Game[KuhTable, MasterView, AnyEvent]] = Game(
    name="master",
    view=view,
    own=own,
    redact=redact,
    narrate=narrate,
    imagine=imagine,
    imagination=MasterImagination,
    retell=retell,
    unveil=unveil,
    stop=stop,
    outcome=outcome,
    left=cards_left,
    lingers=lingers,
    actions=AnyAction,
    events=AnyEvent,
    marks=MARKS,
    orders=ORDERS,
)
RACE: Final = replace(GAME, narrate=narrate_race)
"""The game where no lot is drawn for a slap."""


def _told(rules: HouseRules) -> AnyGame:
    drawn = isinstance(rules, MasterRules) and rules.slaps_are_drawn
    return GAME if drawn else RACE


MASTER: Final = Edition(
    key="master",
    version=1,
    game=GAME,
    first_phase=Dealing,
    deal=deal_money_into_deck,
    score=master_column,
    reveals=(ANIMAL, PEDIGREE, RAT_REVEAL),
    between_turns=(EXTRA, COVER),
    fewest_seats=2,
    most_seats=6,
    deck=ANIMALS * QUARTET + PEDIGREES + (RAT,) * QUARTET,
    stock=cards({0: 12, 10: 18, 20: 6, 50: 12, 100: 6, 200: 6, 500: 6}),
    purse=cards({0: 2, 10: 3, 20: 1, 50: 1}),
    payouts=(50, 100, 200, 500),
    dove_pairs=(),
    rules=MasterRules(),
    game_by=_told,
    shunned=(RAT,),
    for_two=DIVISION,
)
"""Kuhhandel Master (rule sheet 003)."""

MASTER_ENGLISH: Final = replace(
    MASTER,
    key="master-en",
    rules=MasterRules(min_offer_cards=1, two_player_zero_cards="none"),
)
"""Kuhhandel Master by its English translation (rule sheet 001)."""

MASTERS: Final = (MASTER, MASTER_ENGLISH)
