"""`kuhstall tune`: search for better parameters of a bot, by playing very many games."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kuhstall.arena import registry, tuning_file
from kuhstall.cli import bot_names, edition
from kuhstall.cli.progress import progress
from kuhstall.engine.values import Refused
from kuhstall.games.registry import EDITIONS
from kuhstall.games.spelling import unknown

if TYPE_CHECKING:
    from kuhstall.arena.game import Tuning
    from kuhstall.arena.tuning import Round, Tuned

_EFFORT: Final = ("seed", "population", "rounds", "games", "final", "own")


def define(parser: argparse.ArgumentParser) -> None:
    known = [game.tuning for game in registry.GAMES if game.tuning is not None]
    parser.description = (
        "Draw bots at random, let them play, and draw the next ones around the"
        " best: cross-entropy. They play against the bots that are named and, so that it does not"
        " fit these alone, against copies of the best so far. At the end it plays"
        " other games, and its share of the wins is printed with an interval of 95 %. "
        + " ".join(f"{way.about} {_usual(way)}" for way in known)
    )
    edition.add_arguments(parser, players=4)
    edition.add_cards(parser)
    parser.add_argument(
        "--against",
        metavar="NAME[,NAME…]",
        help="the opponents: one bot, or one for each other seat",
    )
    for name, told in (
        ("population", "candidates in a round"),
        ("rounds", "how many rounds"),
        ("games", "games of a candidate in a round"),
        ("final", "games of what was found"),
    ):
        parser.add_argument(f"--{name}", type=edition.count, help=told)
    parser.add_argument(
        "--own",
        type=int,
        metavar="N",
        help="every N-th game is against copies of the best so far; 0 for none",
    )
    parser.add_argument("--seed", help="the same seed finds the same")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep the rounds in a file; a search that was cut off goes on there",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def _usual(way: Tuning) -> str:
    """Describe the default."""
    numbers = " ".join(f"--{name} {getattr(way.usual, name)}" for name in _EFFORT)
    return f"Usual are --against {way.against} {numbers}."


def run(args: argparse.Namespace) -> int:
    from msgspec.structs import replace

    way = _tuned(args.edition)
    chosen = edition.chosen(args)
    given = {name: getattr(args, name) for name in _EFFORT if getattr(args, name) is not None}
    effort = replace(way.usual, **given)
    others = bot_names.on_seats(args.against or way.against, chosen.key, args.players - 1)
    tell = _tell
    if args.out is not None:
        heading = tuning_file.heading(chosen, others, effort)
        effort = replace(effort, after=tuning_file.read(args.out, heading))
        tell = partial(_tell_and_keep, args.out)
    with progress("rounds", effort.rounds) as advance:

        def tell_and_advance(done: Round) -> None:
            tell(done)
            advance(1)

        found = way.tune(chosen, others, effort, tell_and_advance)
    if args.json:
        _print_json(found)
    else:
        _print(found, args.players)
    return 0


def _tuned(key: str) -> Tuning:
    """Return how the bots of an edition are tuned; refuse an edition whose bots cannot be."""
    known = [key for key in EDITIONS if registry.find(key).tuning is not None]
    way = registry.find(key).tuning if key in known else None
    if way is None:
        raise Refused("no_such_edition", **unknown("", key, known))
    return way


def _tell(done: Round) -> None:
    print(f"round {done.number}: {done.mean:.1%}, the best {done.elite:.1%}", file=sys.stderr)


def _tell_and_keep(path: Path, done: Round) -> None:
    tuning_file.append(path, done)
    _tell(done)


def _print_json(found: Tuned) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


def _print(found: Tuned, players: int) -> None:
    for name, number in found.numbers.items():
        print(f"{name:<12}{number:>8.3f}")
    told = f"{found.share:.1%} ({found.low:.1%} – {found.high:.1%}) of {found.games} games"
    print(f"wins {told}; parity {1 / players:.1%}; {found.cpu_seconds:.0f} s of the processor")
