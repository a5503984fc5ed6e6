"""Facts about the code that pages state: `make reference` writes them, and a test compares.

A page puts each between two comments: `<!--fact:languages-->3<!--/-->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from kuhstall.bots.bot import LEVELS
from kuhstall.bots.registry import GAMES
from kuhstall.games.registry import EDITIONS
from kuhstall.messages import LANGUAGES
from kuhstall.server.settings import Settings
from reference import asvs

ROOT: Final = Path(__file__).resolve().parents[1]
_FACT: Final = re.compile(r"(<!--fact:([a-z0-9-]+)-->).*?(<!--/-->)")


def pages() -> list[Path]:
    """List the pages that may state facts: all that are in git."""
    written = ROOT / "docs" / "reference"
    found = sorted(path for path in ROOT.glob("docs/**/*.md") if written not in path.parents)
    return [ROOT / "README.md", *found]


def _levels(names: tuple[str, ...] = LEVELS) -> str:
    return f"{', '.join(f'`{name}`' for name in names[:-1])} and `{names[-1]}`"


def _levels_of(edition: str) -> str:
    return next(_levels(game.levels) for game in GAMES if edition in game.editions)


def _missing_in(edition: str) -> str:
    (game,) = [game for game in GAMES if edition in game.editions]
    return ", ".join(f"no `{name}`" for name in LEVELS if name not in game.levels) or "all levels"


def _kept(*names: str) -> str:
    """Add up after how many days a server removes something that nobody has set otherwise."""
    settings = Settings()
    return str(sum(getattr(settings, f"keep_{name}") for name in names))


def _players(game: str) -> str:
    found = [edition for edition in EDITIONS.values() if edition.game.name == game]
    fewest = min(edition.fewest_seats for edition in found)
    return f"{fewest} to {max(edition.most_seats for edition in found)}"


def _planted_in_games() -> str:
    from tests.games import test_twin  # noqa: PLC0415 -- only here does a page need the tests

    return str(len(test_twin.LEAKS))


def _planted_on_the_wire() -> str:
    from tests.server import test_wire_twins as wire  # noqa: PLC0415 -- as above

    planted = [leaks for name, leaks in vars(wire).items() if name.endswith("LEAKS")]
    return str(sum(map(len, planted)))


def _planted_in_simulation() -> str:
    from tests.simulation.planted import PLANTED  # noqa: PLC0415 -- as above

    return str(len(PLANTED))


def _planted_in_chaos() -> str:
    from tests.chaos.__main__ import PLANTED  # noqa: PLC0415 -- as above

    return str(len(PLANTED))


_LACKING: Final = sorted(
    one for game in GAMES for one in game.editions if set(LEVELS) - set(game.levels)
)
"""The editions that do not have all levels."""

FACTS: Final[Mapping[str, Callable[[], str]]] = {
    **{f"asvs-{level}": partial(asvs.summed_up, level) for level in (1, 2)},
    "languages": lambda: str(len(LANGUAGES)),
    "levels": _levels,
    **{f"levels-{game}": partial(_levels_of, game) for game in _LACKING},
    **{f"levels-missing-in-{game}": partial(_missing_in, game) for game in _LACKING},
    **{
        f"keep-{name}": partial(_kept, name)
        for name in ("sessions", "guests", "chat", "refusals", "closed", "reports", "unfinished")
    },
    "keep-absent-guests": partial(_kept, "sessions", "guests"),
    **{
        f"players-{edition.game.name}": partial(_players, edition.game.name)
        for edition in EDITIONS.values()
    },
    "golden-replays": lambda: str(len(list(ROOT.glob("tests/replays/*/**/*.json")))),
    "planted-leaks": _planted_in_games,
    "planted-wire-leaks": _planted_on_the_wire,
    "planted-simulation": _planted_in_simulation,
    "planted-chaos": _planted_in_chaos,
}
"""What each fact is in the code as it stands."""


def written(text: str, facts: Mapping[str, Callable[[], str]] = FACTS) -> str:
    """Return a page with each fact as it is in the code."""
    return _FACT.sub(lambda found: f"{found[1]}{facts[found[2]]()}{found[3]}", text)


def write(paths: Iterable[Path]) -> None:
    """Write the facts of some pages again."""
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if "<!--fact:" in text:
            path.write_text(written(text), encoding="utf-8")
