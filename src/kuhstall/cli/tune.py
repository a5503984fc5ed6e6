"""`kuhstall tune`: look for better numbers of a bot, by playing very many games."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kuhstall.arena import registry
from kuhstall.cli import bot_names, edition
from kuhstall.engine.values import Refused
from kuhstall.games.registry import EDITIONS
from kuhstall.games.spelling import unknown

if TYPE_CHECKING:
    from kuhstall.arena.game import Tune
    from kuhstall.arena.tuning import Round, Tuned


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "tune",
        help="look for better numbers of a bot by playing very many games",
        description="Draw farmers at random, let them play, and draw the next ones around the"
        " best: cross-entropy. They play against the bots that are named and, so that it does not"
        " fit these alone, against copies of what was found so far. At the end it plays"
        " other games, and its share of the wins is told with an interval of 95 %. Needs"
        " kuhstall[train]; the first run compiles for some minutes.",
    )
    edition.add_arguments(parser, players=4)
    edition.add_cards(parser)
    parser.add_argument(
        "--against",
        metavar="NAME[,NAME…]",
        default="farmer@1",
        help="whom to play against: one farmer, or one for each other seat (farmer@1)",
    )
    parser.add_argument(
        "--population", type=edition.count, default=40, help="candidates in a round (40)"
    )
    parser.add_argument("--rounds", type=edition.count, default=12, help="how many rounds (12)")
    parser.add_argument(
        "--games", type=edition.count, default=240, help="games of a candidate in a round (240)"
    )
    parser.add_argument(
        "--final", type=edition.count, default=2000, help="games of what was found (2000)"
    )
    parser.add_argument(
        "--own",
        type=int,
        default=3,
        metavar="N",
        help="every N-th game is against copies of what was found so far; 0 for none (3)",
    )
    parser.add_argument("--seed", default="1", help="the same seed finds the same (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.arena.tuning import Effort

    tune = _tuned(args.edition)
    chosen = edition.chosen(args)
    effort = Effort(
        seed=args.seed,
        population=args.population,
        rounds=args.rounds,
        games=args.games,
        final=args.final,
        own=args.own,
    )
    others = bot_names.on_seats(args.against, chosen.key, args.players - 1)
    found = tune(chosen, args.players, others, effort, _tell)
    if args.json:
        _print_json(found)
    else:
        _print(found, args.players)
    return 0


def _tuned(key: str) -> Tune:
    """Return how the bots of an edition are tuned; refuse one whose bots are not."""
    known = [key for key in EDITIONS if registry.find(key).tune is not None]
    way = registry.find(key).tune if key in known else None
    if way is None:
        raise Refused("no_such_edition", **unknown("", key, known))
    return way


def _tell(done: Round) -> None:
    print(f"round {done.number}: {done.mean:.1%}, the best {done.elite:.1%}", file=sys.stderr)


def _print_json(found: Tuned) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


def _print(found: Tuned, players: int) -> None:
    for name, number in found.numbers.items():
        print(f"{name:<10}{number:>8.3f}")
    told = f"{found.share:.1%} ({found.low:.1%} – {found.high:.1%}) of {found.games} games"
    print(f"wins {told}; parity {1 / players:.1%}; {found.cpu_seconds:.0f} s of the processor")
