"""What makes one farmer different from another: numbers, no code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple, replace


class Personality(Struct, frozen=True):
    """How a farmer weighs things.

    As they stand, the numbers are those of `farmer@1`, which knew the first eight only: the
    others are such that they change nothing.
    """

    thrift: float = 0.55  # how much of a struggle is decided by money, rather than by animals
    hope: float = 0.35  # how much of the payouts to come counts as money already
    envy: float = 0.6  # what a point of the strongest rival hurts, in points of its own
    patience: float = 2.0  # what an auction is worth, in lots got for nothing
    pace: float = 0.15  # how far a bid jumps from the least one to the limit
    drive: float = 0.2  # how often a price is driven up that somebody else will pay
    bluff: float = 0.2  # how often an offer or a counter-offer is made to look like more
    trust: float = 0.25  # how often others are expected to accept before they are known
    money: tuple[float, float, float, float, float] = (1.0, 1.0, 1.0, 1.0, 1.0)
    # by what thrift is multiplied after no donkey, one, two, three, four
    offers: float = 1.0  # what it offers, in parts of the sum that promises most
    counters: float = 1.0  # what it answers, likewise
    taste: float = 0.0  # how much better than they count it likes the animals that count much
    ceiling: float = inf  # the most that a lot may cost, in parts of what its quartet can be worth
    grace: float = 0.0  # how often it accepts what it would counter for form's sake alone


PLAIN: Final = 8
"""How many numbers come before the weights of money."""

_WEIGHTS: Final = 5


def numbers(personality: Personality) -> tuple[float, ...]:
    """Lay out a personality as numbers, in the order of its fields."""
    fields = astuple(personality)
    return (*fields[:PLAIN], *personality.money, *fields[PLAIN + 1 :])


def of_numbers(given: Sequence[float]) -> Personality:
    """Make a personality of numbers."""
    fields, after = Personality.__struct_fields__, PLAIN + _WEIGHTS
    values = (*given[:PLAIN], tuple(given[PLAIN:after]), *given[after:])
    told: dict[str, Any] = dict(zip(fields, values, strict=True))
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

PERSONALITIES: Final[Mapping[str, Personality]] = {
    "": _SECOND,
    "thrifty": replace(
        _SECOND, thrift=0.7, pace=0.08, drive=0.1, bluff=0.05, counters=1.4, ceiling=0.8
    ),
    "bold": replace(_SECOND, thrift=0.55, pace=0.5, drive=0.5, counters=1.6),
    "bluffer": replace(_SECOND, drive=0.4, bluff=0.8, trust=0.4, offers=0.75),
}

FROZEN: Final[Mapping[str, Personality]] = {"farmer@1": Personality(), "farmer@2": _SECOND}
"""The plain farmers of all times: `tests/data/yardsticks` holds what each must choose."""

_BY_NAME: Final = {
    f"farmer:{name}" if name else "farmer": personality
    for name, personality in PERSONALITIES.items()
}
NAMES: Final = tuple(_BY_NAME)
"""What a farmer of each character is called."""

YARDSTICKS: Final = tuple(FROZEN)


def named(name: str) -> Personality:
    """Return the character that a bot's name asks for; the plain one if it asks for none."""
    return FROZEN.get(name) or _BY_NAME.get(name, PERSONALITIES[""])
