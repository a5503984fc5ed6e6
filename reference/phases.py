"""The ring of phases of each game: which phase leads to which, and by which event.

It is drawn from games that were really played, the golden replays: there is one for each branch
of the rules, so what they never take is not a way through the game.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any, Final
from xml.sax.saxutils import escape

from kuhstall.engine.kernel import fold
from kuhstall.engine.table import Phase
from kuhstall.games.registry import EDITIONS, opened, read_log
from reference.writing import code, codes, plain, table
from reference.writing import page as whole

ROOT: Final = Path(__file__).resolve().parent.parent
REPLAYS: Final = ROOT / "tests" / "replays"

Kind = type[Phase[Any, Any]]
Ways = dict[tuple[Kind, Kind], set[str]]

_INTRO: Final = """\
A game is always in one phase, and an event leads from it to the next. A phase is a class in a
file of its own. Everything on this page is taken from the golden replays in `tests/replays`, of
which there is one for each branch of the rules; `make reference` draws it again.

*Automatic* phases wait for nobody. In a *sealed* phase several seats choose unseen, and all is
opened at once."""


@cache
def ways(game: str) -> Ways:
    """Find the ways between phases that the replays of a game take, whatever the edition."""
    found: Ways = defaultdict(set)
    for path in sorted(
        path for folder in REPLAYS.glob(f"{game}*") for path in folder.rglob("*.json")
    ):
        first, *rest = read_log(path.read_bytes())
        table_ = opened(first)  # type: ignore[arg-type] # read_log lets no other event come first
        for event in rest:
            before, table_ = table_, fold(table_, [event])
            if type(table_.phase) is not type(before.phase):
                tag = str(type(event).__struct_config__.tag)
                found[type(before.phase), type(table_.phase)].add(tag)
    return found


def games() -> list[str]:
    """Name the games that have replays, by the word that the keys of their editions begin with."""
    named = dict.fromkeys(re.split("[-/]", key)[0] for key in EDITIONS)
    return [game for game in named if any(REPLAYS.glob(f"{game}*/**/*.json"))]


def page() -> str:
    parts: list[str] = []
    for game in games():
        phases = _in_order(ways(game))
        parts.append(f"## {game.capitalize()}")
        parts.append(
            f"![The phases of {game.capitalize()} and the ways between them](phases-{game}.svg)"
        )
        parts.append(table(["phase", "what it is", "leads to"], _rows(ways(game), phases)))
    return whole("The ring of phases", _INTRO, *parts)


def _rows(found: Ways, phases: Iterable[Kind]) -> Iterator[tuple[str, str, str]]:
    for phase in phases:
        leads = [
            f"{code(after.__name__)} by {codes(sorted(events))}"
            for (before, after), events in sorted(found.items(), key=_by_name)
            if before is phase
        ]
        kind = "automatic" if phase.automatic else "sealed" if phase.sealed else ""
        said = " ".join(filter(None, [_said(phase), f"*{kind.capitalize()}.*" if kind else ""]))
        yield f"{code(phase.__name__)}<br>{code(_file(phase))}", said, "<br>".join(leads)


def _by_name(way: tuple[tuple[Kind, Kind], set[str]]) -> tuple[str, str]:
    (before, after), _ = way
    return before.__name__, after.__name__


def _said(phase: Kind) -> str:
    """Take the docstring of the phase, or that of its file, which holds nothing else."""
    own = phase.__dict__.get("__doc__") or sys.modules[phase.__module__].__doc__ or ""
    return plain(inspect.cleandoc(own).partition("\n\n")[0])


def _file(phase: Kind) -> str:
    return phase.__module__.removeprefix("kuhstall.").replace(".", "/") + ".py"


def _in_order(found: Ways) -> list[Kind]:
    """Order the phases as a game comes to them, from the deal on."""
    reached = {after for _, after in found}
    order = [before for before, _ in found if before not in reached][:1]
    for phase in order:  # it grows while it is gone through
        order += [
            after
            for (before, after), _ in sorted(found.items(), key=_by_name)
            if before is phase and after not in order
        ]
    return list(dict.fromkeys(order))


_BOX: Final = (132, 30)
_STEP: Final = (156, 84)
_MARGIN: Final = 30

Place = tuple[float, float]


def drawing(game: str) -> str:
    """Draw the phases from the deal downwards, with an arrow for each way; dashed: back up."""
    found = ways(game)
    rows = _layers(found)
    wide = max(map(len, rows)) * _STEP[0] + 2 * _MARGIN
    high = len(rows) * _STEP[1] + 2 * _MARGIN - (_STEP[1] - _BOX[1])
    places = {
        phase: (
            wide / 2 + (at - (len(row) - 1) / 2) * _STEP[0],
            _MARGIN + _BOX[1] / 2 + depth * _STEP[1],
        )
        for depth, row in enumerate(rows)
        for at, phase in enumerate(row)
    }
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'font-family="sans-serif" font-size="14">'
    )
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#9a6b3f"/></marker></defs>'
    )
    lines = [
        head,
        f"<title>The phases of {escape(game.capitalize())}</title>",
        tip,
        f'<rect width="{wide}" height="{high}" rx="16" fill="#fbf6ec"/>',
        *(_arrow(places[one], places[other]) for one, other in sorted(found, key=_names)),
        *(_box(phase, place) for phase, place in places.items()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _layers(found: Ways) -> list[list[Kind]]:
    """Put the phases of a turn in the order of their steps, then the one that they all lead to."""
    phases = _in_order(found)
    led_to = Counter(after for _, after in found)
    hub = max(phases, key=lambda phase: led_to[phase])
    placed: set[Kind] = {hub}
    above = _steps(found, phases[0], placed)
    return [*above, [hub], *_steps(found, hub, placed)[1:]]


def _steps(found: Ways, first: Kind, placed: set[Kind]) -> list[list[Kind]]:
    """Give what is reached from a phase in one step, two steps, and so on; nothing twice."""
    rows = [[first]]
    placed.add(first)
    while row := rows[-1]:
        reached: dict[Kind, list[int]] = defaultdict(list)
        for before, after in sorted(found, key=_names):
            if before in row and after not in placed:
                reached[after].append(row.index(before))
        placed.update(reached)
        rows.append(sorted(reached, key=lambda phase: mean(reached[phase])))
    return rows[:-1]


def _names(way: tuple[Kind, Kind]) -> tuple[str, str]:
    return way[0].__name__, way[1].__name__


def _arrow(one: Place, other: Place) -> str:
    """Lead from the lower edge of a box to the upper edge of another, or round the side back up."""
    (x1, y1), (x2, y2) = one, other
    half = _BOX[1] / 2
    if y2 > y1:
        y1, y2 = y1 + half, y2 - half - 2
        bend = (y2 - y1) / 2
        lower, upper = f"{x1:.0f} {y1 + bend:.0f}", f"{x2:.0f} {y2 - bend:.0f}"
        path = f"M{x1:.0f} {y1:.0f} C{lower} {upper} {x2:.0f} {y2:.0f}"
        return f'<path d="{path}" fill="none" stroke="#9a6b3f" marker-end="url(#tip)"/>'
    side = _BOX[0] / 2
    x1, x2 = x1 + side, x2 + side + 2
    out = max(x1, x2) + 46
    path = f"M{x1:.0f} {y1:.0f} C{out:.0f} {y1:.0f} {out:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
    return (
        f'<path d="{path}" fill="none" stroke="#9a6b3f" stroke-dasharray="5 4" '
        f'marker-end="url(#tip)"/>'
    )


def _box(phase: Kind, place: Place) -> str:
    x, y = place
    wide, high = _BOX
    fill = "#efe3cb" if phase.automatic else "#dfe9f5" if phase.sealed else "#ffffff"
    return (
        f'<rect x="{x - wide / 2:.0f}" y="{y - high / 2:.0f}" width="{wide}" height="{high}" '
        f'rx="8" fill="{fill}" stroke="#5b3a1e"/>'
        f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle" fill="#3b2513">'
        f"{escape(phase.__name__)}</text>"
    )
