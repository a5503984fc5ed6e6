"""`kuhstall bench`: how fast the rules are, beside a floor measured in the same run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

from kuhstall.arena import bench, land_bench
from kuhstall.arena.bench import HEADLINE, STEPWISE, Speed
from kuhstall.cli.edition import add_house_rules, add_players, count
from kuhstall.games.edition import Edition
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.kuhhandel.edition import Edition as KuhhandelEdition
from kuhstall.games.registry import EDITIONS, find

E = TypeVar("E")


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "bench",
        help="measure random play and views",
        description="Measure random play and the cost of a view, in CPU time of one process. "
        f"The headline is measured with {_worded(HEADLINE)}, whatever --set says, and Kuhhandel "
        f"Master with {_worded(STEPWISE)}; the preset figures are measured with the rules as "
        "they are. For Kuhfstein, options_us is the cost of the options of a seat with "
        f"{land_bench.TILES} tiles and {land_bench.CARDS} cards.",
    )
    known = ", ".join(EDITIONS)
    parser.add_argument("edition", nargs="*", help=f"some of {known}; else all for so many seats")
    add_players(parser, 4)
    parser.add_argument("--games", type=count, default=300, help="games a round")
    parser.add_argument("--rounds", type=count, default=3, help="the median of so many counts")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_house_rules(parser)
    parser.set_defaults(run=run)


def _worded(rules: Mapping[str, object]) -> str:
    *most, last = (f"{name}={str(value).lower()}" for name, value in rules.items())
    return f"{', '.join(most)} and {last}"


def run(args: argparse.Namespace) -> int:
    changes = dict(args.house_rules)
    report: dict[str, dict[str, Any]] = {}
    for key in args.edition or _seating(args.players):
        edition = find(key).with_rules(changes)
        edition.opened(args.players)
        report[key] = _measured(edition, args)
    if args.json:
        print(json.dumps({"players": args.players, "games": args.games} | report))
    else:
        Console().print(_table(report))
    return 0


def _measured(edition: Edition, args: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    costs: dict[str, float] = {}
    if isinstance(edition, KuhfsteinEdition):
        figures = _random_play(land_bench.random_play, edition, args)
        costs = land_bench.view_cost(edition, args.players)
        costs |= land_bench.options_cost(edition, args.players)
    elif isinstance(edition, KuhhandelEdition):
        figures = _random_play(bench.random_play, edition, args)
        third = max(1, args.games // 3)
        figures["preset"] = _figures(bench.preset_play(edition, args.players, third, args.seed))
        costs = bench.view_cost(edition, args.players)
    return figures | {name: round(value, 2) for name, value in costs.items()}


def _random_play(
    play: Callable[[E, int, int, int], Speed], edition: E, args: argparse.Namespace
) -> dict[str, Any]:
    rounds = [
        play(edition, args.players, args.games, args.seed + number) for number in range(args.rounds)
    ]
    median = sorted(rounds, key=lambda speed: speed.games_per_s)[len(rounds) // 2]
    best = max(speed.games_per_s for speed in rounds)
    return _figures(median) | {"best_games_per_s": round(best, 1)}


def _seating(players: int) -> Sequence[str]:
    """Name the editions for so many players; all of them, to be refused, if there are none."""
    fitting = [
        key
        for key, edition in EDITIONS.items()
        if edition.fewest_seats <= players <= edition.most_seats
    ]
    return fitting or [*EDITIONS]


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
    for heading in (
        "games/s",
        "moves/s",
        "a\ngame",
        "of\nfloor",
        "preset\ngames/s",
        "view\nµs",
        "options\nµs",
    ):
        table.add_column(heading, justify="right")
    for key, figures in report.items():
        table.add_row(
            key,
            f"{figures['games_per_s']:.0f}",
            f"{figures['moves_per_s']:,.0f}",
            f"{figures['moves_per_game']:.0f}",
            f"{figures['of_floor']:.3f}",
            f"{figures['preset']['games_per_s']:.0f}" if "preset" in figures else "",
            f"{figures['view_us']:.1f}",
            f"{figures['options_us']:.0f}" if "options_us" in figures else "",
        )
    return table
