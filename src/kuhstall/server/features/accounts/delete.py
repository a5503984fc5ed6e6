"""Account deletion."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kuhstall.server.features.accounts.api import require_proof
from kuhstall.server.features.accounts.erase import forget_person
from kuhstall.server.features.accounts.export import signed_in
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.store.tombstones import add_tombstones
from kuhstall.server.table.log import UnavailableError

_log = logging.getLogger(__name__)


async def forget(call: Call) -> Nothing:
    """Delete your account. Your games stay, without your name; a bot takes over your seats.

    If you have a passkey, you must have reauthenticated within ten minutes: it cannot be undone.
    """
    person = signed_in(call)
    await require_proof(call)
    if call.accounts.tombstones is not None:
        try:
            await asyncio.to_thread(add_tombstones, call.accounts.tombstones, [person.id])
        except OSError as error:
            # Without the tombstone, the next restore would bring back a deleted account.
            _log.error("no account can be deleted: %s", error)
            raise UnavailableError(str(error)) from error
    await forget_person(call.node.service, person.id)
    return Nothing()


ENDPOINTS: Final = (Endpoint("DELETE", "/api/me", forget, Nothing, who="person", ends=True),)
