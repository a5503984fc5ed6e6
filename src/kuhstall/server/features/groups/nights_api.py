"""Game nights over HTTP: when they are, who comes, and the calendar of a group.

Nights that do not exist and those of other groups get the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.engine.values import Refused
from kuhstall.server.features.groups.api import GROUP, allowed
from kuhstall.server.features.groups.calendars import calendar
from kuhstall.server.features.groups.latecomers import leave_table, seat_late
from kuhstall.server.features.groups.members import RIGHTS, Member, Preset
from kuhstall.server.features.groups.night_job import open_tables, pace_for_a_night
from kuhstall.server.features.groups.night_queries import MOST_AHEAD, NightQueries
from kuhstall.server.features.groups.nights import (
    GRACE,
    Guest,
    Night,
    NightSeat,
    NightStage,
    NightTable,
    State,
    is_round_over,
    is_zone,
    plan_round,
    stage_of,
    standings,
)
from kuhstall.server.features.groups.queries import FoundGroup
from kuhstall.server.features.groups.seating import LARGEST, Shape, shape_for
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import CALENDARS, JOININGS, ROUNDS
from kuhstall.server.table.log import UnknownTableError
from kuhstall.server.table.party.decide_request import check_arrangement
from kuhstall.server.table.random_source import RandomSource

_ID_LENGTH: Final = 12
_TOKEN_LENGTH: Final = 32
"""158 bits: whoever has the address reads the calendar."""
CALENDAR: Final = "text/calendar"
_YEAR: Final = 366 * 86_400.0


class NewNight(Struct, frozen=True, forbid_unknown_fields=True):
    """A night: when it begins, in seconds since 1970, and in which time zone.

    `every`: weeks until the next one at the same hour; 0 for a single night.
    """

    starts: Annotated[float, Meta(ge=0, le=2**40)]
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"
    every: Annotated[int, Meta(ge=0, le=8)] = 0
    rounds: Annotated[int, Meta(ge=1, le=6)] = 3


class NightAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you come, are here, or have to go. `member`: who, if not you; for those who host."""

    state: State
    member: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None


class NightEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """With `series`, no further night is planned, and those that are planned already end, too."""

    series: bool = False


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """The round to begin: the one after the last. A second call for it changes nothing."""

    round: Annotated[int, Meta(ge=1, le=6)]


class NightGuest(Struct, frozen=True):
    """A member who has answered, by their number in this group."""

    number: int
    name: str
    state: State


class RoundTable(Struct, frozen=True):
    """A table of the round that goes on. `over`: its game has ended. `yours`: you sit there.

    `left`: how many cards are still to be turned up, while the game goes on; null if the game is
    not about that.
    """

    number: int
    table: str
    names: Sequence[str]
    bots: int
    over: bool
    yours: bool
    left: int | None = None


class NightStanding(Struct, frozen=True):
    """How a guest stands. `points`: of each round so far; null without a result.

    `number` is null for those who have left the group.
    """

    number: int | None
    name: str
    place: int
    total: int
    points: Sequence[int | None]


class GameNight(Struct, frozen=True):
    """A night of a group.

    `group`: its name. `number`: yours in it. `hosts`: you may begin rounds. `you`: your answer.
    `round`: the last one that has begun, or 0; its `tables`, and whether all games are `over`.
    Lists leave out tables and standings.
    """

    id: str
    group: str
    number: int
    hosts: bool
    starts: float
    zone: str
    every: int
    rounds: int
    ended: bool
    you: State | None
    guests: Sequence[NightGuest]
    round: int
    stage: NightStage
    over: bool
    tables: Sequence[RoundTable] = ()
    standings: Sequence[NightStanding] = ()


class CalendarToken(Struct, frozen=True):
    """The secret part of the address of your calendar: `/api/calendars/TOKEN`."""

    token: str


async def game_nights(call: Call) -> list[GameNight]:
    """List the nights of a group that are planned or go on, and the last ones."""
    found, own, _ = await allowed(call, "open")
    queries = _queries(call)
    return [
        _shown(found, night, own, await queries.guests(night.id), (), ())
        for night in await queries.nights(found.id)
    ]


async def plan_night(call: Call) -> GameNight:
    """Plan a night. You come. Hosts and helpers can."""
    new: NewNight = call.body
    now = call.node.service.clock.now()
    if not is_zone(new.zone) or not now - GRACE < new.starts < now + _YEAR:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_such_time")
    found, own, _ = await allowed(call, "arrange")
    queries = _queries(call)
    if await queries.ahead(found.id) >= MOST_AHEAD:
        raise ProblemError(HTTPStatus.CONFLICT, "too_many_nights")
    night = Night(
        RandomSource().letters(_ID_LENGTH),
        new.starts,
        new.zone,
        new.every,
        new.rounds,
        round=0,
        ended=False,
    )
    await queries.plan(found.id, night)
    await queries.answer(night.id, own.person, "coming", _lot())
    return _shown(found, night, own, await queries.guests(night.id), (), ())


async def look_at_night(call: Call) -> GameNight:
    """Return a night."""
    found, own, _ = await allowed(call, "open")
    return await _answer(call, found, own)


async def answer_night(call: Call) -> GameNight:
    """Say whether you come. Hosts and helpers can say so for others.

    Who is here after a round has begun gets a seat at one of its tables, if its rules allow it.
    """
    found, own, members = await allowed(call, "open")
    night = await _night(call, found)
    if night.ended:
        raise ProblemError(HTTPStatus.CONFLICT, "night_over")
    wish: NightAnswer = call.body
    who = own
    if wish.member is not None and wish.member != own.number:
        if "arrange" not in RIGHTS[own.role]:
            raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
        who = _member(members, wish.member)
    await _queries(call).answer(night.id, who.person, wish.state, _lot())
    if wish.state == "gone":
        await leave_table(call.node, night, who.person)
    elif wish.state == "here" and night.round:
        await seat_late(call.node, night, who.person)
    return await _answer(call, found, own)


async def begin_round(call: Call) -> GameNight:
    """Seat all who are here, and open their tables with the preset of the group.

    Refused as long as a game of the last round goes on.
    """
    found, own, _ = await allowed(call, "arrange")
    night = await _night(call, found)
    lock = call.node.locks.setdefault(night.id, asyncio.Lock())
    async with lock:  # of simultaneous callers, only the first one plans
        await _begin(call, found, await _night(call, found))
    return await _answer(call, found, own)


async def _begin(call: Call, found: FoundGroup, night: Night) -> None:
    """Begin a round, unless it has begun."""
    if call.body.round <= night.round:
        return
    queries = _queries(call)
    tables = await queries.tables(night.id)
    guests = await queries.guests(night.id)
    if stage_of(night, tables) == "ended":
        raise ProblemError(HTTPStatus.CONFLICT, "night_over")
    if call.body.round != night.round + 1 or not is_round_over(night, tables):
        raise ProblemError(HTTPStatus.CONFLICT, "round_goes_on")
    here = [one.person for one in guests if one.state == "here" and one.number is not None]
    if not here:
        raise ProblemError(HTTPStatus.CONFLICT, "nobody_here")
    shape, seats = _shape(found.preset), await queries.seats(night.id)
    apart = await call.accounts.people.blocks_among(here)
    # In a thread: the games of others go on meanwhile.
    planned = await asyncio.to_thread(plan_round, guests, night, tables, seats, shape, apart)
    drawn = [(RandomSource().table().table, one) for one in planned]
    await queries.begin_round(night.id, call.body.round, drawn)
    await open_tables(call.node)


async def end_night(call: Call) -> GameNight:
    """Call a night off, or end it. The next one of a series is planned, unless that ends, too."""
    found, own, _ = await allowed(call, "arrange")
    await _queries(call).end(found.id, await _night(call, found), series=call.body.series)
    return await _answer(call, found, own)


async def give_calendar(call: Call) -> CalendarToken:
    """Return the address of your calendar of a group. It is yours alone, and stays the same."""
    found, own, _ = await allowed(call, "open")
    token = RandomSource().letters(_TOKEN_LENGTH)
    return CalendarToken(await _queries(call).subscribe(found.id, own.person, token))


async def read_calendar(call: Call) -> bytes:
    """Return the calendar of a group (RFC 5545): its nights, and no person."""
    queries = _queries(call)
    found = await queries.subscription(call.path["token"])
    if found is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_group")
    known = [one for one in await queries.nights(found.group) if not one.ended]
    return calendar(found.name, known, call.node.service.clock.now())


def _lot() -> int:
    return RandomSource().nonce() % 2**31


def _queries(call: Call) -> NightQueries:
    return NightQueries(call.accounts.people.db)


async def _night(call: Call, found: FoundGroup) -> Night:
    night = await _queries(call).find(found.id, call.path["night"])
    if night is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_night")
    return night


async def _answer(call: Call, found: FoundGroup, own: Member) -> GameNight:
    queries, night = _queries(call), await _night(call, found)
    tables = await queries.tables(night.id) if night.round else ()
    seats = await queries.seats(night.id) if night.round else ()
    if not night.ended and stage_of(night, tables) == "ended":
        await queries.end(found.id, night, series=False)
        night = replace(night, ended=True)
    left = await _left(call, [one for one in tables if one.round == night.round and not one.over])
    return _shown(found, night, own, await queries.guests(night.id), tables, seats, left)


async def _left(call: Call, tables: Sequence[NightTable]) -> Mapping[str, int]:
    """Return how many cards are left at tables, where everybody at the table knows it."""
    found = {}
    for one in tables:
        try:
            live = await call.node.service.cache.live_table(one.table)
        except UnknownTableError:  # it is about to be opened
            continue
        left = live.state.edition.game.left
        if left is not None and live.party.stage in {"playing", "paused"}:
            found[one.table] = left(live.state)
    return found


def _shape(preset: Preset) -> Shape:
    """Return the tables that the game of a group allows; refuse one for larger tables only."""
    possible = [seats for seats in range(2, LARGEST + 1) if _is_possible(preset, seats)]
    if not possible:
        raise ProblemError(HTTPStatus.CONFLICT, "no_night_table")
    return shape_for(preset.seats, min(possible), max(possible))


def _is_possible(preset: Preset, seats: int) -> bool:
    pace = pace_for_a_night(preset.pace)
    try:
        check_arrangement(preset.edition, preset.rules, seats, pace, public=False)
    except Refused:
        return False
    return True


def _member(members: Sequence[Member], number: int) -> Member:
    for one in members:
        if one.number == number and one.role != "removed":
            return one
    raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_member")


def _stage(night: Night, tables: Sequence[NightTable]) -> NightStage:
    """Return the stage. In lists there are no tables: it ends there once somebody has looked."""
    return stage_of(night, tables) if tables or not night.round or night.ended else "running"


def _shown(  # noqa: PLR0913, PLR0917 -- all that a page shows
    found: FoundGroup,
    night: Night,
    own: Member,
    guests: Sequence[Guest],
    tables: Sequence[NightTable],
    seats: Sequence[NightSeat],
    left: Mapping[str, int] = MappingProxyType({}),
) -> GameNight:
    names = {one.person: one.name for one in guests}
    numbers = {one.person: one.number for one in guests}
    sitting = {
        table.table: [seat.person for seat in seats if seat.table == table.table]
        for table in tables
        if table.round == night.round
    }
    return GameNight(
        night.id,
        found.name,
        own.number,
        "arrange" in RIGHTS[own.role],
        night.starts,
        night.zone,
        night.every,
        night.rounds,
        night.ended,
        next((one.state for one in guests if one.person == own.person), None),
        [NightGuest(one.number, one.name, one.state) for one in guests if one.number is not None],
        night.round,
        _stage(night, tables),
        is_round_over(night, tables),
        [
            RoundTable(
                one.number,
                one.table,
                [names[person] for person in sitting[one.table]],
                one.bots,
                one.over,
                own.person in sitting[one.table],
                left.get(one.table),
            )
            for one in tables
            if one.round == night.round
        ],
        [
            NightStanding(numbers[one.person], names[one.person], one.place, one.total, one.points)
            for one in standings(night, tables, seats)
        ],
    )


_NIGHTS: Final = GROUP + "/nights"
_NIGHT: Final = _NIGHTS + "/{night}"

ENDPOINTS: Final = (
    Endpoint("GET", _NIGHTS, game_nights, list[GameNight], who="person"),
    Endpoint("POST", _NIGHTS, plan_night, GameNight, NewNight, "person", JOININGS, 201),
    Endpoint("GET", _NIGHT, look_at_night, GameNight, who="person"),
    Endpoint("POST", _NIGHT + "/guests", answer_night, GameNight, NightAnswer, "person"),
    Endpoint(
        "POST",
        _NIGHT + "/rounds",
        begin_round,
        GameNight,
        NewRound,
        "person",
        ROUNDS,
        shed="table",
    ),
    Endpoint("POST", _NIGHT + "/end", end_night, GameNight, NightEnd, "person"),
    Endpoint(
        "POST", GROUP + "/calendar", give_calendar, CalendarToken, None, "person", JOININGS, 201
    ),
    Endpoint("GET", "/api/calendars/{token}", read_calendar, str, limit=CALENDARS, kind=CALENDAR),
)
