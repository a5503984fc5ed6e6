"""`kuhstall arena`: a tournament of bots, with confidence intervals, times and a ladder."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kuhstall.bots import registry as bots
from kuhstall.cli import bot_names, edition
from kuhstall.cli.progress import progress

if TYPE_CHECKING:
    from kuhstall.arena.standing import Row, Rung
    from kuhstall.arena.tournament import GameResult, Tournament

_BATCH: Final = 25
"""Games in a batch: a second of work or more, so a round trip to a cluster is short beside it."""

_HERE: Final = "here"


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let bots play each deck once in every turn of the line-up, and print each"
        " share of the wins with an interval of 95 %, how long a decision takes, and a ladder. The"
        " exit code is 1 if a rule was broken."
    )
    edition.add_edition(parser)
    edition.add_house_rules(parser)
    edition.add_cards(parser)
    parser.add_argument(
        "--bots",
        required=True,
        metavar="NAME,NAME[,…]",
        help=f"a bot for each seat: {', '.join(bots.NAMES)}, or one of your own, module:Class",
    )
    parser.add_argument("--games", type=edition.count, default=400, help="how many games (400)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=edition.count, default=1, help="how many processes (1)")
    where.add_argument(
        "--ray",
        nargs="?",
        const=_HERE,
        metavar="ADDRESS",
        help="play on a Ray cluster: the one at this address, or one started here for it"
        " (needs kuhstall[ray])",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep the result of each game in a file; a tournament that was cut off goes on there",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the shares as SVG")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the tournament; the exit code is 1 if a rule was broken."""
    from kuhstall.arena import plot, standing
    from kuhstall.arena.tournament import tournament

    line_up = args.bots.split(",")
    args.players = len(line_up)
    chosen = edition.chosen(args)
    for name in line_up:
        bot_names.check(name, chosen.key)
    cup = tournament(chosen, line_up, args.games, args.seed)
    games, micros = _play(cup, args)
    rows = standing.rows(cup, games, micros)
    rungs = standing.ladder(games)
    if args.plot is not None:
        title = f"{chosen.key}, {len(line_up)} seats, {len(games)} games"
        args.plot.write_text(plot.shares(title, rows, 1 / len(line_up)), encoding="utf-8")
    broken = sum(len(game.violations) for game in games)
    if args.json:
        _print_json(cup, rows, rungs, broken)
    else:
        _print_table(cup, rows, rungs, broken)
    return 1 if broken else 0


def _play(
    cup: Tournament, args: argparse.Namespace
) -> tuple[list[GameResult], dict[str, list[int]]]:
    """Play the games that are not in the file yet; return all in order, and this run's times."""
    from kuhstall.arena import results_file
    from kuhstall.arena.executor import Executor, LocalProcesses, RayCluster

    games = results_file.read(args.out, cup) if args.out else {}
    games = {number: game for number, game in games.items() if number < cup.games}
    left = [number for number in range(cup.games) if number not in games]
    micros: dict[str, list[int]] = {name: [] for name in cup.line_up}
    where: Executor = LocalProcesses(args.jobs)
    if args.ray is not None:
        where = RayCluster(None if args.ray == _HERE else args.ray)
    keeping = results_file.appending(args.out, cup, games.values()) if args.out else nullcontext()
    with keeping as file, progress("games", len(left)) as advance:
        for batch in where.run(cup, _batches(left)):
            games |= {game.number: game for game in batch.games}
            for thought in batch.thinking:
                micros[thought.bot] += thought.micros
            if file is not None:
                results_file.append(file, batch.games)
            advance(len(batch.games))
    if args.out:
        results_file.write(args.out, cup, games.values())
    return [games[number] for number in sorted(games)], micros


def _batches(numbers: Sequence[int]) -> list[Sequence[int]]:
    return [numbers[at : at + _BATCH] for at in range(0, len(numbers), _BATCH)]


def _print_json(cup: Tournament, rows: Sequence[Row], rungs: Sequence[Rung], broken: int) -> None:
    import msgspec

    result = {
        "edition": cup.edition.key,
        "bots": cup.line_up,
        "seed": cup.seed,
        "games": cup.games,
        "rows": rows,
        "ladder": rungs,
        "violations": broken,
    }
    print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())


def _print_table(cup: Tournament, rows: Sequence[Row], rungs: Sequence[Rung], broken: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    seats = len(cup.line_up)
    table = Table(title=f"{cup.edition.key}, {seats} seats, {cup.games} games")
    skill = {rung.bot: f"{rung.mu:.1f} ± {rung.sigma:.1f}" for rung in rungs}
    columns = ("bot", "share", "95 % interval", "games", "ms p50", "p95", "p99", "skill")
    for column in columns:
        table.add_column(column, justify="left" if column == "bot" else "right")
    for row in rows:
        table.add_row(
            row.bot,
            f"{row.share:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            str(row.games),
            f"{row.ms_p50:.2f}",
            f"{row.ms_p95:.2f}",
            f"{row.ms_p99:.2f}",
            skill.get(row.bot, ""),
        )
    console.print(table)
    console.print(f"parity: {1 / seats:.1%}; violations: {broken}")
