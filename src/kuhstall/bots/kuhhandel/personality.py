"""The differences between farmers: numbers, no code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from math import inf
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from kuhstall.bots.bot import HARD

BID_MARKS: Final = 10
TRADE_MARKS: Final = 10
"""How many marks a lot and a trade have: `learned_weights` says which."""


class Personality(Struct, frozen=True):
    """The weights of a farmer.

    As they stand, the numbers are those of `farmer@1`, which knew the first eight only: the
    others are such that they change nothing.
    """

    thrift: float = 0.55  # how much of a struggle is decided by money, rather than by animals
    hope: float = 0.35  # how much of the payouts to come counts as money already
    envy: float = 0.6  # what a point of the strongest rival hurts, in points of its own
    patience: float = 2.0  # what an auction is worth, in lots got for nothing
    pace: float = 0.15  # how far a bid jumps from the least one to the limit
    drive: float = 0.2  # how often it drives up a price that another seat will pay
    bluff: float = 0.2  # how often an offer or a counter-offer is made to look like more
    trust: float = 0.25  # how often others are expected to accept before they are known
    money: tuple[float, float, float, float, float] = (1.0, 1.0, 1.0, 1.0, 1.0)
    # by what thrift is multiplied after no donkey, one, two, three, four
    offers: float = 1.0  # what it offers, in parts of the sum that promises most
    counters: float = 1.0  # what it answers, likewise
    taste: float = 0.0  # how much better than they count it likes the animals that count much
    ceiling: float = inf  # the most that a lot may cost, in parts of what its quartet can be worth
    grace: float = 0.0  # how often it accepts what it would counter for form's sake alone
    grip: tuple[float, float, float, float, float] = (0.0, 1.0, 2.0, 3.0, 4.0)
    # what none to four animals of a kind weigh in the struggle for it
    luck: float = 1.0  # how much of the animals to come counts as its share of them
    spite: float = 0.0  # what a point that all others have on average hurts
    late: float = 1.0  # by what thrift is multiplied once the deck is empty
    wary: float = 2.0  # the most that may lie in an offer, in parts of what it looks like
    reach: float = 2.0  # the most that others counter with, in parts of what they usually do
    caution: float = 1.0  # what others answer to the looks of an offer, in parts of the usual
    credit: float = 0.0  # how much more often others accept once the deck is empty
    haste: float = 0.0  # how much more patience it has while the deck is full
    meek: float = 0.0  # what it gives up by accepting, in parts of what the trade decides
    bids: tuple[float, ...] = (0.0,) * BID_MARKS  # how the marks of a lot move its limit
    lays: tuple[float, ...] = (0.0,) * TRADE_MARKS  # how those of a trade move an offer
    replies: tuple[float, ...] = (0.0,) * TRADE_MARKS  # and a counter-offer
    picks: tuple[float, ...] = (0.0,) * TRADE_MARKS  # and what it trades for, and with whom
    front: float = 0.0  # how often an offer is all its bluff cards, and nothing else
    haggle: float = inf  # the most that it lays in a trade, in parts like those of the ceiling


PLAIN: Final = 8
"""How many numbers come before the weights of money."""


def numbers(personality: Personality) -> tuple[float, ...]:
    """Lay out a personality as numbers, in the order of its fields."""
    found: list[float] = []
    for field in astuple(personality):
        found.extend(field if isinstance(field, tuple) else (field,))
    return tuple(found)


def of_numbers(given: Sequence[float]) -> Personality:
    """Make a personality of numbers."""
    left = iter(given)
    told: dict[str, Any] = {
        name: tuple(islice(left, len(usual))) if isinstance(usual, tuple) else next(left)
        for name, usual in asdict(Personality()).items()
    }
    return Personality(**told)


_SECOND: Final = Personality(
    thrift=0.611,
    hope=0.472,
    envy=0.755,
    patience=3.047,
    pace=0.207,
    drive=0.241,
    bluff=0.226,
    trust=0.209,
    money=(1.045, 0.947, 0.683, 0.655, 0.987),
    offers=0.866,
    counters=1.412,
    taste=0.057,
    ceiling=1.0,
    grace=0.3,
)
"""Found by `kuhstall tune`; ceiling and grace are manners, and not looked for."""

_BOUNDED: Final = replace(_SECOND, haggle=1.0)
"""The same, but it never lays more in a trade than the animals can be worth."""

PERSONALITIES: Final[Mapping[str, Personality]] = {
    "": _BOUNDED,
    "thrifty": replace(
        _BOUNDED, thrift=0.7, pace=0.08, drive=0.1, bluff=0.05, counters=1.4, ceiling=0.8
    ),
    "bold": replace(_BOUNDED, thrift=0.55, pace=0.5, drive=0.5, counters=1.6),
    "bluffer": replace(_BOUNDED, drive=0.4, bluff=1.0, trust=0.4, front=0.4),
}

_FIRST_HARD: Final = Personality(
    thrift=0.634,
    hope=0.494,
    envy=0.717,
    patience=3.246,
    pace=0.116,
    drive=0.254,
    bluff=0.234,
    trust=0.212,
    money=(1.066, 0.88, 0.723, 0.641, 0.969),
    offers=0.912,
    counters=1.463,
    taste=0.106,
    ceiling=1.1,
    grace=0.115,
    grip=(0.0, 1.0, 2.067, 3.155, 4.0),
    luck=0.901,
    spite=0.214,
    late=1.099,
    wary=2.286,
    reach=1.806,
    caution=1.305,
    credit=0.01,
    haste=0.115,
    meek=0.006,
    bids=(-0.023, -0.01, 0.038, -0.046, 0.038, -0.091, 0.039, 0.033, 0.014, -0.067),
    lays=(-0.055, 0.078, -0.011, -0.011, 0.076, 0.11, -0.113, -0.086, -0.06, -0.057),
    replies=(0.098, -0.006, 0.072, -0.027, 0.097, -0.015, 0.073, 0.009, -0.064, 0.113),
    picks=(0.012, -0.014, -0.018, -0.014, -0.007, 0.017, 0.007, 0.015, -0.033, -0.028),
    haggle=1.0,
)
"""Found by `python -m bench.kuhhandel.training`, kept in `docs/bots/hard`.

Ceiling and haggle are manners, and not looked for.
"""

LEARNED: Final = _FIRST_HARD
"""The level `hard`. Write better numbers beside these, which stay."""

FROZEN: Final[Mapping[str, Personality]] = {
    "farmer@1": Personality(),
    "farmer@2": _SECOND,
    "farmer@3": _BOUNDED,
    "hard@1": _FIRST_HARD,
}
"""Every version of the plain farmer, and of `hard` without search.

`tests/data/yardsticks` holds what each must choose.
"""

NEWEST: Final[Mapping[str, str]] = {"farmer": "farmer@3", HARD: "hard@1"}
"""Which of them is what people play against today."""

_BY_NAME: Final = {
    f"farmer:{name}" if name else "farmer": personality
    for name, personality in PERSONALITIES.items()
}
NAMES: Final = tuple(_BY_NAME)
"""What a farmer of each character is called."""

YARDSTICKS: Final = tuple(FROZEN)


def personality_of(name: str) -> Personality:
    """Return the character that a bot's name asks for; the plain one if it asks for none."""
    if name == HARD:
        return LEARNED
    return FROZEN.get(name) or _BY_NAME.get(name, PERSONALITIES[""])
