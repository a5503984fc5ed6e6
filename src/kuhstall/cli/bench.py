"""`kuhstall bench`: the speed of the rules, compared with a baseline measured in the same run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from kuhstall.arena import registry
from kuhstall.arena.bench import Speed
from kuhstall.arena.imagining import imagining_cost
from kuhstall.cli.edition import add_house_rules, add_players, count
from kuhstall.cli.progress import progress
from kuhstall.games.edition import Edition
from kuhstall.games.registry import EDITIONS, find, meant

_IMAGINED: Final = 5
"""Bot games in which tables are imagined: they take longer than random ones."""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Measure random play, the cost of a view, and that of a table that is imagined "
        "from what a seat has heard, in CPU time of one process. imagine_us and imagine_p99_us are "
        "measured in the last quarter of games of bots, from one decision of a seat to its next; "
        "imagine_anew_us is the same without remembering anything. "
        + " ".join(game.benchmark.about for game in registry.GAMES)
    )
    known = ", ".join(EDITIONS)
    parser.add_argument(
        "edition",
        nargs="*",
        type=meant,
        help=f"some of {known}; by default all for this number of seats",
    )
    add_players(parser, 4)
    parser.add_argument("--games", type=count, default=300, help="games a round")
    parser.add_argument("--rounds", type=count, default=3, help="rounds to take the median of")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_house_rules(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    changes = dict(args.house_rules)
    report: dict[str, dict[str, Any]] = {}
    keys = args.edition or _seating(args.players)
    with progress("editions", len(keys), measured=True) as advance:
        for key in keys:
            edition = find(key).with_rules(changes)
            edition.opened(args.players)
            report[key] = _measure(edition, args)
            advance(1)
    if args.json:
        print(json.dumps({"players": args.players, "games": args.games} | report))
    else:
        Console().print(_table(report), _imagined(report))
    return 0


def _measure(edition: Edition, args: argparse.Namespace) -> dict[str, Any]:
    benchmark = registry.find(edition.key).benchmark
    figures = _random_play(benchmark.random_play, edition, args)
    if benchmark.preset_play is not None:
        third = max(1, args.games // 3)
        preset = benchmark.preset_play(edition, args.players, third, args.seed)
        figures["preset"] = _figures(preset)
    costs = benchmark.costs(edition, args.players)
    imagined = imagining_cost(edition, args.players, min(args.games, _IMAGINED))
    costs |= {
        "imagine_us": imagined.carried_p50,
        "imagine_p99_us": imagined.carried_p99,
        "imagine_anew_us": imagined.anew_p50,
    }
    return figures | {name: round(value, 2) for name, value in costs.items()}


def _random_play(
    play: Callable[[Any, int, int, int], Speed], edition: Edition, args: argparse.Namespace
) -> dict[str, Any]:
    rounds = [
        play(edition, args.players, args.games, args.seed + number) for number in range(args.rounds)
    ]
    median = sorted(rounds, key=lambda speed: speed.games_per_s)[len(rounds) // 2]
    best = max(speed.games_per_s for speed in rounds)
    return _figures(median) | {"best_games_per_s": round(best, 1)}


def _seating(players: int) -> Sequence[str]:
    """Return the editions for this number of players; if none, all, to be refused later."""
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


def _imagined(report: dict[str, dict[str, Any]]) -> Table:
    table = Table(title="A table imagined at the end of a game, µs")
    table.add_column("edition", no_wrap=True)
    for heading in ("p50", "p99", "anew"):
        table.add_column(heading, justify="right")
    for key, figures in report.items():
        names = ("imagine_us", "imagine_p99_us", "imagine_anew_us")
        table.add_row(key, *[f"{figures[name]:,.0f}" for name in names])
    return table
