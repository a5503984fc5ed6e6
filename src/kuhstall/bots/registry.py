"""The bots by name. No other module of this package lists the games."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from kuhstall.bots import own
from kuhstall.bots.bot import EASY, HARD, LEVELS, MEDIUM, Bot, GameBots
from kuhstall.bots.coach import Judge
from kuhstall.bots.kuhfstein.registry import BOTS as KUHFSTEIN
from kuhstall.bots.kuhhandel.master.registry import BOTS as MASTER
from kuhstall.bots.kuhhandel.registry import BOTS as KUHHANDEL
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Line, Refused, Seat
from kuhstall.games.spelling import unknown

GAMES: Final[tuple[GameBots, ...]] = (KUHHANDEL, MASTER, KUHFSTEIN)

_RANDOM: Final = "random"
_BEST: Final = "farmer"
YARDSTICKS: Final = tuple(dict.fromkeys([name for game in GAMES for name in game.yardsticks]))
"""Bots that are never changed, so that others can be measured by them. No menu lists them."""

_BY_EDITION: Final = {key: game for game in GAMES for key in game.editions}

NAMES: Final = tuple(
    dict.fromkeys([*LEVELS, _RANDOM, *(name for game in GAMES for name in game.names)])
)

_CALLED: Final = {EASY: "Clover", HARD: "Vera", _RANDOM: "Pip"} | {
    name: who for game in GAMES for name, who in game.called.items()
}
_SPARE: Final = ("Clover", "Sepp", "Vera")
"""For the second bot of the same kind at a table, and the third."""


_own: Final[dict[str, own.Maker]] = {}
"""The bots of one's own that play in this process, by the names they were let in with."""


def make(name: str, edition: str, seat: Seat, chance: Chance) -> Bot:
    """Seat a bot at a table of an edition.

    A table may change its game while bots sit at it, so every name plays every game: `farmer` is
    the usual one of a game, with or without a character, and `herder` the simpler one where
    there are two. `medium` is the plain `farmer`, `easy` makes a beginner's mistakes, and `hard`
    is a farmer with what it has learned. A game that does not offer `hard` plays `farmer` for it.
    """
    check(name)
    if name == _RANDOM:
        return RandomBot(chance)
    if name in _own:
        return _own[name](chance)
    return _BY_EDITION[edition].make(_BEST if name == MEDIUM else name, seat, chance)


def admit(name: str) -> None:
    """Let a bot of one's own play in this process; it is imported now. Others are known anyway.

    Only for names given by the user of the program. What comes over the wire is for `check` and
    `make`, which never import anything.
    """
    if is_known(name):
        return
    # A character that no bot of ours has is a slip of the hand, and no module.
    slip = name.partition(":")[0] in NAMES
    maker = None if slip else own.load(name)
    if maker is None:
        module, dot, cls = name.rpartition(".")
        if cls == "py" and dot and ":" not in name:
            reason = f"there is no bot '{name}'; name the class in that file: '{module}:Class'"
            raise Refused("no_such_bot", reason)
        meant = [f"{module}:{cls}"] if dot and ":" not in name else []
        raise Refused("no_such_bot", **unknown("bot ", name, [*NAMES, *own.offered(), *meant]))
    _own[name] = maker


def own_names() -> tuple[str, ...]:
    """List the bots of one's own that play in this process."""
    return tuple(_own)


def is_known(name: str) -> bool:
    """Whether a bot of this name can play in this process."""
    return is_ours(name) or name in _own


def is_ours(name: str) -> bool:
    """Whether a bot comes with Kuhstall, so that every process can make it."""
    return name in NAMES or name in YARDSTICKS


def is_slow(name: str, edition: str) -> bool:
    """Whether a bot of ours takes long at an edition: then it had better think elsewhere."""
    return is_ours(name) and name != _RANDOM and _BY_EDITION[edition].slow(name)


def check(name: str) -> None:
    """Refuse a name that no bot has."""
    if not is_known(name):
        raise Refused("no_such_bot", **unknown("bot ", name, [*NAMES, *_own]))


def names_of(edition: str) -> tuple[str, ...]:
    """List the bots that an edition has: under any other name its best would play."""
    game = _BY_EDITION[edition]
    return tuple(
        dict.fromkeys([*game.levels, _RANDOM, _BEST, *game.names, *game.yardsticks, *_own])
    )


def is_judged(edition: str) -> bool:
    """Whether there is a judge for games of this edition."""
    return _BY_EDITION[edition].judge is not None


def judge(edition: str, seat: Seat) -> Judge:
    """Make the judge of a seat in a game of this edition."""
    maker = _BY_EDITION[edition].judge
    if maker is None:
        raise Refused("no_judge", f"nobody can judge a game of {edition} yet")
    return maker(seat)


def action_line(edition: str, seen: Seen, action: Action) -> Line:
    """Describe an action in words."""
    worded = _BY_EDITION[edition].action_line
    return (
        Line(f"action.{action.__struct_config__.tag}") if worded is None else worded(seen, action)
    )


def called(name: str, taken: Collection[str]) -> str:
    """Return the name that people see: its own, or a spare one if that is taken at the table.

    There are more of these names than any table has seats, and they are not translated.
    """
    own = _CALLED.get(_BEST if name == MEDIUM else name)
    proper = () if own is None else (own,)
    free = (who for who in (*proper, *_SPARE, *_CALLED.values()) if who not in taken)
    return next(free, name)
