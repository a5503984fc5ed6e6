"""The caller's finished games over HTTP: a list to search, and statistics.

Callers never get the ids of other people: a rival has a key that is valid for this caller only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct

from kuhstall.server.features.history.queries import COUNTED, HistorySearch, PlayedGame
from kuhstall.server.features.people import People
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import HISTORY

PAGE: Final = 50
"""How many games a page lists."""
_RIVALS: Final = 20
_SCORES: Final = 18
"""How many scores of a game are listed one by one."""
_PLACES: Final = 4
"""The number of places that are counted; the last one includes all below."""

Word = Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")]
Moment = Annotated[float, Meta(ge=0, le=1e11)]


class Cursor(Struct, frozen=True, forbid_unknown_fields=True):
    """The last game of a page: the next page continues after it."""

    at: Moment
    table: Word


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """Search filters; an absent one matches everything. `rival` is a key from the statistics."""

    game: Word | None = None
    rival: Word | None = None
    won: bool | None = None
    since: Moment | None = None
    before: Cursor | None = None


class Opponent(Struct, frozen=True):
    """Another player of the game. A person whose name was erased has an empty name."""

    name: str
    bot: bool
    place: int


class FinishedGame(Struct, frozen=True):
    """How a game ended for the caller. `at` is 0 if the log does not say when."""

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
    """A page of games, newest first, and whether there are more."""

    games: list[FinishedGame]
    more: bool


class Score(Struct, frozen=True):
    points: int
    won: bool


class GameStatistics(Struct, frozen=True):
    """Totals over all games of one kind.

    `places` counts first, second and third places, and all below. `figures` are sums of figures
    that each game defines for itself. `scores` are the latest, oldest first.
    """

    game: str
    games: int
    won: int
    points: int
    places: list[int]
    figures: dict[str, int]
    scores: list[Score]


class Rival(Struct, frozen=True):
    """A person whom the caller has played with, and how often the caller placed ahead or behind."""

    key: str
    name: str
    games: int
    ahead: int
    behind: int


class Statistics(Struct, frozen=True):
    """Statistics of the newest games, a thousand at most."""

    counted: int
    games: list[GameStatistics]
    rivals: list[Rival]


async def finished_games(call: Call) -> FinishedGames:
    """List your finished games, newest first."""
    person, people, search = _person(call), call.accounts.people, call.body
    other = await _other(call, person, search.rival)
    if search.rival is not None and other is None:
        return FinishedGames([], more=False)
    before = None if search.before is None else (search.before.at, search.before.table)
    wanted = HistorySearch(search.game, other, search.won, search.since, before)
    found = await people.played_games(person, wanted, PAGE + 1)
    shown = found[:PAGE]
    names = await people.names(_met(shown, person))
    games = [_shown(one, names) for one in shown]
    return FinishedGames(games, more=len(found) > PAGE)


async def newest_games(people: People, person: str, limit: int) -> list[FinishedGame]:
    """Return a person's newest games, with the names of their opponents."""
    found = await people.played_games(person, HistorySearch(), limit)
    names = await people.names(_met(found, person))
    return [_shown(one, names) for one in found]


async def statistics(call: Call) -> Statistics:
    """Return statistics of your finished games: by kind of game, and by rival."""
    person, people = _person(call), call.accounts.people
    found = await people.played_games(person, HistorySearch(), COUNTED)
    kinds = dict.fromkeys(one.game for one in found)
    games = [_game_statistics([one for one in found if one.game == kind]) for kind in kinds]
    rivals = _rivals(found, person)
    names = await people.names([other for other, *_ in rivals])
    told = [
        Rival(_key(person, other), names[other], *counts)
        for other, *counts in rivals
        if names.get(other)
    ]
    return Statistics(len(found), games, told)


def _shown(one: PlayedGame, names: dict[str, str]) -> FinishedGame:
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


def _game_statistics(games: Sequence[PlayedGame]) -> GameStatistics:
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


def _rivals(games: Iterable[PlayedGame], person: str) -> list[tuple[str, int, int, int]]:
    """List the people met most often: with how many games, times ahead and times behind."""
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
    """Return the person whom a rival key stands for, for this caller."""
    if key is None:
        return None
    games = await call.accounts.people.played_games(person, HistorySearch(), COUNTED)
    for other in _met(games, person):
        if _key(person, other) == key:
            return other
    return None


def _met(games: Iterable[PlayedGame], person: str) -> Collection[str]:
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
    Endpoint("POST", "/api/games", finished_games, FinishedGames, Search, "person", HISTORY),
    Endpoint("GET", "/api/statistics", statistics, Statistics, who="person", limit=HISTORY),
)
