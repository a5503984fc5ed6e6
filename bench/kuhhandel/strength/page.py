"""The page that says how strong the bots are, from what was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from bench.kuhhandel.strength.hard_page import exploiters_section, hard_section

COMMAND: Final = "python -m bench.kuhhandel.strength"

_BOUNDED: Final = "../decisions/0037-bound-bot-search-by-decisions-not-by-time.md"
_HEAD: Final = f"""\
# How strong the bots are

<!-- Written by `{COMMAND}`: change that, not this page. -->

Every figure here was written by one command, in a copy of the sources with
`pip install kuhstall[train]`: `{COMMAND}`. The same command finds the same games and shares; only
times depend on the machine. Shares are of the wins, with an interval of 95 % (Wilson); a win that
two seats share counts half for each. Everybody changes seats from game to game. Unless said
otherwise it is `kuhhandel/2` with four players, where 25 % is parity.

In all games here everybody bids in turns (`auction_mode=turns`). `champion` is a `hard` that
searches, [as far as that is bounded]({_BOUNDED}).

`farmer` is what people play against. `farmer@1`, `farmer@2` and `farmer@3` are
[yardsticks](../simulation.md#tournaments): the plain farmers of three moments, kept for ever. So is
`hard@1`, the `hard` of version 0.2.0 without search.

**All rows but those of *The level hard* are from before `farmer`, its characters and `hard` were
limited**: in a trade they lay at most what the animals can be worth (`haggle=1`). There, `farmer`
and `medium` are `farmer@2`; today, and in the rows of *The level hard*, they are `farmer@3`. Of
2,000 games each since then, one `farmer@3` wins 26.2 % (24.3 % – 28.2 %) against three `farmer@2`,
and one limited `hard` 26.4 % (24.5 % – 28.4 %) against three without the limit.
"""


_PARTS: Final = (0.50, 0.95, 0.99)
_REST: Final = "<!-- What follows is written by others, and kept as it is. -->"
_NOTHING: Final = f"""\
{_REST}

## Levels, and the other games

Not measured yet.
"""


def page(found: Mapping[str, Any], before: str) -> str:
    """Write anew what was measured; keep all other sections, and what others have written."""
    rest = before[before.index(_REST) :] if _REST in before else _NOTHING
    kept = _kept(before)
    sections = []
    for title, told in _SECTIONS.items():
        if body := "\n".join(told(found)):
            sections.append(f"## {title}\n\n{body}")
        elif title in kept:
            sections.append(kept[title])
    return "\n".join([_HEAD, *sections, rest])


def _kept(before: str) -> Mapping[str, str]:
    """Take a page apart into its sections, by their titles."""
    sections = before.partition(_REST)[0].split("\n## ")[1:]
    return {section.partition("\n")[0]: f"## {section.rstrip()}\n" for section in sections}


def _told(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.1%} | {share['low']:.1%} – {share['high']:.1%} | {share['games']:,}"


def _table(*head: str) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"


def _old_and_new(found: Mapping[str, Any]) -> Iterator[str]:
    matches = _of_kind(found, "against_old")
    if not matches:
        return
    yield "Its numbers were tuned with four players, by the rules of `kuhhandel/2` alone.\n"
    yield from _table("one farmer@2 against", "parity", "share", "95 %", "games")
    for name, share in matches.items():
        key, _, players = name.partition(":")
        others = f"{int(players) - 1} `farmer@1`, `{key}`"
        yield f"| {others} | {1 / int(players):.1%} | {_told(share)} |"
    if back := found.get("old_against_new:kuhhandel/2"):
        yield ""
        yield f"The other way round, one `farmer@1` against three `farmer@2` wins {_percent(back)}."
    yield ""


def _of_kind(found: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """Return the matches of a kind, by the rest of their names."""
    start = f"{kind}:"
    return {name.removeprefix(start): found[name] for name in found if name.startswith(start)}


def _percent(share: Mapping[str, Any]) -> str:
    return f"{share['share']:.1%} ({share['low']:.1%} – {share['high']:.1%})"


def _engine(found: Mapping[str, Any]) -> Iterator[str]:
    parts = _of_kind(found, "on_the_engine").values()
    if not parts:
        return
    games, equal = sum(told["games"] for told in parts), sum(told["equal"] for told in parts)
    share = sum(told["won"] for told in parts) / games
    micros = sorted(each for told in parts for each in told["micros"])
    p50, p95, p99 = (f"{micros[int(part * len(micros))] / 1000:.2f}" for part in _PARTS)
    yield f"""\
These games are played in [the simulator](../decisions/0027-train-bots-in-a-fast-simulator.md). The
first {games} of them were played again on the engine, from the same chance:
**{equal} of {games}** end with the same points after the same number of decisions, and
`farmer@2` wins {share:.1%} of them. There a decision takes {p50} ms of the
processor (p50), {p95} ms (p95) or {p99} ms (p99), on a machine that had other things to do as well.
"""


def _characters(found: Mapping[str, Any]) -> Iterator[str]:
    for key, shares in _of_kind(found, "together").items():
        yield f"`{key}`:\n"
        yield from _table("bot", "share", "95 %", "games")
        yield from (f"| `{bot}` | {_told(share)} |" for bot, share in shares.items())
        yield ""
    yield from _manners(found.get("manners:kuhhandel/2"))


def _manners(manners: Mapping[str, Any] | None) -> Iterator[str]:
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
        "without any money",
        "20 or less, and accepted, a game",
    )
    for bot, seen in manners.items():
        first = f"| `{bot}` | {seen['jump']} | {seen['lots']} | {seen['paid']} "
        offers = f"{seen['offers']} | {seen['bluffs']:.0%} | {seen['empty']:.0%}"
        yield f"{first}| {offers} | {seen['came_off']} |"
    yield ""


def _ideas(found: Mapping[str, Any]) -> Iterator[str]:
    ideas = _of_kind(found, "idea")
    if not ideas:
        return
    yield "One bot with one idea against three of its own kind without it: much above 25 %,"
    yield "and there is a hole. `medium` is `farmer@2`; `easy` plays on the engine, and has no"
    yield "number for its counters.\n"
    yield from _table("idea", "against three", "share", "95 %", "games")
    for name, share in ideas.items():
        field, _, idea = name.partition(":")
        yield f"| {idea} | `{field}` | {_told(share)} |"
    yield ""


def _exploiter(found: Mapping[str, Any]) -> Iterator[str]:
    exploiter = found.get("exploiter")
    if exploiter is None:
        return
    played = exploiter["played"]
    yield f"""\
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
{looks["games"]} games of four `farmer@2` on the engine: {looks["trades"]} bouts of trades, in
{looks["accepted"]} of which the offer was accepted. Of {looks["empty"]} offers without any money,
{looks["empty_won"]} won the animal. The highest prices paid: {dear}.
"""


_SECTIONS: Final[Mapping[str, Callable[[Mapping[str, Any]], Iterator[str]]]] = {
    "The new farmer against the old one": _old_and_new,
    "The same games on the engine": _engine,
    "The characters at one table": _characters,
    "Ideas against it": _ideas,
    "An exploiter": _exploiter,
    "How it looks": _looks,
    "The level hard": hard_section,
    "Exploiters of hard": exploiters_section,
}
"""The sections of the page in order. Where nothing was measured, nothing is told."""
