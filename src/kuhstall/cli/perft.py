"""`kuhstall perft`: count the sequences of actions on a reduced deck."""

from __future__ import annotations

import argparse
import json

from kuhstall.arena import registry
from kuhstall.arena.game import Perft
from kuhstall.arena.perft import perft
from kuhstall.cli.edition import add_arguments
from kuhstall.cli.progress import progress
from kuhstall.engine.values import Refused
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.spelling import unknown

SLOW = 6


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Count all sequences of actions, from the deal and from the last card on, "
        + "; ".join(game.perft.about for game in registry.GAMES if game.perft is not None)
        + ". A changed rule changes the counts."
    )
    add_arguments(parser, players=3)
    parser.add_argument(
        "--depth", type=depth, default=4, help=f"actions in a row (above {SLOW}: long)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def depth(text: str) -> int:
    """Parse a depth of at least one."""
    if not text.isdecimal() or not int(text):
        message = f"'{text}' is not a depth: at least 1"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def run(args: argparse.Namespace) -> int:
    way = counter_of(args.edition)
    edition = find(args.edition).with_rules(dict(args.house_rules))
    edition.opened(args.players)
    edition = way.reduce(edition, args.players)
    with progress("counting"):
        counts = {
            start.__name__: perft(start(edition, args.players), args.depth) for start in way.starts
        }
    if args.json:
        known = {"edition": edition.key, "players": args.players, "depth": args.depth}
        print(json.dumps(known | counts))
        return 0
    width = max(len(f"{count:,}") for row in counts.values() for count in row) + 2
    width = max(width, 10)
    print("depth" + "".join(f"{start:>{width}}" for start in counts))
    for ply in range(args.depth):
        columns = "".join(f"{counts[start][ply]:>{width},}" for start in counts)
        print(f"{ply + 1:>5}{columns}")
    return 0


def counter_of(key: str) -> Perft:
    """Return how the sequences of an edition are counted; refuse an edition without a counter."""
    known = [key for key in EDITIONS if registry.find(key).perft is not None]
    way = registry.find(key).perft if key in known else None
    if way is None:
        raise Refused("no_such_edition", **unknown("", key, known))
    return way
