"""Kuhfstein as it comes out of the box."""

from __future__ import annotations

from typing import Final

from kuhstall.games.game import Game
from kuhstall.games.kuhfstein.actions import AnyAction
from kuhstall.games.kuhfstein.deck import BOX, OWN
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.events import AnyEvent
from kuhstall.games.kuhfstein.figures import outcome
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.kuhfstein.imagining import imagine
from kuhstall.games.kuhfstein.landscape import TERRAINS
from kuhstall.games.kuhfstein.narration import narrate
from kuhstall.games.kuhfstein.patterns import faces
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.dealing import Dealing
from kuhstall.games.kuhfstein.redaction import redact
from kuhstall.games.kuhfstein.retelling import retell
from kuhstall.games.kuhfstein.unveiling import MARKS, stop, unveil
from kuhstall.games.kuhfstein.view import KuhfsteinView, own, view

GAME: Final[Game[KuhfsteinTable, KuhfsteinView, AnyEvent]] = Game(
    name="kuhfstein",
    view=view,
    own=own,
    redact=redact,
    narrate=narrate,
    imagine=imagine,
    retell=retell,
    unveil=unveil,
    stop=stop,
    outcome=outcome,
    actions=AnyAction,
    events=AnyEvent,
    marks=MARKS,
)

_PIECES: Final = BOX["pieces"]
_TILES: Final = BOX["tiles"]

KUHFSTEIN: Final = Edition(
    key="kuhfstein",
    version=1,
    game=GAME,
    first_phase=Dealing,
    turn=Acting,
    fewest_seats=2,
    most_seats=4,
    tiles={terrain: _TILES[terrain] for terrain in TERRAINS},
    removed={seats: _TILES["removed_per_kind"][f"p{seats}"] for seats in (2, 3, 4)},
    cards=OWN,
    faces=faces(OWN),
    own_cards=True,
    bonus_tiles=tuple((tile["front"], tile["back"]) for tile in BOX["bonus_tile"]),
    printed=BOX["track"]["printed"]["bonus"],
    display=_TILES["display"],
    open_cards=BOX["cards"]["display"],
    cows=_PIECES["cows_per_player"],
    trees=_PIECES["trees_per_player"],
    goals=_PIECES["scoring_tiles_per_player"],
    actions=2,
    threshold=_PIECES["end_threshold"],
    tree_points=_PIECES["tree_points"],
    rules=KuhfsteinRules(bonus_positions=tuple(BOX["track"]["positions"])),
)
"""The game as printed, with cards of our own (rule sheet 002)."""

EDITIONS: Final = (KUHFSTEIN,)
