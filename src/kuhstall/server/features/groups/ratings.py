"""Ratings inside a group, by the method of Plackett and Luce: pure functions of its games.

Each family of games has ratings of its own. The games are rated in the order in which they were
played, and only people are rated: their order among themselves, whatever bots did.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.server.features.groups.standings import FEWEST, Result, distinct

SHOWN_FROM: Final = 30
"""Games before a rating is shown: before that it says little."""
_MIDDLE: Final = 1000
_SCALE: Final = 40
"""People read four digits more easily than `25.0`: that is 1000, and 1 of it 40."""


class Rating(Struct, frozen=True):
    """The skill of a person in a family, and its uncertainty, as OpenSkill counts them."""

    game: str
    person: str
    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int:
        return _MIDDLE + round((self.mu - float(_model().mu)) * _SCALE)

    @property
    def margin(self) -> int:
        """Two standard deviations: in 19 of 20 cases it is not further off."""
        return round(2 * self.sigma * _SCALE)


@cache
def _model() -> Any:
    # Late: few groups need it, and it would take longer than all of this package.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()


def rate(known: dict[tuple[str, str], Rating], result: Result) -> None:
    """Rate the people of one game, by family and person; games must come in their order."""
    people = [(one.person, one.place) for one in result.placed if one.person is not None]
    if not result.counted or len(people) < FEWEST:
        return
    model = _model()
    before = [known.get((result.game, person)) for person, _ in people]
    teams = [
        [model.rating() if one is None else model.rating(mu=one.mu, sigma=one.sigma)]
        for one in before
    ]
    rated = model.rate(teams, ranks=[float(place) for _, place in people])
    for (person, _), old, (new,) in zip(people, before, rated, strict=True):
        games = 1 if old is None else old.games + 1
        known[result.game, person] = Rating(result.game, person, new.mu, new.sigma, games)


def all_ratings(results: Iterable[Result]) -> list[Rating]:
    """Return the ratings of a group, computed from the games alone."""
    known: dict[tuple[str, str], Rating] = {}
    for result in distinct(results):
        rate(known, result)
    return list(known.values())


def ratings_digest(ratings: Iterable[Rating]) -> str:
    """Return a checksum of ratings, with six digits after the point."""
    told = sorted(
        (one.game, one.person, f"{one.mu:.6f}", f"{one.sigma:.6f}", one.games) for one in ratings
    )
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()
