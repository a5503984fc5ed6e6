"""The classic game: its printed editions, the dove, and what counts at the end."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.engine.table import Table
from kuhstall.engine.values import Seat
from kuhstall.games.game import Game
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, QUARTET, quartets
from kuhstall.games.kuhhandel.edition import Edition, KuhTable, TurnStep
from kuhstall.games.kuhhandel.events import ClassicEvent, DoveTaken
from kuhstall.games.kuhhandel.figures import outcome
from kuhstall.games.kuhhandel.house_rules import ClassicRules, classic_rules
from kuhstall.games.kuhhandel.imagining import Imagination, imagine
from kuhstall.games.kuhhandel.money import cards
from kuhstall.games.kuhhandel.narration import narrate
from kuhstall.games.kuhhandel.orders import ORDERS
from kuhstall.games.kuhhandel.phases.dealing import Dealing, deal
from kuhstall.games.kuhhandel.phases.lot import ANIMAL
from kuhstall.games.kuhhandel.redaction import redact
from kuhstall.games.kuhhandel.results import cards_left, lingers
from kuhstall.games.kuhhandel.retelling import retell
from kuhstall.games.kuhhandel.scoring import ScoreRules, SeatScore, score
from kuhstall.games.kuhhandel.unveiling import MARKS, stop, unveil
from kuhstall.games.kuhhandel.view import ClassicView, own, view
from kuhstall.games.kuhhandel.wire import AnyAction, AnyEvent
from kuhstall.games.kuhhandel.world import World


def column(edition: Edition, world: World, seat: Seat) -> SeatScore:
    """Fill in a seat's column of the score sheet."""
    rules = classic_rules(edition.rules)
    how = ScoreRules(rules.scoring, rules.dove_multiplied)
    return score(how, quartets(world.herds[seat]), dove=seat == world.dove)


def dove_taken(table: KuhTable, trader: Seat | None) -> DoveTaken | None:
    """Give the dove to the first seat with all eight animals of a pair (A-18, C-13)."""
    if table.world.dove is not None or not classic_rules(table.edition.rules).dove:
        return None
    for seat, herd in enumerate(table.world.herds):
        for one, other in table.edition.dove_pairs:
            if herd[KIND[one]] == herd[KIND[other]] == QUARTET:
                return DoveTaken(seat)
    return None


def _with_dove(table: KuhTable, event: DoveTaken) -> KuhTable:
    world = replace(table.world, dove=event.seat)
    return Table(table.edition, world, table.phase, table.moment)


DOVE: Final = TurnStep(DoveTaken, dove_taken, _with_dove)

KUHHANDEL: Final[Game[KuhTable, ClassicView, ClassicEvent]] = Game(
    name="kuhhandel",
    view=view,
    own=own,
    redact=redact,
    narrate=narrate,
    imagine=imagine,
    imagination=Imagination,
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

SECOND: Final = Edition(
    key="kuhhandel/2",
    version=1,
    game=KUHHANDEL,
    first_phase=Dealing,
    deal=deal,
    score=column,
    reveals=(ANIMAL,),
    between_turns=(DOVE,),
    fewest_seats=3,
    most_seats=5,
    deck=ANIMALS * QUARTET,
    stock=cards({0: 10, 10: 20, 50: 10, 100: 5, 200: 5, 500: 5}),
    purse=cards({0: 2, 10: 4, 50: 1}),
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
    stock=cards({0: 10, 10: 25, 50: 5, 100: 5, 200: 5, 500: 5}),
    purse=cards({0: 2, 10: 5}),
    rules=ClassicRules(trade_money="winner_pays", return_zero_cards=True, scoring="sum", dove=True),
)
"""The first edition, with the dove."""

CLASSIC: Final = (SECOND, RUSSIAN, FIRST)
