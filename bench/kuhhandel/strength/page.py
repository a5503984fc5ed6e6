"""The page that says how strong the bots are, from what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

COMMAND: Final = "python -m bench.kuhhandel.strength"

_HEAD: Final = f"""\
# How strong the bots are

<!-- Written by `{COMMAND}`: change that, not this page. -->

Every figure here was written by one command, in a copy of the sources with
`pip install kuhstall[train]`: `{COMMAND}`. The same command finds the same games and shares; only
times depend on the machine. Shares are of the wins, with an interval of 95 % (Wilson); a win that
two seats share counts half for each. Everybody changes seats from game to game. Unless said
otherwise it is `kuhhandel/2` with four players, where 25 % is parity.

`farmer` is what people play against. `farmer@1` and `farmer@2` are
[yardsticks](../simulation.md#tournaments): the plain farmers of two moments, kept for ever;
`farmer@2` is the plain `farmer` of today.
"""


_PARTS: Final = (0.50, 0.95, 0.99)
_REST: Final = "<!-- What follows is written by others, and kept as it is. -->"
_NOTHING: Final = f"""\
{_REST}

## Levels, and the other games

Not measured yet.
"""


def page(found: Mapping[str, Any], before: str) -> str:
    """Write the page anew, but for what others have written at its end."""
    rest = before[before.index(_REST) :] if _REST in before else _NOTHING
    return "\n".join([_HEAD, *_sections(found), rest])


def _sections(found: Mapping[str, Any]) -> Iterator[str]:
    yield from _old_and_new(found)
    yield from _engine(found)
    yield from _characters(found)
    yield from _manners(found)
    yield from _ideas(found)
    yield from _exploiter(found)
    yield from _looks(found)


def _told(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.1%} | {share['low']:.1%} – {share['high']:.1%} | {share['games']:,}"


def _table(*head: str) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"


def _old_and_new(found: Mapping[str, Any]) -> Iterator[str]:
    yield "## The new farmer against the old one\n"
    yield "Its numbers were tuned with four players, by the rules of `kuhhandel/2` alone.\n"
    yield from _table("one farmer@2 against", "parity", "share", "95 %", "games")
    for name, share in found.items():
        kind, _, rest = name.partition(":")
        if kind == "against_old":
            key, _, players = rest.partition(":")
            others = f"{int(players) - 1} `farmer@1`, `{key}`"
            yield f"| {others} | {1 / int(players):.1%} | {_told(share)} |"
    if back := found.get("old_against_new:kuhhandel/2"):
        yield ""
        yield f"The other way round, one `farmer@1` against three `farmer@2` wins {_percent(back)}."
    yield ""


def _percent(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.1%} ({share['low']:.1%} – {share['high']:.1%})"


def _engine(found: Mapping[str, Any]) -> Iterator[str]:
    parts = [told for name, told in found.items() if name.startswith("on_the_engine:")]
    if not parts:
        return
    games, equal = sum(told["games"] for told in parts), sum(told["equal"] for told in parts)
    share = sum(told["won"] for told in parts) / games
    micros = sorted(each for told in parts for each in told["micros"])
    p50, p95, p99 = (f"{micros[int(part * len(micros))] / 1000:.2f}" for part in _PARTS)
    yield f"""\
## The same games on the engine

These games are played in [the shadow](../decisions/0027-a-shadow-is-not-a-second-truth.md). The
first {games} of them were played again on the engine, from the same chance:
**{equal} of {games}** end with the same points after the same number of decisions, and
`farmer@2` wins {share:.1%} of them. There a decision takes {p50} ms of the
processor (p50), {p95} ms (p95) or {p99} ms (p99), on a machine that had other things to do as well.
"""


def _characters(found: Mapping[str, Any]) -> Iterator[str]:
    yield "## The characters at one table\n"
    for name, shares in found.items():
        if name.startswith("together:"):
            yield f"`{name.partition(':')[2]}`:\n"
            yield from _table("bot", "share", "95 %", "games")
            yield from (f"| `{bot}` | {_told(share)} |" for bot, share in shares.items())
            yield ""


def _manners(found: Mapping[str, Any]) -> Iterator[str]:
    manners = found.get("manners:kuhhandel/2")
    if manners is None:
        return
    yield "And how they differ to the eye, on the engine:\n"
    yield from _table(
        "bot",
        "a bid beyond the least",
        "lots a game",
        "price of a lot",
        "offers a game",
        "of these with bluff cards",
    )
    for bot, seen in manners.items():
        first = f"| `{bot}` | {seen['jump']} | {seen['lots']} | {seen['paid']} "
        yield f"{first}| {seen['offers']} | {seen['bluffs']:.0%} |"
    yield ""


def _ideas(found: Mapping[str, Any]) -> Iterator[str]:
    yield "## Ideas against it\n"
    yield "One farmer with one idea against three of its own kind without it: much above 25 %,"
    yield "and there is a hole.\n"
    yield from _table("idea", "against three", "share", "95 %", "games")
    for name, share in found.items():
        kind, _, rest = name.partition(":")
        if kind == "idea":
            field, _, idea = rest.partition(":")
            yield f"| {idea} | `{field}` | {_told(share)} |"
    yield ""


def _exploiter(found: Mapping[str, Any]) -> Iterator[str]:
    exploiter = found.get("exploiter")
    if exploiter is None:
        yield f"## An exploiter\n\nNot looked for yet: `{COMMAND} --only exploiter`.\n"
        return
    played = exploiter["played"]
    yield f"""\
## An exploiter

Cross-entropy over the sixteen numbers, against three `farmer@2` and nobody else:
{played["population"]} candidates, {played["rounds"]} rounds, {played["games"]} games of each in a
round, {exploiter["cpu_seconds"] / 60:.0f} minutes of the processor. What it found wins
**{_percent(exploiter)}** of {exploiter["games"]:,} other games. So much at least can be won
against `farmer@2` by other numbers; what search or learning would find is not known.
"""


def _looks(found: Mapping[str, Any]) -> Iterator[str]:
    looks = found.get("looks:kuhhandel/2")
    if looks is None:
        return
    prices = sorted(looks["dearest"].items(), key=lambda pair: pair[1])
    dear = ", ".join(f"{animal} {price}" for animal, price in prices)
    yield f"""\
## How it looks

{looks["games"]} games of four `farmer@2` on the engine: {looks["trades"]} bouts of trades, in
{looks["accepted"]} of which the offer was accepted. Of {looks["empty"]} offers without any money,
{looks["empty_won"]} won the animal. The highest prices paid: {dear}.
"""
