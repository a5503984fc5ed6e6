"""Who may do what in a group: pure functions of the members and their roles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.server.table.party.events import PaceName
from kuhstall.server.table.party.opening import FIRST_EDITION

Role: TypeAlias = Literal["host", "helper", "member", "removed"]
Right: TypeAlias = Literal["arrange", "open", "rename", "renew", "delete"]

RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    "host": frozenset({"arrange", "open", "rename", "renew", "delete"}),
    "helper": frozenset({"arrange", "open"}),
    "member": frozenset({"open"}),
    "removed": frozenset(),
}


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """What every new table of a group begins with."""

    edition: str = FIRST_EDITION
    rules: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=8)] = 4
    pace: PaceName = "live"


class Member(Struct, frozen=True):
    """A member, or someone who was removed. `here`: their page has asked a moment ago."""

    person: str
    number: int
    role: Role
    name: str
    here: bool


def present(members: Iterable[Member]) -> Sequence[Member]:
    """Return the members without those who were removed, in the order in which they joined.

    If the last host was erased, the one who has been there longest is the host: a helper, if there
    is one. That is stored before they use it for the first time, or a new helper would be the host.
    """
    staying = [one for one in members if one.role != "removed"]
    if not staying or any(one.role == "host" for one in staying):
        return staying
    heir = min(staying, key=lambda one: (one.role != "helper", one.number))
    return [replace(one, role="host") if one is heir else one for one in staying]


def may_set_role(own: Role, before: Role, after: Role) -> bool:
    """Return whether a member may give another one a role, or remove them, or let them back in."""
    if own == "host":
        return True
    return own == "helper" and before == "member" and after == "removed"
