"""Screens over HTTP: a screen shows a code, a player pairs it, and it gets tickets for the socket.

A screen has no session. Its secret is in the body of its calls, never in an address that is logged.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from ipaddress import ip_address
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from kuhstall.server.features.accounts.sessions import digest
from kuhstall.server.features.screens.queries import ScreenQueries, StoredScreen
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import PAIRINGS, SCREENS
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Rejected, TakenError
from kuhstall.server.table.party.opening import LETTERS, Wish
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire.tickets import make_ticket, socket_path

PAIRING_LASTS: Final = 300.0
"""Seconds for which a code and a token are good."""
_KEPT: Final = 30 * 86_400.0
"""Seconds after which a paired screen is forgotten that was not used: it needs a new code then."""
_TICKET_LASTS: Final = 30.0
MOST: Final = 8
"""Screens of one table."""

_ID_LENGTH: Final = 12
_CODE_LENGTH: Final = 9
"""44.6 bits: too many to be guessed in five minutes, few enough to be typed."""
_TOKEN_BYTES: Final = 16
_SECRET_BYTES: Final = 32

ScreenId = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{{_ID_LENGTH}}}(?!\\n)$")]
_Secret = Annotated[str, Meta(max_length=100)]


class NewScreen(Struct, frozen=True, forbid_unknown_fields=True):
    """`opens`: the screen is for the table that `kuhstall play` was started for.

    Only the machine itself may say so: its screen is paired at once, and opens the table.
    """

    opens: bool = False


class ScreenCode(Struct, frozen=True):
    """A screen that waits. `code` is typed, `token` belongs into the link of a QR code.

    Both pair the screen once, within `lasts` milliseconds. `screen` is its own secret.
    """

    screen: str
    code: str
    token: str
    lasts: int


class ScreenSecret(Struct, frozen=True, forbid_unknown_fields=True):
    screen: _Secret


class ScreenTicket(Struct, frozen=True, omit_defaults=True):
    """The table of a screen, and a ticket for its socket; without a table, how long the code lasts.

    After a rematch the table is the new one.
    """

    table: str | UnsetType = UNSET
    ticket: str | UnsetType = UNSET
    socket: str | UnsetType = UNSET
    lasts: int | UnsetType = UNSET


class Pairing(Struct, frozen=True, forbid_unknown_fields=True):
    """The code that a screen shows, as it was typed, or the token of its QR code."""

    code: _Secret = ""
    token: _Secret = ""


class PairedScreen(Struct, frozen=True):
    """A screen of a table. `browser` tells screens apart. `on`: it shows the table now."""

    id: str
    browser: str
    on: bool


async def new_screen(call: Call) -> ScreenCode:
    """Begin to be a screen: get the code to show, and the secret to ask with for the table."""
    screen, code = RandomSource().letters(_ID_LENGTH), RandomSource().letters(_CODE_LENGTH)
    token, secret = secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
    new: NewScreen = call.body
    wish = call.house.wish
    if new.opens and (wish is None or not _is_here(call)):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_here")
    queries = _queries(call)
    await queries.add(
        screen,
        secret=digest(secret),
        code=digest(code),
        token=digest(token),
        browser=call.caller.browser,
        lasts=PAIRING_LASTS,
    )
    if new.opens and wish is not None:
        await queries.move(screen, None, await _table_of_the_house(call, wish), _KEPT)
    return ScreenCode(secret, code, token, int(PAIRING_LASTS * 1000))


def _is_here(call: Call) -> bool:
    """Return whether the caller is the machine that the server runs on."""
    address = call.caller.address
    own = call.house.address.removeprefix("http://").rpartition(":")[0]
    try:
        return address == own or ip_address(address.removesuffix("/64")).is_loopback
    except ValueError:
        return False


async def _table_of_the_house(call: Call, wish: Wish) -> str:
    """Return the table that the server was started for; open it if no one has, or if it is over."""
    service = call.node.service
    try:
        return (await service.open_table(None, wish)).table
    except TakenError:
        live = await _latest(call, wish.table or "")
    if live.party.stage in {"ended", "closed"}:
        return (await service.open_table(None, replace(wish, table=None))).table
    return live.id


async def _latest(call: Call, table: str) -> LiveTable:
    """Return a table, or the last of its rematches."""
    live = await call.node.service.cache.live_table(table)
    while live.party.rematch is not None:
        live = await call.node.service.cache.live_table(live.party.rematch)
    return live


async def give_ticket(call: Call) -> ScreenTicket:
    """Return the table of a screen with a ticket for its socket, or that it is not paired yet."""
    queries = _queries(call)
    found = await queries.find(digest(call.body.screen))
    if found is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "no_such_screen")
    if found.table is None:
        return ScreenTicket(lasts=int(found.lasts * 1000))
    return await _admit(call, queries, found, found.table)


async def _admit(
    call: Call, queries: ScreenQueries, found: StoredScreen, paired: str
) -> ScreenTicket:
    live = await _latest(call, paired)
    if not await queries.move(found.id, paired, live.id, _KEPT):
        raise ProblemError(HTTPStatus.FORBIDDEN, "no_such_screen")
    text, stored = make_ticket(screen=found.id)
    await call.node.service.store.give_ticket(stored, Holder(live.id, None, None), _TICKET_LASTS)
    return ScreenTicket(live.id, text, socket_path(live.id, program=False))


async def pair(call: Call) -> PairedScreen:
    """Pair a screen with the table where you sit: it shows what a spectator sees.

    At a public table only the host can: the phones of all players change when a screen is on.
    """
    live = await _seated_at(call)
    if live.party.public and not _is_host(call, live):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_host")
    queries = _queries(call)
    if len(await queries.at_table(live.id)) >= MOST:
        raise ProblemError(HTTPStatus.CONFLICT, "too_many_screens")
    typed = "".join(filter(str.isalnum, call.body.code)).lower()
    key = digest(call.body.token or typed)
    paired = await queries.pair(key, live.id, _KEPT)
    if paired is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_screen")
    return PairedScreen(*paired, on=False)


async def screens(call: Call) -> list[PairedScreen]:
    """List the screens of the table where you sit."""
    live = await _seated_at(call)
    return [
        PairedScreen(screen, browser, on=screen in live.party.screens)
        for screen, browser in await _queries(call).at_table(live.id)
    ]


async def remove(call: Call) -> Nothing:
    """Remove a screen from your table. Only the host can; the screen needs a new code then."""
    person, live = call.caller.person, await _seated_at(call)
    if person is None or not _is_host(call, live):
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_host")
    if not call.node.admits_command(live.id, person.id, call.caller.address):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    screen = call.path["screen"]
    if screen not in {known for known, _ in await _queries(call).at_table(live.id)}:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_screen")
    # The step closes its socket, at whatever node, and refuses a ticket that it may still have.
    answer = await call.node.service.remove_screen(live.id, person.id, screen)
    if isinstance(answer, Rejected):
        raise ProblemError(HTTPStatus.CONFLICT, answer.code)
    await _queries(call).remove(screen, live.id)
    return Nothing()


def _queries(call: Call) -> ScreenQueries:
    return ScreenQueries(call.node.service.store.db)


def _is_host(call: Call, live: LiveTable) -> bool:
    return call.caller.person is not None and live.party.host == call.caller.person.id


async def _seated_at(call: Call) -> LiveTable:
    """Return the table; refuse callers who do not sit there."""
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    live = await call.node.service.cache.current_table(call.path["table"], person.id)
    if live.party.seat(person.id) is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_seated")
    return live


_SCREENS: Final = "/api/tables/{table}/screens"

ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/screens",
        new_screen,
        ScreenCode,
        NewScreen,
        limit=SCREENS,
        status=201,
        shed="table",
    ),
    Endpoint("POST", "/api/screens/ticket", give_ticket, ScreenTicket, ScreenSecret),
    Endpoint(
        "POST", _SCREENS, pair, PairedScreen, Pairing, "person", PAIRINGS, 201, shed="visitor"
    ),
    Endpoint("GET", _SCREENS, screens, list[PairedScreen], who="person", shed="visitor"),
    Endpoint("DELETE", _SCREENS + "/{screen}", remove, Nothing, who="person", shed="visitor"),
)
