"""The games that a caller has finished, over HTTP: a list to look through, and what they come to.

Nobody is told the ids of others: a rival has a key that means something to the caller alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct

from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Endpoint
from kuhstall.server.limits.rates import PAST
from kuhstall.server.store.past import COUNTED, PastGame, PastSearch
from kuhstall.server.store.people import People

PAGE: Final = 50
"""How many games are listed at once."""
_RIVALS: Final = 20
_SCORES: Final = 18
"""How many scores of a game are told one by one."""
_PLACES: Final = 4
"""Places that are counted; the last one with all that are below."""

Word = Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")]
Moment = Annotated[float, Meta(ge=0, le=1e11)]


class Cursor(Struct, frozen=True, forbid_unknown_fields=True):
    """The last game of a page: the next one goes on after it."""

    at: Moment
    table: Word


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """Which games to list; what is left out does not matter. `rival` is a key of statistics."""

    game: Word | None = None
    rival: Word | None = None
    won: bool | None = None
    since: Moment | None = None
    before: Cursor | None = None


class Opponent(Struct, frozen=True):
    """Another one who sat there. A person whose name is forgotten has an empty one."""

    name: str
    bot: bool
    place: int


class FinishedGame(Struct, frozen=True):
    """How a game ended for the caller. `at` is 0 where its log does not say when that was."""

    table: str
    at: float
    game: str
    edition: str
    place: int
    seats: int
    points: int
    won: bool
    opponents: tuple[Opponent, ...]


class FinishedGames(Struct, frozen=True):
    """A page of games, the newest first, and whether there are more."""

    games: list[FinishedGame]
    more: bool


class Score(Struct, frozen=True):
    points: int
    won: bool


class GameStatistics(Struct, frozen=True):
    """What all games of one kind come to.

    `places` counts first, second and third ones, and all below. `figures` are sums of what the
    game counts: what they mean differs from game to game. `scores` are the latest, oldest first.
    """

    game: str
    games: int
    won: int
    points: int
    places: list[int]
    figures: dict[str, int]
    scores: list[Score]


class Rival(Struct, frozen=True):
    """A person whom the caller has met: how often the caller was ahead of them, and behind."""

    key: str
    name: str
    games: int
    ahead: int
    behind: int


class Statistics(Struct, frozen=True):
    """Of the newest games, a thousand at most."""

    counted: int
    games: list[GameStatistics]
    rivals: list[Rival]


async def finished_games(call: Call) -> FinishedGames:
    """List the games that you have finished, the newest first."""
    person, people, search = _person(call), call.accounts.people, call.body
    other = await _other(call, person, search.rival)
    if search.rival is not None and other is None:
        return FinishedGames([], more=False)
    before = None if search.before is None else (search.before.at, search.before.table)
    wanted = PastSearch(search.game, other, search.won, search.since, before)
    found = await people.past_games(person, wanted, PAGE + 1)
    shown = found[:PAGE]
    names = await people.names(_met(shown, person))
    games = [_shown(one, names) for one in shown]
    return FinishedGames(games, more=len(found) > PAGE)


async def told_games(people: People, person: str, limit: int) -> list[FinishedGame]:
    """Tell the newest games of somebody, with the names of those whom they met."""
    found = await people.past_games(person, PastSearch(), limit)
    names = await people.names(_met(found, person))
    return [_shown(one, names) for one in found]


async def statistics(call: Call) -> Statistics:
    """Tell what the games come to that you have finished: for each kind, and against whom."""
    person, people = _person(call), call.accounts.people
    found = await people.past_games(person, PastSearch(), COUNTED)
    kinds = dict.fromkeys(one.game for one in found)
    games = [_summed([one for one in found if one.game == kind]) for kind in kinds]
    rivals = _rivals(found, person)
    names = await people.names([other for other, *_ in rivals])
    told = [
        Rival(_key(person, other), names[other], *counts)
        for other, *counts in rivals
        if names.get(other)
    ]
    return Statistics(len(found), games, told)


def _shown(one: PastGame, names: dict[str, str]) -> FinishedGame:
    opponents = tuple(
        Opponent(
            player.bot if player.person is None else names.get(player.person, ""),
            player.person is None,
            player.place,
        )
        for player in one.players
        if player.person != one.person
    )
    return FinishedGame(
        one.table,
        one.at,
        one.game,
        one.edition,
        one.place,
        len(one.players),
        one.points,
        one.won,
        opponents,
    )


def _summed(games: Sequence[PastGame]) -> GameStatistics:
    places = Counter(min(one.place, _PLACES) for one in games)
    figures: Counter[str] = Counter()
    for one in games:
        figures.update(one.figures)
    return GameStatistics(
        games[0].game,
        len(games),
        sum(one.won for one in games),
        sum(one.points for one in games),
        [places[place] for place in range(1, _PLACES + 1)],
        dict(figures),
        [Score(one.points, one.won) for one in reversed(games[:_SCORES])],
    )


def _rivals(games: Iterable[PastGame], person: str) -> list[tuple[str, int, int, int]]:
    """List the people met most: how often, ahead of them, and behind."""
    met, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
    for one in games:
        for player in one.players:
            if player.person is not None and player.person != person:
                met[player.person] += 1
                ahead[player.person] += one.place < player.place
                behind[player.person] += one.place > player.place
    return [
        (other, count, ahead[other], behind[other]) for other, count in met.most_common(_RIVALS)
    ]


async def _other(call: Call, person: str, key: str | None) -> str | None:
    """Find the person whom a key means to the caller."""
    if key is None:
        return None
    games = await call.accounts.people.past_games(person, PastSearch(), COUNTED)
    for other in _met(games, person):
        if _key(person, other) == key:
            return other
    return None


def _met(games: Iterable[PastGame], person: str) -> Collection[str]:
    return {
        player.person
        for one in games
        for player in one.players
        if player.person is not None and player.person != person
    }


def _key(person: str, other: str) -> str:
    return sha256(f"{person} {other}".encode()).hexdigest()[:16]


def _person(call: Call) -> str:
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return call.caller.person.id


ENDPOINTS: Final = (
    Endpoint("POST", "/api/games", finished_games, FinishedGames, Search, "person", PAST),
    Endpoint("GET", "/api/statistics", statistics, Statistics, who="person", limit=PAST),
)
