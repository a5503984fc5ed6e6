"""Results of groups over HTTP: finished games, standings, and score sheets from paper.

Everything here is for members only. Names are those of members: who has left, was removed, or has
deleted their account stays in the games without a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.games.registry import EDITIONS
from kuhstall.server.features.groups.api import GROUP, MemberNumber, allowed
from kuhstall.server.features.groups.members import RIGHTS, Member, present
from kuhstall.server.features.groups.queries import FoundGroup
from kuhstall.server.features.groups.rating_queries import RatingQueries
from kuhstall.server.features.groups.ratings import SHOWN_FROM
from kuhstall.server.features.groups.result_queries import ResultQueries, Sheet
from kuhstall.server.features.groups.standings import (
    Placed,
    places,
    ranked,
    result_of,
    season_of,
)
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import EXPORTS, HISTORY, SHEETS

LAST: Final = 10
"""Games that a page begins with."""
PAGE: Final = 50
"""Further games that it asks for at a time."""
EXPORTED: Final = 10_000
_YEAR: Final = 366 * 86_400.0
_DAY: Final = 86_400.0
_PAPER: Final = "paper-"

Family = Annotated[str, Meta(pattern="^[a-z]{1,40}$")]
Moment = Annotated[float, Meta(ge=0, le=1e11)]
Season = Annotated[int, Meta(ge=1970, le=9999)]
SheetId = Annotated[str, Meta(pattern="^[a-z0-9]{12,24}$")]
GameId = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
SheetPoints = Annotated[int, Meta(ge=-1_000_000, le=100_000_000)]


SheetRight: TypeAlias = Literal["dispute", "settle", "remove"]


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a sheet: a member, or somebody else if there is no number."""

    points: SheetPoints
    member: MemberNumber | None = None


class NewSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A score sheet from paper. `sheet`: an id by the caller, so that it is stored once.

    `game` is the name of a game, `at` when it was played: within the last year.
    """

    sheet: SheetId
    game: Family
    at: Moment
    players: Annotated[list[SheetPlayer], Meta(min_length=2, max_length=8)]


class SheetChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet, by the id of its game."""

    game: GameId


class GameCursor(Struct, frozen=True, forbid_unknown_fields=True):
    """The last game of the page before."""

    at: Moment
    game: GameId


class SeasonQuery(Struct, frozen=True, forbid_unknown_fields=True):
    season: Season


class GamePlayer(Struct, frozen=True):
    """A player of a game. The name is empty if they are no member; a bot has no number."""

    place: int
    name: str
    number: int | None
    bot: bool
    points: int | None


class GroupGame(Struct, frozen=True):
    """A finished game: of the table with this id, or from paper.

    `counted` is false while somebody disputes the sheet. `rights`: what the caller can do with it.
    """

    game: str
    family: str
    edition: str
    at: float
    paper: bool
    counted: bool
    seats: int
    players: Sequence[GamePlayer]
    entered: str
    disputed: str
    rights: Sequence[SheetRight]


class GroupGames(Struct, frozen=True):
    """A page of games, the newest first, and whether there are more."""

    games: Sequence[GroupGame]
    more: bool


class Standing(Struct, frozen=True):
    """A member's place in a season. Members with as many points and wins share it."""

    place: int
    number: int
    name: str
    games: int
    won: int
    points: int


class Balance(Struct, frozen=True):
    """How often you have played with another member, and placed ahead or behind."""

    number: int
    name: str
    games: int
    ahead: int
    behind: int


class GroupRating(Struct, frozen=True):
    """The rating of a member in a family of games, with its margin: two standard deviations."""

    family: str
    number: int
    name: str
    rating: int
    margin: int
    games: int


class RatingSwitch(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the group wants ratings."""

    on: bool


class GroupResults(Struct, frozen=True):
    """This season and the last games. `first` is the first season that has a game.

    `rated`: the group has switched ratings on; each is listed from 30 games on.

    A season is a calendar year (UTC). In each game of two or more people the first gets 3 points,
    the second 2, the third 1, and the last none.
    """

    season: int
    first: int
    standings: Sequence[Standing]
    games: Sequence[GroupGame]
    more: bool
    balances: Sequence[Balance]
    rated: bool
    ratings: Sequence[GroupRating]


class GroupExport(Struct, frozen=True):
    """All games of a group, ten thousand at most, and the standings of this season."""

    made: float
    name: str
    season: int
    standings: Sequence[Standing]
    games: Sequence[GroupGame]
    whole: bool


class _Inside(Struct, frozen=True):
    """A group as a member sees it."""

    found: FoundGroup
    own: Member
    members: Mapping[str, Member]
    queries: ResultQueries
    ratings: RatingQueries


async def results(call: Call) -> GroupResults:
    """Return the standings of this season, the last games, and your balance with each member."""
    return await _results(call, await _inside(call))


async def season(call: Call) -> list[Standing]:
    """Return the standings of a season."""
    inside = await _inside(call)
    return await _standings(inside, call.body.season)


async def games(call: Call) -> GroupGames:
    """List finished games, the newest first."""
    inside, before = await _inside(call), call.body
    found = await inside.queries.newest(inside.found.id, PAGE + 1, (before.at, before.game))
    return GroupGames([_game(inside, one) for one in found[:PAGE]], len(found) > PAGE)


async def export(call: Call) -> GroupExport:
    """Return all results of a group as one document."""
    inside = await _inside(call)
    now = call.node.service.clock.now()
    found = await inside.queries.newest(inside.found.id, EXPORTED + 1)
    listed = [_game(inside, one) for one in found[:EXPORTED]]
    this = season_of(now)
    standings = await _standings(inside, this)
    whole = len(found) <= EXPORTED
    return GroupExport(now, inside.found.name, this, standings, listed, whole)


async def enter_sheet(call: Call) -> GroupResults:
    """Enter a score sheet from paper. Every member sees it, and who has entered it."""
    inside, new, now = await _inside(call), call.body, call.node.service.clock.now()
    if new.game not in {edition.game.name for edition in EDITIONS.values()}:
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "no_such_game")
    if not now - _YEAR <= new.at <= now + _DAY:
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "wrong_date")
    placed = _placed(inside, new.players)
    result = result_of(_PAPER + new.sheet, new.game, "", new.at, placed)
    paper = replace(result, paper=True)
    if not await inside.queries.enter(inside.found.id, paper, inside.own.person):
        raise ProblemError(HTTPStatus.CONFLICT, "taken")
    return await _changed(call, inside)


def _placed(inside: _Inside, players: Sequence[SheetPlayer]) -> Sequence[Placed]:
    """Return how a sheet's game ended on each seat; refuse one that nobody could have played."""
    people = {one.number: one.person for one in inside.members.values()}
    numbers = [one.member for one in players if one.member is not None]
    if len(set(numbers)) < max(1, len(numbers)):
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "wrong_players")
    if not set(numbers) <= set(people):
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_member")
    order = places([one.points for one in players])
    return [
        Placed(seat, place, None if one.member is None else people[one.member], "", one.points)
        for seat, (one, place) in enumerate(zip(players, order, strict=True))
    ]


async def dispute_sheet(call: Call) -> GroupResults:
    """Dispute a sheet that you are on, within seven days: it does not count until that is settled.

    If somebody has disputed it already, nothing changes.
    """
    inside = await _inside(call)
    found = await _sheet(call, inside)
    if not any(one.person == inside.own.person for one in found.result.placed):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_on_sheet")
    if not found.is_open:
        raise ProblemError(HTTPStatus.CONFLICT, "too_late")
    await inside.queries.dispute(inside.found.id, found.result.id, inside.own.person)
    return await _changed(call, inside)


async def settle_sheet(call: Call) -> GroupResults:
    """Let a disputed sheet count again: for the one who disputes it, hosts and helpers."""
    inside = await _inside(call)
    found = await _sheet(call, inside)
    only = None if "arrange" in RIGHTS[inside.own.role] else inside.own.person
    # Somebody may dispute it at this moment, so the store looks who does.
    if not await inside.queries.settle(inside.found.id, found.result.id, only):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
    return await _changed(call, inside)


async def remove_sheet(call: Call) -> GroupResults:
    """Remove a sheet: for hosts and helpers, and for seven days the one who has entered it."""
    inside = await _inside(call)
    found = await _sheet(call, inside)
    if "remove" not in _may(inside, found):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
    await inside.queries.remove(inside.found.id, found.result.id)
    return await _changed(call, inside)


async def switch_ratings(call: Call) -> GroupResults:
    """Switch ratings on or off, for the whole group: for hosts only."""
    await allowed(call, "rename")
    inside = await _inside(call)
    await inside.ratings.switch(inside.found.id, on=call.body.on)
    return await _changed(call, inside)


async def _changed(call: Call, inside: _Inside) -> GroupResults:
    await inside.ratings.catch_up(inside.found.id)
    return await _results(call, inside)


async def _inside(call: Call) -> _Inside:
    found, own, members = await allowed(call, "open")
    known = {one.person: one for one in present(members)}
    db = call.accounts.people.db
    return _Inside(found, own, known, ResultQueries(db), RatingQueries(db))


async def _sheet(call: Call, inside: _Inside) -> Sheet:
    found = await inside.queries.sheet(inside.found.id, call.body.game)
    if found is None or not found.result.paper:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_sheet")
    return found


async def _results(call: Call, inside: _Inside) -> GroupResults:
    queries, group = inside.queries, inside.found.id
    this = season_of(call.node.service.clock.now())
    oldest = await queries.first_at(group)
    newest, rated = await queries.newest(group, LAST + 1), await inside.ratings.is_on(group)
    balances = [
        Balance(member.number, member.name, one.games, one.ahead, one.behind)
        for one in await queries.meetings(group, inside.own.person)
        if (member := inside.members.get(one.rival)) is not None
    ]
    return GroupResults(
        this,
        this if oldest is None else season_of(oldest),
        await _standings(inside, this),
        [_game(inside, one) for one in newest[:LAST]],
        len(newest) > LAST,
        sorted(balances, key=lambda one: (-one.games, one.number)),
        rated,
        await _ratings(inside) if rated else (),
    )


async def _ratings(inside: _Inside) -> list[GroupRating]:
    """List the ratings by family, the highest first."""
    found = await inside.ratings.shown(inside.found.id, SHOWN_FROM)
    listed = [
        GroupRating(one.game, member.number, member.name, one.shown, one.margin, one.games)
        for one in found
        if (member := inside.members.get(one.person)) is not None
    ]
    return sorted(listed, key=lambda one: (one.family, -one.rating, one.number))


async def _standings(inside: _Inside, season: int) -> list[Standing]:
    names = {person: one.name for person, one in inside.members.items()}
    scores = await inside.queries.scores(inside.found.id, season)
    return [
        Standing(
            place,
            inside.members[one.person].number,
            names[one.person],
            one.games,
            one.won,
            one.points,
        )
        for place, one in ranked((one for one in scores if one.person in names), names)
    ]


def _game(inside: _Inside, sheet: Sheet) -> GroupGame:
    one = sheet.result
    players = sorted(
        (_player(inside, placed) for placed in one.placed), key=lambda player: player.place
    )
    return GroupGame(
        one.id,
        one.game,
        one.edition,
        one.at,
        one.paper,
        one.counted,
        one.seats,
        players,
        _name(inside, sheet.entered),
        _name(inside, sheet.disputed),
        _may(inside, sheet),
    )


def _player(inside: _Inside, placed: Placed) -> GamePlayer:
    member = inside.members.get(placed.person or "")
    name = placed.bot if member is None else member.name
    number = None if member is None else member.number
    return GamePlayer(placed.place, name, number, placed.bot != "", placed.points)


def _name(inside: _Inside, person: str | None) -> str:
    member = inside.members.get(person or "")
    return "" if member is None else member.name


def _may(inside: _Inside, sheet: Sheet) -> Sequence[SheetRight]:
    """List what the caller can do with a game: `dispute`, `settle`, `remove`."""
    if not sheet.result.paper:
        return ()
    own, settles = inside.own.person, "arrange" in RIGHTS[inside.own.role]
    plays = any(one.person == own for one in sheet.result.placed)
    rights: dict[SheetRight, bool] = {
        "dispute": sheet.result.counted and sheet.is_open and plays,
        "settle": not sheet.result.counted and (settles or sheet.disputed == own),
        "remove": settles or (sheet.is_open and sheet.entered == own),
    }
    return [right for right, has in rights.items() if has]


ENDPOINTS: Final = (
    Endpoint(
        "POST", GROUP + "/ratings", switch_ratings, GroupResults, RatingSwitch, "person", SHEETS
    ),
    Endpoint("GET", GROUP + "/results", results, GroupResults, who="person"),
    Endpoint("POST", GROUP + "/seasons", season, list[Standing], SeasonQuery, "person", HISTORY),
    Endpoint("POST", GROUP + "/games", games, GroupGames, GameCursor, "person", HISTORY),
    Endpoint("GET", GROUP + "/export", export, GroupExport, who="person", limit=EXPORTS),
    Endpoint("POST", GROUP + "/sheets", enter_sheet, GroupResults, NewSheet, "person", SHEETS, 201),
    Endpoint(
        "POST",
        GROUP + "/sheets/dispute",
        dispute_sheet,
        GroupResults,
        SheetChange,
        "person",
        SHEETS,
    ),
    Endpoint(
        "POST", GROUP + "/sheets/settle", settle_sheet, GroupResults, SheetChange, "person", SHEETS
    ),
    Endpoint(
        "POST", GROUP + "/sheets/remove", remove_sheet, GroupResults, SheetChange, "person", SHEETS
    ),
)
