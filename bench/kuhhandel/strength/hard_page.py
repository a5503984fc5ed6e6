"""The section of the page that says how strong the level `hard` is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bench.kuhhandel.exploiting import LIMIT
from bench.kuhhandel.strength.hard import CHAMPION, added

_COMMAND: Final = "python -m bench.kuhhandel.strength --only hard"
_EXPLOITING: Final = "python -m bench.kuhhandel.exploiting"
_EXPLOITERS: Final = {
    "cross": "cross-entropy over sixteen numbers, from those of `hard`",
    "fresh": "a learner of all numbers, from `farmer@1`",
}
_PARTS: Final = (0.50, 0.95, 0.99)
ENOUGH: Final = 1000
"""The fewest games with search that make a row of the table. Of fewer, a sentence tells."""


def hard_section(found: Mapping[str, Any]) -> Iterator[str]:
    """Tell what was measured of it; without any figure, nothing."""
    told = {name.removeprefix("hard:"): each for name, each in found.items() if name[:5] == "hard:"}
    if not told:
        return
    yield f"What it is, and how it learned: [the level hard](hard.md). `{_COMMAND}` plays this.\n"
    yield from _matches(told)
    yield from _ladders(told)
    yield from _engine(told)


def exploiters_section(found: Mapping[str, Any]) -> Iterator[str]:
    """Tell what was found by those who look for holes in it; of each, how far it has come."""
    told: Mapping[str, Any] = found.get("exploited", {})
    if not told:
        return
    yield f"""\
Each plays against three frozen copies of `hard` and nobody else, and what it found plays other
games after that: `{_EXPLOITING}`. `make exploit`, a part of
`make nightly`, does it anew, and fails above {LIMIT:.0%}.
"""
    yield "| exploiter | rounds | candidates, games of each | CPU minutes | share | 95 % | games |"
    yield "|---|---|---|---|---|---|---|"
    for name, each in told.items():
        size = f"{each['population']}, {each['games_each']}"
        minutes = f"{each['cpu_seconds'] / 60:.0f}"
        yield f"| {_EXPLOITERS[name]} | {each['rounds']} | {size} | {minutes} | {_row(each)} |"
    yield ""
    yield "So much at least can be won against it by other numbers of a farmer; what another kind"
    yield "of player would find is not known.\n"


def _row(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.1%} | {share['low']:.1%} – {share['high']:.1%} | {share['games']:,}"


def _matches(told: Mapping[str, Any]) -> Iterator[str]:
    yield "| one | against | parity | share | 95 % | games |"
    yield "|---|---|---|---|---|---|"
    for name, share in told.items():
        kind, _, rest = name.partition(":")
        if kind == "against":
            key, players, other = rest.split(":", 2)
            field = f"{int(players) - 1} `{other}`, `{key}`"
            yield f"| `hard` | {field} | {1 / int(players):.1%} | {_row(share)} |"
    yield from _champion(told)
    yield ""


def _champion(told: Mapping[str, Any]) -> Iterator[str]:
    """Report the games with search, as a row where there are enough of them."""
    others = dict.fromkeys(name.split(":")[1] for name in told if name.startswith(f"{CHAMPION}:"))
    found = {
        other: added([each for name, each in told.items() if name.startswith(_of(other))])
        for other in others
    }
    for other, share in found.items():
        if share["games"] >= ENOUGH:
            yield f"| `{CHAMPION}` | 3 `{other}`, `kuhhandel/2` | 25.0% | {_row(share)} |"
    few = {other: share for other, share in found.items() if share["games"] < ENOUGH}
    if few or not found:
        yield f"""
`{CHAMPION}` gets a row once it has played {ENOUGH:,} games since its search was bounded; what it
had played before was removed."""
    for other, share in few.items():
        sure = f"{share['share']:.1%} ({share['low']:.1%} – {share['high']:.1%})"
        yield f"So far it has won {sure} of {share['games']:,} against three `{other}`."


def _of(other: str) -> str:
    return f"{CHAMPION}:{other}:"


def _ladders(told: Mapping[str, Any]) -> Iterator[str]:
    for name, ladder in told.items():
        if name.startswith("pool:"):
            yield f"In a mixed pool, every four of it equally often, `{name.partition(':')[2]}`:\n"
            yield "| bot | share | 95 % | games |"
            yield "|---|---|---|---|"
            yield from (f"| `{bot}` | {_row(share)} |" for bot, share in ladder.items())
            yield ""


def _engine(told: Mapping[str, Any]) -> Iterator[str]:
    for bot, kind in (("hard", "engine:"), (CHAMPION, "search")):
        parts = [each for name, each in told.items() if name.startswith(kind)]
        if parts:
            yield _again(bot, parts)


def _again(bot: str, parts: Sequence[Mapping[str, Any]]) -> str:
    """Tell what games on the engine told of a bot."""
    games, equal = sum(part["games"] for part in parts), sum(part["equal"] for part in parts)
    micros = sorted(each for part in parts for each in part["micros"])
    p50, p95, p99 = (f"{micros[int(part * len(micros))] / 1000:.2f}" for part in _PARTS)
    return f"""\
The first {games} games of `{bot}` against three `farmer@1` were played again on the engine:
**{equal} of {games}** end with the same points after the same number of decisions, and it wins
{added(parts)["share"]:.1%} of them. There a decision takes {p50} ms of the processor (p50),
{p95} ms (p95) or {p99} ms (p99).
"""
