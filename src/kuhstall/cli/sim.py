"""`kuhstall sim`: let bots play many games, and check the rules."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, Final

from kuhstall.arena import registry
from kuhstall.bots import registry as bots
from kuhstall.cli import bot_names, edition
from kuhstall.cli.progress import progress
from kuhstall.engine.values import Refused
from kuhstall.games.registry import find
from kuhstall.games.rule_options import names
from kuhstall.games.spelling import unknown

VARIANTS: Final[Mapping[str, tuple[str, bool | str]]] = {
    word: rule for game in registry.GAMES for word, rule in game.variants.items()
}
"""Short names for the house rules that the rule sheets call variants."""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let bots play many games against each other, check every rule, and print"
        " how often each bot won. The exit code is 1 if a rule was broken or a bot chose an"
        " illegal action."
    )
    edition.add_arguments(parser, players=4)
    parser.add_argument(
        "--variants",
        default="",
        metavar="NAME[,NAME…]",
        help=f"variants to play with: {', '.join(VARIANTS)}, where the edition has them",
    )
    edition.add_cards(parser)
    parser.add_argument("--games", type=edition.count, default=100, help="how many games (100)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    parser.add_argument(
        "--bots",
        default="random",
        metavar="NAME[,NAME…]",
        help="one bot for all seats, or one for each seat (random):"
        f" {', '.join(bots.NAMES)}, or one of your own, module:Class",
    )
    parser.add_argument("--rotate", action="store_true", help="move the bots on after each game")
    parser.add_argument("--jobs", type=edition.count, default=1, help="how many processes (1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate; the exit code is 1 if a rule was broken."""
    from kuhstall.arena.simulation import simulate

    line_up = args.bots.split(",")
    chosen = edition.chosen(args, **variants(args.edition, args.variants))
    for name in line_up:
        bot_names.check(name, chosen.key)
    with progress("games", args.games) as advance:
        result = simulate(
            chosen,
            args.players,
            args.games,
            args.seed,
            line_up,
            rotate=args.rotate,
            jobs=args.jobs,
            advance=advance,
        )
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        _print_table(result)
    return 1 if result.violations else 0


def variants(key: str, words: str) -> dict[str, bool | str]:
    """Return the house rules of the named variants; refuse those that the edition does not have."""
    known = names(type(find(key).rules))
    possible = {word: rule for word, rule in VARIANTS.items() if rule[0] in known}
    chosen: dict[str, bool | str] = {}
    for word in filter(None, words.split(",")):
        if word not in possible:
            raise Refused("no_such_variant", **unknown("variant ", word, possible, of=f" of {key}"))
        rule, value = possible[word]
        chosen[rule] = value
    return chosen


def _print_table(result: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(title=f"{result.edition}, {result.players} players, {result.games} games")
    for column in ("bot", "played", "won", "share", "95 % interval", "mean score"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for name, bot in result.wins_by_bot.items():
        low, high = bot.interval
        table.add_row(
            name,
            str(bot.played),
            f"{bot.won:g}",
            f"{bot.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{bot.mean_score:,.1f}",
        )
    console.print(table)
    console.print(f"wins by seat: {', '.join(map(str, result.wins))} ({result.shared} shared)")
    console.print(f"moves: {result.moves} ({result.mean_moves:g} a game), {result.seconds:g} s")
    if result.mean_rounds is not None:
        console.print(f"rounds: {result.mean_rounds:g} a game")
    kinds = ", ".join(f"{kind} {count}" for kind, count in result.violations_by_kind.items())
    console.print(f"violations: {result.violations}{f' ({kinds})' if kinds else ''}")
    if (first := result.offence) is not None:
        who = f"game {first.game} of seed {result.seed}, seat {first.seat}, {first.bot}"
        console.print(f"the first: {who}: {first.code}, {first.action}", markup=False)
