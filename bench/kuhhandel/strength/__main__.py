"""Measure how strong the bots are: `python -m bench.kuhhandel.strength` writes the page.

What is measured is kept in a file, match by match (and an exploiter round by round), so that a run
that was cut off goes on there. Whoever changes a bot takes another file, or removes it. Sections
of the page whose matches are not in the file stay as they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.kuhhandel.exploiting import exploited
from bench.kuhhandel.strength import hard, matches
from bench.kuhhandel.strength.bending import BENDS, bent
from bench.kuhhandel.strength.keeping import Kept, Rounds
from bench.kuhhandel.strength.overruling import IDEAS, overruled
from bench.kuhhandel.strength.page import page
from kuhstall.arena.kuhhandel.simulator.contest import shares
from kuhstall.bots.bot import EASY, HARD
from kuhstall.bots.kuhhandel.personality import personality_of

_SLICE: Final = 40
"""Games on the engine that are kept together."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kuhhandel.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of a match in the simulator")
    parser.add_argument("--engine", type=int, default=400, help="games on the engine")
    parser.add_argument("--searching", type=int, default=400, help="games of who searches")
    parser.add_argument("--population", type=int, default=60, help="candidates of the exploiter")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of the exploiter")
    parser.add_argument(
        "--keep", type=Path, default=Path("strength.json"), help="what was measured"
    )
    parser.add_argument("--out", type=Path, default=Path("docs/bots/strength.md"), help="the page")
    parser.add_argument("--only", default="", help="only matches whose name begins like this")
    chosen = parser.parse_args()
    kept = Kept(chosen.keep)
    for name, match in planned(chosen, kept):
        if name.startswith(chosen.only):
            kept.measure(name, match)
    found = {name: kept[name] for name, _ in planned(chosen, kept) if name in kept}
    found["exploited"] = exploited()
    chosen.out.parent.mkdir(exist_ok=True)
    before = chosen.out.read_text(encoding="utf-8") if chosen.out.exists() else ""
    chosen.out.write_text(page(found, before), encoding="utf-8")


def planned(chosen: argparse.Namespace, kept: Kept) -> Iterator[tuple[str, Callable[[], Any]]]:
    """List every match by name, in the order of the page."""
    games = chosen.games
    for key, players in (
        ("kuhhandel/2", 4),
        ("kuhhandel/2", 3),
        ("kuhhandel/2", 5),
        ("kuhhandel/1", 4),
        ("master", 4),
    ):
        match = partial(matches.against_old, key, players, games if players == 4 else games // 2)
        yield f"against_old:{key}:{players}", match
    yield "old_against_new:kuhhandel/2", partial(matches.old_against_new, "kuhhandel/2", games // 2)
    for key in ("kuhhandel/2", "master"):
        yield f"together:{key}", partial(matches.together, key, games // 2)
    for field in (matches.OLD, matches.NEW, HARD):
        yield f"idea:{field}:counters 1.4 times as high", partial(_counters, field, games // 4)
        for idea in BENDS:
            match = partial(
                bent, matches.edition("kuhhandel/2"), field, idea, games // 4, f"idea/{idea}"
            )
            yield f"idea:{field}:{idea}", match
    for idea in IDEAS:
        match = partial(
            overruled, matches.edition("kuhhandel/2"), EASY, idea, chosen.engine, f"idea/{idea}"
        )
        yield f"idea:{EASY}:{idea}", match
    yield "manners:kuhhandel/2", partial(matches.manners, "kuhhandel/2", chosen.engine // 20)
    yield "looks:kuhhandel/2", partial(matches.looks, "kuhhandel/2", chosen.engine // 20)
    for first in range(0, chosen.engine, _SLICE):
        part = range(first, min(first + _SLICE, chosen.engine))
        name = f"on_the_engine:kuhhandel/2:{first}"
        yield name, partial(matches.on_the_engine, "kuhhandel/2", part)
    yield from hard.planned(games, chosen.engine, chosen.searching)
    yield "exploiter", partial(_exploited, chosen.population, chosen.rounds, kept)


def _counters(field: str, games: int) -> Any:
    """Let a farmer that counters higher play against three that do not."""
    plain = personality_of(field)
    higher = msgspec.structs.replace(plain, counters=1.4 * plain.counters)
    line_up = (higher, plain, plain, plain)
    return shares(matches.edition("kuhhandel/2"), line_up, games, "idea/counters")[0]


def _exploited(population: int, rounds: int, kept: Kept) -> dict[str, Any]:
    games = 5 * population
    search = Rounds(kept)
    found = matches.exploiter(population, rounds, games, search.judged)
    played = {"population": population, "rounds": rounds, "games": games}
    spent = {"cpu_seconds": round(search.cpu_seconds, 1)}
    return {**msgspec.to_builtins(found), **spent, "played": played}


if __name__ == "__main__":
    main()
