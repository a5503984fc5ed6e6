"""The way out: all that is kept of somebody as one document, and an end to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.server.hosting.chat import spoken
from kuhstall.server.hosting.forgetting import forget_person
from kuhstall.server.http.account import AccountKey, AccountSession, require_proof, sessions_of
from kuhstall.server.http.key_wire import text_of
from kuhstall.server.http.past import FinishedGame, told_games
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Endpoint, Nothing
from kuhstall.server.limits.rates import EXPORTS
from kuhstall.server.push.courier import host_of
from kuhstall.server.store import UnavailableError
from kuhstall.server.store.people import Person
from kuhstall.server.store.tombstones import add_tombstones

_log = logging.getLogger(__name__)

MOST: Final = 10_000
"""Games, and lines, that one document holds: the newest."""


class ExportedMail(Struct, frozen=True):
    address: str
    language: str
    confirmed: bool


class ExportedLine(Struct, frozen=True):
    """Something that somebody has said: a phrase, or text."""

    table: str
    at: float
    phrase: str | None
    text: str | None


class ExportedOrders(Struct, frozen=True):
    table: str
    orders: dict[str, Any]


class ExportedHook(Struct, frozen=True):
    table: str
    address: str


class Export(Struct, frozen=True):
    """All that is kept of somebody. Times are seconds since 1970.

    Of keys and codes there is nothing that could open anything, of browsers that are told only
    where their messages go. Tables are at `/t/…`, and so are the replays of finished games. `muted`
    and `blocked` are how many people somebody does not want to hear or to meet: who they are is
    about them. `whole` is False
    if there are more games or lines than one document holds.
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
    hooks: Sequence[ExportedHook]
    whole: bool


async def export(call: Call) -> Export:
    """Give all that is kept of you, as one document."""
    person, token = _person(call), call.caller.token or b""
    people, store = call.accounts.people, call.node.service.store
    keys = await people.passkeys(person.id)
    left, _ = await people.codes(person.id)
    box, devices = await people.mail_box(person.id), await people.devices(person.id)
    games = await told_games(people, person.id, MOST)
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
        [ExportedHook(one.table, one.text) for one in await store.hooks_by(person.id)],
        whole=max(len(games), len(lines)) < MOST,
    )


async def forget(call: Call) -> Nothing:
    """Erase what is known of you. Games stay, without your name; a bot plays on where you sit.

    Whoever has a key has to have shown it within ten minutes: it cannot be undone.
    """
    person = _person(call)
    if not call.caller.program:
        await require_proof(call)
    elif await call.accounts.people.passkeys(person.id):
        # A program has no keys: this is the session of a browser, shown as a program's token.
        raise ProblemError(HTTPStatus.FORBIDDEN, "prove_it")
    if call.accounts.tombstones is not None:
        try:
            await asyncio.to_thread(add_tombstones, call.accounts.tombstones, [person.id])
        except OSError as error:
            # Without it, the next restore would bring back who was told to be gone.
            _log.error("nobody can leave: %s", error)
            raise UnavailableError(str(error)) from error
    await forget_person(call.node.service, person.id)
    return Nothing()


def _person(call: Call) -> Person:
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return call.caller.person


ENDPOINTS: Final = (
    Endpoint("GET", "/api/me/export", export, Export, who="person", limit=EXPORTS),
    Endpoint("DELETE", "/api/me", forget, Nothing, who="person", ends=True),
)
