"""What a page's Web Worker runs: it answers the calls and frames that a server would get.

The handlers, sessions and tables are the server's own. See `web/src/net/offline/worker.ts` for the
other side.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, cast

import msgspec
from msgspec import Meta

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.accounts.sessions import Caller
from kuhstall.server.features.lobby.house import House
from kuhstall.server.features.lobby.lobby import posters
from kuhstall.server.features.lobby.openings import (
    LISTED,
    NewTable,
    OpenedTable,
    open_table,
)
from kuhstall.server.http.endpoint import Call, Endpoint, decode_body
from kuhstall.server.http.problems import Problem, ProblemError, problem_of
from kuhstall.server.http.table_endpoints import TABLE_ENDPOINTS
from kuhstall.server.offline.node import OfflineNode
from kuhstall.server.offline.page_loop import PageLoop
from kuhstall.server.offline.saved_log import Disk, SavedLog
from kuhstall.server.store.memory.people import MemoryPeople
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party.opening import ID_LENGTH, LETTERS, Drawn
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.table.service import Service
from kuhstall.server.wire.displayable_text import clean_name
from kuhstall.server.wire.session import Session

if TYPE_CHECKING:
    from kuhstall.server.features.accounts.sessions import Accounts
    from kuhstall.server.http.shared_answer import SharedAnswer
    from kuhstall.server.ops.node import Node

_log = logging.getLogger(__name__)

PREFIX: Final = "offline"
"""Ids of offline tables begin with this. No table of a server does: its letters lack l and o."""

PERSON: Final = "you"
"""The id of the player of a device, and the first part of the ids of those who share it."""

OfflineTableId = Annotated[str, Meta(pattern=f"^{PREFIX}[{LETTERS}]{{{ID_LENGTH}}}$")]

_AT_TABLE: Final = re.compile(r"/api/tables/([a-z0-9]{1,40})/")
_SOCKET: Final = re.compile(r"/ws/([a-z0-9]{1,40})")


class Page(Disk, Protocol):
    """The JavaScript side of the worker."""

    def answer(self, call: str, status: int, body: str) -> None: ...

    def frame(self, socket: str, data: str) -> None: ...

    def closed(self, socket: str, code: int, reason: str) -> None: ...

    def wake(self, milliseconds: float) -> None:
        """Call `turn` once after so many milliseconds; replaces the wish before."""
        ...


def person_of(player: int, path: str) -> str:
    """Return the id of a player of this device.

    Player 0 has the device. Those it is passed to have other names at other tables.
    """
    table = _AT_TABLE.match(path)
    return PERSON if not player or table is None else f"{PERSON}/{player}/{table[1]}"


class OfflineRandomSource(RandomSource):
    def table(self) -> Drawn:
        drawn = super().table()
        return Drawn(PREFIX + drawn.table, drawn.secret)


class Link:
    """The socket of a session, with the page at its other end."""

    def __init__(self, page: Page, socket: str) -> None:
        self._page = page
        self._socket = socket

    def send(self, frame: bytes) -> None:
        self._page.frame(self._socket, frame.decode())

    def close(self, code: int, reason: str) -> None:
        self._page.closed(self._socket, code, reason)


class _People:
    """What handlers ask of `Call.accounts`."""

    def __init__(self, people: MemoryPeople) -> None:
        self.people = people


async def _me(call: Call) -> dict[str, Any]:
    """Return your name and your tables."""
    person = call.caller.person
    tables = await call.node.service.store.tables_of(PERSON, LISTED)
    shown = await posters(call.accounts.people, tables)
    return {"name": "" if person is None else person.name, "tables": shown, "waits": []}


async def _house(call: Call) -> House:
    return call.house


async def _lobby(call: Call) -> list[Any]:
    return []


class NewOfflineTable(NewTable, frozen=True, forbid_unknown_fields=True):
    """The options of a table, whose id may be one that only offline tables have."""

    table: OfflineTableId | None = None


_ENDPOINTS: Final[Sequence[Endpoint]] = (
    Endpoint("POST", "/api/tables", open_table, OpenedTable, NewOfflineTable, status=201),
    Endpoint("POST", "/api/guests", _me, Any),
    Endpoint("GET", "/api/me", _me, Any),
    Endpoint("POST", "/api/me", _me, Any),
    Endpoint("GET", "/api/house", _house, House),
    Endpoint("GET", "/api/lobby", _lobby, Any),
    *TABLE_ENDPOINTS,
)


def _pattern(endpoint: Endpoint) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[a-z0-9]{1,40})", endpoint.path))


_ROUTES: Final = [(one.method, _pattern(one), one) for one in _ENDPOINTS]


class Offline:
    """The tables of a device. The page calls all public methods, and `turn` when asked to."""

    def __init__(
        self,
        page: Page,
        *,
        random_source: RandomSource | None = None,
        steady: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._page = page
        self._loop = PageLoop(page.wake, steady)
        self._names: dict[str, str] = {}
        self._people = MemoryPeople(self._names)
        self.log = SavedLog(page, self._names, now)
        self.service = Service(
            self.log,
            self._people,
            LocalBus(),
            Clock(steady),
            ease=OfflineNode.ease,
            random_source=random_source or OfflineRandomSource(),
        )
        self._node = OfflineNode(self.service)
        self._sessions: dict[str, Session] = {}
        self._run(self._start)

    @property
    def turns(self) -> int:
        return self._loop.turns

    def turn(self) -> None:
        self._loop.turn()

    def rename(self, name: str, person: str = PERSON) -> None:
        """Note the name of a player, unless it is empty."""
        if cleaned := clean_name(name):
            self._names[person] = cleaned

    def call(  # noqa: PLR0913, PLR0917 -- called by the page
        self, call: str, method: str, path: str, body: str, name: str, player: int = 0
    ) -> None:
        """Answer an HTTP call of a player. Those who share the device are numbered by seats."""
        person = person_of(player, path)
        self._run(lambda: self._node.spawn(self._answer(call, method, path, body, name, person)))

    def open(self, socket: str, path: str) -> None:
        self._run(lambda: self._open(socket, path))

    def receive(self, socket: str, data: str) -> None:
        self._run(lambda: self._receive(socket, data))

    def hang_up(self, socket: str) -> None:
        self._run(lambda: self._hang_up(socket))

    def holds(self, table: str) -> bool:
        return table in self.log.kept

    def restore(self, table: str, head: str, steps: str) -> None:
        """Load a table as it was saved, unless it is here: its head, and a JSON array of steps."""
        if not self.holds(table):
            self.log.restore_table(head, msgspec.json.decode(steps, type=list[str]))

    def saved(self, number: int) -> None:
        self._run(lambda: self.log.note_saved(number))

    def unsaved(self, number: int) -> None:
        """Go on although the page could not save: the game is lost when the page is closed."""
        _log.warning("a table could not be saved")
        self.saved(number)

    def _run(self, work: Callable[[], object]) -> None:
        self._loop.call_soon(work)

    def _start(self) -> None:
        self._node.spawn(self.service.clock.start_by(self.log))

    # Calls

    async def _answer(  # noqa: PLR0913, PLR0917 -- a call, and who calls
        self, call: str, method: str, path: str, body: str, name: str, person: str
    ) -> None:
        self.rename(name, person)
        status: int
        try:
            status, data = await self._serve(method, path.partition("?")[0], body, person)
        except Exception as error:  # noqa: BLE001 -- a call gets an answer in any case
            status, problem = _refusal(error)
            data = msgspec.json.encode(problem)
        self._page.answer(call, int(status), data.decode())

    async def _serve(self, method: str, path: str, body: str, person: str) -> tuple[int, bytes]:
        endpoint, found = _route(method, path)
        decoded = None if endpoint.body is None else decode_body(endpoint, body.encode())
        caller = Person(person, self._names.get(person, ""))
        call = Call(
            cast("Node", self._node),  # with all that the handlers of tables use
            cast("Accounts", _People(self._people)),
            Caller("", caller),
            found.groupdict(),
            decoded,
            cast("SharedAnswer[bytes]", None),
            House(),
        )
        answer = await endpoint.handler(call)
        data = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        return endpoint.status, data

    # Sockets

    def _open(self, socket: str, path: str) -> None:
        found = _SOCKET.match(path)
        if found is not None:
            self._sessions[socket] = Session(self._node, Link(self._page, socket), found[1])

    def _receive(self, socket: str, data: str) -> None:
        session = self._sessions.get(socket)
        if session is not None:
            session.receive(data.encode())

    def _hang_up(self, socket: str) -> None:
        session = self._sessions.pop(socket, None)
        if session is not None:
            session.end()


def _route(method: str, path: str) -> tuple[Endpoint, re.Match[str]]:
    for verb, pattern, endpoint in _ROUTES:
        if verb == method and (found := pattern.fullmatch(path)) is not None:
            return endpoint, found
    raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_path")


def _refusal(error: Exception) -> tuple[int, Problem]:
    try:
        status, problem, _ = problem_of(error)
    except Exception:  # noqa: BLE001 -- an unknown error is raised again
        _log.exception("a call failed")
        return HTTPStatus.INTERNAL_SERVER_ERROR, Problem("broken", "")
    return status, problem


def start(page: Page, name: str) -> Offline:
    """Start for a player with a name. The page calls this."""
    offline = Offline(page)
    offline.rename(name)
    return offline
