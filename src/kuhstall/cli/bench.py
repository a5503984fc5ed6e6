"""`kuhstall bench`: how fast the rules are, beside a floor measured in the same run."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console
from rich.table import Table

from kuhstall.arena.bench import HEADLINE, Speed, preset_play, random_play, view_cost
from kuhstall.cli.edition import add_house_rules, count
from kuhstall.games.registry import EDITIONS, find


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "bench",
        help="measure random play and views",
        description="Measure random play and the cost of a view, in CPU time of one process. "
        f"The headline is measured with {_headline()}, whatever --set says; the preset figures "
        "are measured with the rules as they are.",
    )
    parser.add_argument("edition", nargs="*", help=f"some of {', '.join(EDITIONS)}; else all")
    parser.add_argument("--players", type=count, default=4, help="how many seats (3 to 5)")
    parser.add_argument("--games", type=count, default=300, help="games a round")
    parser.add_argument("--rounds", type=count, default=3, help="the median of so many counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_house_rules(parser)
    parser.set_defaults(run=run)


def _headline() -> str:
    *most, last = (f"{name}={str(value).lower()}" for name, value in HEADLINE.items())
    return f"{', '.join(most)} and {last}"


def run(args: argparse.Namespace) -> int:
    changes = dict(args.house_rules)
    report: dict[str, dict[str, Any]] = {}
    for key in args.edition or EDITIONS:
        edition = find(key).with_rules(changes)
        edition.opened(args.players)
        rounds = [
            random_play(edition, args.players, args.games, args.seed + number)
            for number in range(args.rounds)
        ]
        median = sorted(rounds, key=lambda speed: speed.games_per_s)[len(rounds) // 2]
        preset = preset_play(edition, args.players, max(1, args.games // 3), args.seed)
        report[key] = (
            _figures(median)
            | {"best_games_per_s": round(max(speed.games_per_s for speed in rounds), 1)}
            | {"preset": _figures(preset)}
            | {name: round(value, 2) for name, value in view_cost(edition, args.players).items()}
        )
    if args.json:
        print(json.dumps({"players": args.players, "games": args.games} | report))
    else:
        Console().print(_table(report))
    return 0


def _figures(speed: Speed) -> dict[str, float]:
    return {
        "games_per_s": round(speed.games_per_s, 1),
        "moves_per_s": round(speed.moves_per_s),
        "moves_per_game": round(speed.moves_per_game, 1),
        "of_floor": round(speed.of_floor, 4),
    }


def _table(report: dict[str, dict[str, Any]]) -> Table:
    table = Table(title="Random play, CPU time of one process")
    table.add_column("edition", no_wrap=True)
    for heading in ("games/s", "moves/s", "a game", "of floor", "preset games/s", "view µs"):
        table.add_column(heading, justify="right")
    for key, figures in report.items():
        table.add_row(
            key,
            f"{figures['games_per_s']:.0f}",
            f"{figures['moves_per_s']:,.0f}",
            f"{figures['moves_per_game']:.0f}",
            f"{figures['of_floor']:.3f}",
            f"{figures['preset']['games_per_s']:.0f}",
            f"{figures['view_us']:.1f}",
        )
    return table
