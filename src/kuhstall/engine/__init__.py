"""The kernel: pure, and without knowledge of any game."""

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import (
    act,
    begin,
    check,
    empty_table,
    fold,
    options,
    proceed,
    restore,
    unseal,
)
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Choice, Option, Pick, Placement, Range, Spot, sample
from kuhstall.engine.table import AnyEdition, AnyGame, Phase, Table, Unexpected
from kuhstall.engine.values import (
    CLOCK,
    Action,
    Actor,
    Event,
    Illegal,
    Line,
    Seat,
    TableOpened,
    TookBack,
    Viewer,
)

__all__ = [
    "CLOCK",
    "Action",
    "Actor",
    "AnyEdition",
    "AnyGame",
    "Chance",
    "Choice",
    "Event",
    "Illegal",
    "Line",
    "Match",
    "Option",
    "Phase",
    "Pick",
    "Placement",
    "Range",
    "Seat",
    "SeededChance",
    "Seen",
    "Spot",
    "Table",
    "TableOpened",
    "TookBack",
    "Unexpected",
    "Viewer",
    "act",
    "begin",
    "check",
    "empty_table",
    "fold",
    "options",
    "proceed",
    "restore",
    "sample",
    "unseal",
]
