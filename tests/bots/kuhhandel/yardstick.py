"""Situations in which a yardstick was asked, and what it chose: what it must choose for ever.

`python -m tests.bots.kuhhandel.yardstick NAME` writes them, once. They are never written anew: a
yardstick that changes measures nothing. Those of `farmer@1` are older, and have no name before
the edition.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action, Actor, Event
from kuhstall.games.registry import EDITIONS

FOLDER: Final = Path(__file__).parents[2] / "data" / "yardsticks"
FROZEN: Final = "farmer@1"
LINE_UPS: Final = (
    (FROZEN, FROZEN, FROZEN),
    (FROZEN, "random", FROZEN),
    (FROZEN, "farmer:bold", FROZEN, "farmer:bluffer"),
    (FROZEN, FROZEN, "farmer:thrifty", "random"),
    (FROZEN, FROZEN, FROZEN, "farmer:bluffer", "farmer:bold"),
)


class Asked(Struct, frozen=True, tag="asked", array_like=True):
    """The yardstick was asked on a seat, and chose this."""

    seat: int
    chosen: Any


class Done(Struct, frozen=True, tag="done", array_like=True):
    """Somebody did something at the table; no action means that the clock closed a phase."""

    actor: int
    action: Any


class Situations(Struct, frozen=True):
    """A game as it was played once, with every question that the yardstick was asked."""

    edition: str
    seed: str
    bots: tuple[str, ...]
    story: tuple[Asked | Done, ...]


def read(path: Path) -> tuple[Situations, ...]:
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=tuple[Situations, ...])


def differences(game: Situations) -> Iterator[str]:
    """Play a game again, and tell every question that is answered otherwise now.

    What is played is what was played then, so one difference does not lead to others.
    """
    edition: Any = EDITIONS[game.edition]
    match = Match(edition, len(game.bots), QuickChance(f"{game.seed}/table"))
    bots = seated(game.edition, game.seed, game.bots)
    for number, told in enumerate(game.story):
        if isinstance(told, Done):
            if told.action is None:
                match.close()
            else:
                match.play(told.actor, _action(edition, told.action))
        elif (now := bots[told.seat].choose(match.seen(told.seat))) != (
            then := _action(edition, told.chosen)
        ):
            frozen = game.bots[told.seat]
            yield f"{game.edition} {game.seed} {number}: {then} was {frozen}'s, and is {now}"


def seated(edition: str, seed: str, names: tuple[str, ...]) -> list[Bot]:
    return [
        registry.make(name, edition, seat, QuickChance(f"{seed}/seat {seat}"))
        for seat, name in enumerate(names)
    ]


def _action(edition: Any, told: Any) -> Action:
    action: Action = msgspec.convert(told, type=edition.game.actions)
    return action


class _RecordingMatch(Match):
    """A match that tells what is done."""

    story: list[Asked | Done]

    def play(self, actor: Actor, action: Action, moment: int | None = None) -> list[Event]:
        self.story.append(Done(actor, msgspec.to_builtins(action)))
        return super().play(actor, action, moment)

    def close(self) -> list[Event]:
        self.story.append(Done(-1, None))
        return super().close()


class _Asked:
    def __init__(self, bot: Bot, seat: int, story: list[Asked | Done]) -> None:
        self._bot, self._seat, self._story = bot, seat, story

    def choose(self, seen: Seen) -> Action:
        action = self._bot.choose(seen)
        self._story.append(Asked(self._seat, msgspec.to_builtins(action)))
        return action


def _played(frozen: str, edition: str, seed: str, names: tuple[str, ...]) -> Situations:
    match = _RecordingMatch(EDITIONS[edition], len(names), QuickChance(f"{seed}/table"))
    match.story = []
    bots = [
        _Asked(bot, seat, match.story) if names[seat] == frozen else bot
        for seat, bot in enumerate(seated(edition, seed, names))
    ]
    for _ in play_out(match, bots, QuickChance(f"{seed}/driver")):
        pass
    return Situations(edition, seed, names, tuple(match.story))


def _main(frozen: str) -> None:
    for edition in ("kuhhandel/2", "kuhhandel/1", "master"):
        path = FOLDER / f"{frozen}-{edition.replace('/', '-')}.json.gz"
        if path.exists():
            raise SystemExit(f"{path} is there, and stays as it is")
        games = [
            _played(
                frozen, edition, f"{turn}", tuple(name.replace(FROZEN, frozen) for name in names)
            )
            for turn, names in enumerate(LINE_UPS[1:4])
        ]
        path.write_bytes(gzip.compress(msgspec.json.encode(games), mtime=0))
        asked = sum(isinstance(told, Asked) for game in games for told in game.story)
        print(path.name, len(games), "games", asked, "situations", path.stat().st_size, "bytes")


if __name__ == "__main__":
    _main(*sys.argv[1:])
