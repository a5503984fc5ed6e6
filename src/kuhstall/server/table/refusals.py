"""Commands that are refused early, without the table's lock: by the sender's role or the stage.

Such a refusal waits for no lock and writes nothing. Otherwise visitors, who may do nothing, could
delay the players and fill the store. So it is not final: the same command, sent again, is checked
again.
"""

from __future__ import annotations

from collections.abc import Callable

from kuhstall.engine.values import Illegal
from kuhstall.server.limits.rates import CHANGES, LOOKS, Limit, Limiter
from kuhstall.server.table.blocklist import Blocklist
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Answer, Rejected, TableLog
from kuhstall.server.table.party.decide_request import check_room, check_standing
from kuhstall.server.table.party.requests import Join, Request
from kuhstall.server.table.people import TablePeople
from kuhstall.server.table.rows import PARTY
from kuhstall.server.table.sealed_answers import acknowledge


class EarlyRefusals:
    """Refuses by the table in memory, after checking that it is still equal to the store.

    Another node may have seated the player meanwhile, or have answered the same command already.
    The check costs one query, so it is rate-limited: beyond the limit the answer is `slow_down`,
    which decides nothing.
    """

    def __init__(
        self, store: TableLog, people: TablePeople, cache: TableCache, clock: Clock, ease: float
    ) -> None:
        self._store = store
        self.blocklist = Blocklist(people)
        self._clock = clock
        self._cache = cache
        self._limiter = Limiter(ease)

    async def refuse_request(
        self, table: str, person: str, command: str, request: Request
    ) -> Answer | None:
        """Answer a request if that needs no lock; None if it does."""

        def check(live: LiveTable) -> None:
            check_standing(live.party, person, request, live.id)
            check_room(live.party, live.seq, person, request)

        refused = await self._refuse(table, person, check)
        if refused is None and not self._admits(CHANGES, table, person):
            return Rejected("slow_down")
        if refused is None and isinstance(request, Join):
            party = (await self._cache.live_table(table)).party
            refused = await self.blocklist.refuse_seat(party, person, request)
        if refused is None or refused.code == "slow_down":
            return refused
        return await self._store.answer(table, PARTY, command) or refused

    async def refuse_action(self, table: str, person: str | None) -> Rejected | None:
        """Refuse a game action of a person without a seat; None if they have one."""
        if person is None:
            return Rejected("no_session")
        held = self._cache.tables.get(table)
        if held is not None and held.party.seat(person) is not None:
            return None  # the usual case

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
    store: TableLog, live: LiveTable, person: str | None, order: tuple[str, int], illegal: Illegal
) -> Answer:
    """Refuse an answer that cannot be sealed, unless the same command was sealed before."""
    command, moment = order
    seat, seq = live.party.seat(person), live.seq
    held = await store.sealed_actions(live.id, moment)
    for one in held:
        if one.seat == seat and one.command == command:
            await store.confirm()
            return acknowledge(seq, moment, one)
    return await store.refuse(live.id, PARTY if seat is None else seat, command, illegal.code)
