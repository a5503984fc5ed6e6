"""What is refused before it comes to the table: what somebody is there decides it, or the stage.

Such a refusal waits for nobody and writes nothing, or whoever may do nothing could hold up those
who play, and fill the store. So it answers one attempt: the same command, sent again, is judged
anew.
"""

from __future__ import annotations

from collections.abc import Callable

from kuhstall.engine.values import Illegal
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.company import Company
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.rows import PARTY
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.limits.rates import CHANGES, LOOKS, Limit, Limiter
from kuhstall.server.party.decide_request import check_room, check_standing
from kuhstall.server.party.requests import Join, Request
from kuhstall.server.store import Accepted, Answer, Rejected, Store
from kuhstall.server.store.people import People


class EarlyRefusals:
    """Refuses from memory, and asks the store now and then whether that is still right.

    Another node may know that somebody sits here by now, or has done what they ask for a second
    time. To ask costs one look at the store, so nobody can have it done often: what is refused more
    often than that is not decided at all.
    """

    def __init__(
        self, store: Store, people: People, cache: TableCache, clock: Clock, ease: float
    ) -> None:
        self._store = store
        self.company = Company(people)
        self._clock = clock
        self._cache = cache
        self._limiter = Limiter(ease)

    async def refuse_request(
        self, table: str, person: str, command: str, request: Request
    ) -> Answer | None:
        """Answer a request that need not come to the table; None if it has to."""

        def check(live: LiveTable) -> None:
            check_standing(live.party, person, request, live.id)
            check_room(live.party, live.seq, person, request)

        refused = await self._refuse(table, person, check)
        if refused is None and not self._admits(CHANGES, table, person):
            return Rejected("slow_down")
        if refused is None and isinstance(request, Join):
            party = (await self._cache.live_table(table)).party
            refused = await self.company.refuse_seat(party, person, request)
        if refused is None or refused.code == "slow_down":
            return refused
        return await self._store.answer(table, PARTY, command) or refused

    async def refuse_action(self, table: str, person: str | None) -> Rejected | None:
        """Refuse an action of somebody who does not sit here; None if they do."""
        if person is None:
            return Rejected("no_session")
        held = self._cache.tables.get(table)
        if held is not None and held.party.seat(person) is not None:
            return None  # as nearly always

        def check(live: LiveTable) -> None:
            if live.party.seat(person) is None:
                raise Illegal("not_seated")

        return await self._refuse(table, person, check)

    def _admits(self, limit: Limit, table: str, person: str) -> bool:
        return self._limiter.admits(limit, f"{table}/{person}", self._clock.steady())

    async def _refuse(
        self, table: str, person: str, check: Callable[[LiveTable], None]
    ) -> Rejected | None:
        if _refusal(check, await self._cache.live_table(table)) is None:
            return None
        if not self._admits(LOOKS, table, person):
            return Rejected("slow_down")
        return _refusal(check, await self._cache.current_table(table, person))


def _refusal(check: Callable[[LiveTable], None], live: LiveTable) -> Rejected | None:
    try:
        check(live)
    except Illegal as illegal:
        return Rejected(illegal.code, illegal.detail)
    return None


async def refuse_hold(
    store: Store, live: LiveTable, person: str | None, order: tuple[str, int], illegal: Illegal
) -> Answer:
    """Refuse a command for a moment that cannot be held, unless it is held already."""
    command, moment = order
    seat, seq = live.party.seat(person), live.seq
    held = await store.sealed_actions(live.id, moment)
    if any(one.seat == seat and one.command == command for one in held):
        await store.confirm()
        return Accepted(seq)
    return await store.refuse(live.id, PARTY if seat is None else seat, command, illegal.code)
