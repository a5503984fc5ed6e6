"""The account export: everything that is stored about a player, for that player alone.

A session or the token of a program is enough, unless the player has a passkey: then it must have
been used in the last ten minutes (`require_proof`).
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.server.features.accounts.api import (
    AccountKey,
    AccountSession,
    require_proof,
    sessions_of,
)
from kuhstall.server.features.accounts.passkey_messages import text_of
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.feature import export_from
from kuhstall.server.features.groups.api import OwnGroup, groups_of
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.features.history.api import FinishedGame, newest_games
from kuhstall.server.features.notifications.outbound_http import host_of
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import EXPORTS
from kuhstall.server.wire.chat import spoken

MOST: Final = 10_000
"""The most games, and the most chat lines, in one export: the newest."""


class ExportedMail(Struct, frozen=True):
    address: str
    language: str
    confirmed: bool


class ExportedLine(Struct, frozen=True):
    """A chat line of the player: a phrase or text."""

    table: str
    at: float
    phrase: str | None
    text: str | None


class ExportedOrders(Struct, frozen=True):
    table: str
    orders: dict[str, Any]


class ExportedWebhook(Struct, frozen=True):
    table: str
    address: str


class Export(Struct, frozen=True):
    """Everything that is stored about a player. Times are seconds since 1970.

    It contains no secrets of passkeys and codes; `told` lists only the hosts of the push services.
    Tables, and the replays of finished games, are at `/t/…`. `muted` and `blocked` are only counts,
    because who those people are is data about them. `more` has rows of other tables of the
    database. `whole` is False if there are more games or chat lines than one export holds.
    """

    made: float
    id: str
    name: str
    keys: Sequence[AccountKey]
    codes: int
    sessions: Sequence[AccountSession]
    mail: ExportedMail | None
    told: Sequence[str]
    muted: int
    blocked: int
    tables: Sequence[str]
    waits: Sequence[str]
    games: Sequence[FinishedGame]
    lines: Sequence[ExportedLine]
    orders: Sequence[ExportedOrders]
    webhooks: Sequence[ExportedWebhook]
    groups: Sequence[OwnGroup]
    more: dict[str, list[dict[str, Any]]]
    whole: bool


async def export(call: Call) -> Export:
    """Return everything that is stored about you, as one document.

    If you have a passkey, you must have reauthenticated within ten minutes.
    """
    person, token = signed_in(call), call.caller.token or b""
    await require_proof(call)
    people, store = call.accounts.people, call.node.service.store
    keys = await people.passkeys(person.id)
    left, _ = await people.codes(person.id)
    box, devices = await people.mail_box(person.id), await people.devices(person.id)
    games = await newest_games(people, person.id, MOST)
    lines = await store.lines_by(person.id, MOST)
    orders = await store.orders_by(person.id)
    return Export(
        call.node.service.clock.now(),
        person.id,
        person.name,
        [AccountKey(text_of(one.id), one.name, one.added, one.used) for one in keys],
        left,
        await sessions_of(people, person.id, token),
        None if box is None else ExportedMail(box.address, box.language, box.confirmed),
        [] if devices is None else [host_of(one.endpoint) for one in devices[1]],
        len(await people.muted_people(person.id)),
        len(await people.blocked_people(person.id)),
        [table for _, table in await store.seats_of([person.id])],
        [one.table for one in await people.waiting_tables(person.id)],
        games,
        [ExportedLine(one.table, one.at, *spoken(one.body)) for one in lines],
        [ExportedOrders(one.table, msgspec.json.decode(one.text)) for one in orders],
        [ExportedWebhook(*one) for one in await people.webhooks_of(person.id)],
        await groups_of(GroupQueries(people.db), person.id),
        await export_from(people.db, people.features, "accounts", person.id)
        | await export_from(store.db, people.features, "tables", person.id),
        whole=max(len(games), len(lines)) < MOST,
    )


def signed_in(call: Call) -> Person:
    """Return the person of the caller; for a program, the guest it plays as."""
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return call.caller.person


ENDPOINTS: Final = (Endpoint("GET", "/api/me/export", export, Export, who="person", limit=EXPORTS),)
