"""The standings of a group's seasons: pure functions of its finished games.

The rule: among two people or more, the first gets 3 points, the second 2, the third 1, and the last
none. A season is a calendar year (UTC). Each game adds its part to sums, so the order in which
games become known does not matter, and a game that is disputed is subtracted again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

POINTS: Final = (3, 2, 1)
"""For the first, the second and the third."""
FEWEST: Final = 2
"""A game counts if so many people have played it."""


class Placed(Struct, frozen=True):
    """How a game ended on one seat.

    A person by id, or a bot by its name; neither, if somebody played who is not known here.
    `points` is None where they are not known.
    """

    seat: int
    place: int
    person: str | None = None
    bot: str = ""
    points: int | None = None


class Result(Struct, frozen=True):
    """A finished game: of a table, or on a paper score sheet.

    `last` is the lowest place, `people` the number of people who played. Both stay as they are when
    somebody's seat is erased. `counted`: nobody disputes it.
    """

    id: str
    game: str
    edition: str
    at: float
    seats: int
    last: int
    people: int
    placed: tuple[Placed, ...]
    paper: bool = False
    counted: bool = True


class Score(Struct, frozen=True):
    """The sums of a person in a season."""

    season: int
    person: str
    games: int
    won: int
    points: int


class Meeting(Struct, frozen=True):
    """How often a person has played with another, and placed ahead of them or behind."""

    person: str
    rival: str
    games: int
    ahead: int
    behind: int


def season_of(at: float) -> int:
    return datetime.fromtimestamp(at, UTC).year


def result_of(key: str, game: str, edition: str, at: float, placed: Iterable[Placed]) -> Result:
    """Return the result of a game whose players are all known."""
    known = tuple(sorted(placed, key=lambda one: one.seat))
    last = max(one.place for one in known)
    people = sum(not one.bot for one in known)
    return Result(key, game, edition, round(at, 3), len(known), last, people, known)


def places(points: Sequence[int]) -> list[int]:
    """Return the place for each number of points; equal numbers share a place."""
    return [1 + sum(other > own for other in points) for own in points]


def points_of(place: int, last: int) -> int:
    """Return the points for a place in a game whose lowest place is `last`."""
    if 1 < place == last:
        return 0
    return POINTS[place - 1] if place <= len(POINTS) else 0


def scores_of(result: Result) -> list[Score]:
    """Return what a game adds to the standings."""
    if not _counts(result):
        return []
    season = season_of(result.at)
    return [
        Score(season, person, 1, int(place == 1), points_of(place, result.last))
        for person, place in _people(result)
    ]


def meetings_of(result: Result) -> list[Meeting]:
    """Return what a game adds to the balance of each person with each other."""
    if not _counts(result):
        return []
    people = _people(result)
    return [
        Meeting(person, rival, 1, int(place < theirs), int(place > theirs))
        for person, place in people
        for rival, theirs in people
        if person != rival
    ]


def _counts(result: Result) -> bool:
    return result.counted and result.people >= FEWEST


def _people(result: Result) -> list[tuple[str, int]]:
    return [(one.person, one.place) for one in result.placed if one.person is not None]


def distinct(results: Iterable[Result]) -> list[Result]:
    """Return each game once, in the order in which they were played."""
    newest = {one.id: one for one in results}
    return sorted(newest.values(), key=lambda one: (one.at, one.id))


def without(result: Result, erased: Iterable[str]) -> Result:
    """Return a result as it is stored after these people were erased."""
    gone = set(erased)
    return replace(result, placed=tuple(one for one in result.placed if one.person not in gone))


def all_scores(results: Iterable[Result]) -> list[Score]:
    """Return the standings of all seasons, computed from the games alone."""
    sums: dict[tuple[int, str], Counter[str]] = {}
    for result in distinct(results):
        for one in scores_of(result):
            added = {"games": one.games, "won": one.won, "points": one.points}
            sums.setdefault((one.season, one.person), Counter()).update(added)
    return [
        Score(season, person, found["games"], found["won"], found["points"])
        for (season, person), found in sorted(sums.items())
    ]


def all_meetings(results: Iterable[Result]) -> list[Meeting]:
    """Return everybody's balance with everybody, computed from the games alone."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for result in distinct(results):
        for one in meetings_of(result):
            added = {"games": one.games, "ahead": one.ahead, "behind": one.behind}
            sums.setdefault((one.person, one.rival), Counter()).update(added)
    return [
        Meeting(person, rival, found["games"], found["ahead"], found["behind"])
        for (person, rival), found in sorted(sums.items())
    ]


def ranked(scores: Iterable[Score], names: Mapping[str, str]) -> list[tuple[int, Score]]:
    """Return the scores of a season with their places, the first at the top.

    Who has as many points and wins shares the place; names decide only which is listed first.
    """
    ordered = sorted(scores, key=lambda one: (-one.points, -one.won, names[one.person], one.person))
    values = [(one.points, one.won) for one in ordered]
    return [(1 + values.index(value), one) for value, one in zip(values, ordered, strict=True)]


def digest(results: Iterable[Result], scores: Iterable[Score], meetings: Iterable[Meeting]) -> str:
    """Return a checksum of games, standings and balances; what is listed twice counts once.

    A game all of whose people were erased says nothing about anybody, and is left out.
    """
    known = [one for one in distinct(results) if _people(one)]
    parts = (known, sorted(set(scores), key=_key), sorted(set(meetings), key=_key))
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def recomputed(results: Iterable[Result]) -> str:
    """Return the checksum that results must have, with all sums computed from them anew."""
    known = distinct(results)
    return digest(known, all_scores(known), all_meetings(known))


def _key(one: Score | Meeting) -> tuple[str, ...]:
    if isinstance(one, Score):
        return (f"{one.season}", one.person)
    return (one.person, one.rival)
