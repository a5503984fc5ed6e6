"""Groups over HTTP: one link for the people you play with.

A link that does not exist, one that was replaced, and one that you were removed from get the same
answer. Callers never get the ids of other people: a member has a number, valid in this group only.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Final, NoReturn

from msgspec import UNSET, Meta, Struct, UnsetType

from kuhstall.engine.values import Refused
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups.members import (
    RIGHTS,
    Member,
    Preset,
    Right,
    Role,
    may_set_role,
    present,
)
from kuhstall.server.features.groups.queries import MOST_GROUPS, FoundGroup, GroupQueries
from kuhstall.server.features.lobby.openings import Name, NewTable, OpenedTable, open_table
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import GROUPS, JOININGS, TABLES
from kuhstall.server.table.log import TakenError, UnknownTableError
from kuhstall.server.table.party.decide_request import check_arrangement
from kuhstall.server.table.party.events import PaceName
from kuhstall.server.table.party.listing import Poster
from kuhstall.server.table.party.opening import TableId
from kuhstall.server.table.party.party import Stage
from kuhstall.server.table.party.requests import Digest
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire.displayable_text import displayable

_CODE_LENGTH: Final = 12
"""59 bits: nobody types it, and nobody guesses it."""
_ID_LENGTH: Final = 16
_LONGEST: Final = 40

GroupName = Annotated[str, Meta(min_length=1, max_length=100)]
MemberNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class NewGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a group, and what its tables begin with."""

    name: GroupName
    preset: Preset = Preset()


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new guest."""

    name: Name | None = None


class NewRole(Struct, frozen=True, forbid_unknown_fields=True):
    """A member, and the role to give them; `removed` removes them, and they cannot join again."""

    member: MemberNumber
    role: Role


class NewGroupTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the new table, and the caller's part in its shuffle; both may be left out."""

    table: TableId | None = None
    commitment: Digest | None = None


class GroupMember(Struct, frozen=True):
    """A member, by their number in this group. `here`: they look at its page or play."""

    number: int
    name: str
    role: Role
    here: bool


class GroupTable(Struct, frozen=True):
    """A table of the group that waits or is played. `names`: the members who sit there."""

    table: str
    edition: str
    pace: PaceName
    stage: Stage
    seats: int
    people: int
    bots: int
    names: Sequence[str]
    yours: bool


class GroupPage(Struct, frozen=True):
    """What members see. `removed` is for hosts only."""

    you: int
    role: Role
    members: Sequence[GroupMember]
    tables: Sequence[GroupTable]
    preset: Preset
    removed: Sequence[GroupMember] = ()


class Group(Struct, frozen=True):
    """A group. Before you have joined, you see its name and its size, and nothing else.

    `code` is its link: `/g/CODE`. It differs from the one that a member came by if the link was
    replaced.
    """

    code: str
    name: str
    size: int
    page: GroupPage | UnsetType = UNSET


class OwnGroup(Struct, frozen=True):
    """A group that you are a member of."""

    code: str
    name: str
    role: Role
    size: int


async def create(call: Call) -> Group:
    """Create a group. You are its host. Where browsers can create passkeys, you need an account."""
    person = _caller(call)
    name, preset = _clean(call.body.name), call.body.preset
    _check(preset)
    people = call.accounts.people
    if call.accounts.passkeys is not None:
        codes, _ = await people.codes(person.id)
        if not codes and not await people.passkeys(person.id):
            raise ProblemError(HTTPStatus.FORBIDDEN, "no_account")
    queries = _queries(call)
    if len(await queries.of_person(person.id)) >= MOST_GROUPS:
        raise ProblemError(HTTPStatus.CONFLICT, "too_many_groups")
    code, group = RandomSource().letters(_CODE_LENGTH), RandomSource().letters(_ID_LENGTH)
    await queries.create(group, code, name, preset, person.id)
    return await _shown(call, code)


async def own_groups(call: Call) -> list[OwnGroup]:
    """List the groups that you are a member of."""
    return await groups_of(_queries(call), _caller(call).id)


async def groups_of(queries: GroupQueries, person: str) -> list[OwnGroup]:
    rows = await queries.of_person(person)
    return [OwnGroup(one.code, one.name, one.role, one.size) for one in rows]


async def look(call: Call) -> Group:
    """Return a group: all of it to its members, name and size to others who have its link."""
    return await _shown(call, call.path["code"])


async def join(call: Call) -> Group:
    """Join a group. If you are a member already, nothing changes."""
    person, queries = _caller(call), _queries(call)
    found = await _found(call, call.path["code"])
    if found.role is None:
        outcome = await queries.join(found.id, person.id)
        if outcome == "unknown":
            _unknown()
        if outcome != "joined":
            code = "group_full" if outcome == "full" else "too_many_groups"
            raise ProblemError(HTTPStatus.CONFLICT, code)
    return await _shown(call, call.path["code"])


async def leave(call: Call) -> Nothing:
    """Leave a group. A group whose last member leaves is deleted."""
    found = await _entered(call)
    await _queries(call).leave(found.id, _caller(call).id)
    return Nothing()


async def delete(call: Call) -> Nothing:
    """Delete a group, for all its members. Its tables and their games stay with their players."""
    found, _, _ = await allowed(call, "delete")
    await _queries(call).delete(found.id)
    return Nothing()


async def arrange(call: Call) -> Group:
    """Change the name of a group, or what its tables begin with. Only hosts can rename it."""
    name = _clean(call.body.name)
    _check(call.body.preset)
    found, own, _ = await allowed(call, "arrange")
    if name != found.name and "rename" not in RIGHTS[own.role]:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
    await _queries(call).set_preset(found.id, name, call.body.preset)
    return await _shown(call, found.code)


async def renew_link(call: Call) -> Group:
    """Replace the link. The old one admits no one any more; members still come in by it."""
    found, _, _ = await allowed(call, "renew")
    code = RandomSource().letters(_CODE_LENGTH)
    await _queries(call).renew_link(found.id, code)
    return await _shown(call, code)


async def set_role(call: Call) -> Group:
    """Give a member a role, remove them, or let them back in.

    A host can do all of it, but not to themselves; a helper can remove members.
    """
    found, own, members = await allowed(call, "open")
    new: NewRole = call.body
    stored = next((one for one in members if one.number == new.member), None)
    if stored is None or (stored.role == "removed" and own.role != "host"):
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_member")
    roles = {one.number: one.role for one in present(members)}
    before = roles.get(stored.number, "removed")
    if not may_set_role(own.role, before, new.role):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
    if stored.number == own.number:
        raise ProblemError(HTTPStatus.CONFLICT, "yourself")
    outcome = await _queries(call).set_role(found.id, stored.number, stored.role, new.role)
    if outcome != "set":
        code = "group_full" if outcome == "full" else "changed_meanwhile"
        raise ProblemError(HTTPStatus.CONFLICT, code)
    return await _shown(call, found.code)


async def open_group_table(call: Call) -> OpenedTable:
    """Open a table of the group, with its preset. You are the table's host, and sit on seat 0."""
    person, found = _caller(call), await _entered(call)
    wish, preset, queries = call.body, found.preset, _queries(call)
    table = wish.table or RandomSource().table().table
    new = NewTable(
        edition=preset.edition,
        rules=preset.rules,
        seats=preset.seats,
        pace=preset.pace,
        table=table,
        commitment=wish.commitment,
    )
    # The table of others is not noted even for a moment: a game that ends there would count here.
    if wish.table is not None and await _exists(call, table):
        raise TakenError(table)
    poster = Poster(preset.edition, preset.pace, "open", preset.seats, 1, 0, person.id)
    noted = await queries.add_table(found.id, table, poster, person.id)
    if not noted and not await queries.is_unopened(found.id, table):
        raise TakenError(table)
    try:
        opened = await open_table(_with_body(call, new))
    except (ProblemError, Refused, TakenError):
        if noted:
            await queries.drop_table(found.id, table)
        raise
    if not noted:  # an earlier call did, and failed: it may have dropped the table meanwhile
        await queries.add_table(found.id, table, poster, person.id)
    await queries.show_table(table)
    return opened


async def _exists(call: Call, table: str) -> bool:
    try:
        await call.node.service.store.table_row(table)
    except UnknownTableError:
        return False
    return True


def _with_body(call: Call, new: NewTable) -> Call:
    return Call(call.node, call.accounts, call.caller, call.path, new, call.lobby, call.house)


def _queries(call: Call) -> GroupQueries:
    return GroupQueries(call.accounts.people.db)


def _caller(call: Call) -> Person:
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return call.caller.person


def _unknown() -> NoReturn:
    raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_group")


async def _found(call: Call, code: str) -> FoundGroup:
    """Return the group of a link, if the caller is a member, or may become one."""
    person = call.caller.person
    found = await _queries(call).find(code, None if person is None else person.id)
    if found is None or found.role == "removed" or (found.role is None and not found.current):
        _unknown()
    return found


async def _entered(call: Call) -> FoundGroup:
    """Return the group of a link; refuse callers who are no members."""
    found = await _found(call, call.path["code"])
    if found.role is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_member")
    return found


async def allowed(call: Call, right: Right) -> tuple[FoundGroup, Member, Sequence[Member]]:
    """Return the group, the caller and all members; refuse callers without the right."""
    found, queries = await _entered(call), _queries(call)
    members = await queries.members(found.id)
    if any(one.role == "host" and one not in members for one in present(members)):
        await queries.appoint_heir(found.id)
        members = await queries.members(found.id)
    own = next((one for one in present(members) if one.number == found.number), None)
    if own is None:  # removed just now
        _unknown()
    if right not in RIGHTS[own.role]:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_group_host")
    return found, own, members


async def _shown(call: Call, code: str) -> Group:
    found, queries = await _found(call, code), _queries(call)
    if found.role is None or call.caller.person is None:
        return Group(found.code, found.name, await queries.size(found.id))
    await queries.note_seen(found, call.caller.person.id)
    members = await queries.members(found.id)
    tables = await queries.tables(found.id)
    staying = present(members)
    own = next((one for one in staying if one.number == found.number), None)
    if own is None:  # removed just now
        _unknown()
    names = {one.person: one.name for one in staying}
    playing = {person for table in tables for person in table.people}
    page = GroupPage(
        own.number,
        own.role,
        [_member(one, here=one.here or one.person in playing) for one in staying],
        [
            GroupTable(
                one.table,
                one.poster.edition,
                one.poster.pace,
                one.poster.stage,
                one.poster.seats,
                one.poster.people,
                one.poster.bots,
                [names[person] for person in one.people if person in names],
                own.person in one.people,
            )
            for one in tables
        ],
        found.preset,
        [_member(one, here=False) for one in members if one.role == "removed"]
        if own.role == "host"
        else (),
    )
    return Group(found.code, found.name, len(staying), page)


def _member(one: Member, *, here: bool) -> GroupMember:
    return GroupMember(one.number, one.name, one.role, here)


def _clean(name: str) -> str:
    """Return the name of a group fit for display, or refuse one that shows nothing."""
    shown = " ".join(displayable(name).split())[:_LONGEST].strip()
    if not shown:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_name")
    return shown


def _check(preset: Preset) -> None:
    """Refuse a preset that no table can be opened with."""
    check_arrangement(preset.edition, preset.rules, preset.seats, preset.pace, public=False)


GROUP: Final = "/api/groups/{code}"

ENDPOINTS: Final = (
    Endpoint("GET", "/api/groups", own_groups, list[OwnGroup], who="person"),
    Endpoint("POST", "/api/groups", create, Group, NewGroup, "person", GROUPS, 201),
    Endpoint("GET", GROUP, look, Group),
    Endpoint("DELETE", GROUP, delete, Nothing, who="person"),
    Endpoint("POST", GROUP + "/members", join, Group, NewMember, "guest", JOININGS, 201),
    Endpoint("POST", GROUP + "/roles", set_role, Group, NewRole, "person"),
    Endpoint("POST", GROUP + "/leave", leave, Nothing, None, "person"),
    Endpoint("POST", GROUP + "/settings", arrange, Group, NewGroup, "person"),
    Endpoint("POST", GROUP + "/link", renew_link, Group, None, "person", JOININGS, 201),
    Endpoint(
        "POST",
        GROUP + "/tables",
        open_group_table,
        OpenedTable,
        NewGroupTable,
        "person",
        TABLES,
        201,
        shed="table",
    ),
)
