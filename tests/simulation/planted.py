"""Bugs on purpose: a simulation that does not find them proves nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import msgspec
from msgspec import Raw

from kuhstall.server.hosting import relay, views
from kuhstall.server.hosting.alarms import Alarms
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.news import News
from kuhstall.server.hosting.relay import Relay
from kuhstall.server.hosting.service import Service
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.party import decide
from kuhstall.server.push.tapping import Tapping
from kuhstall.server.store import Accepted, UnavailableError
from kuhstall.server.ws.session import Session
from tests.simulation import faults, memory_news, memory_store
from tests.simulation.memory_store import MemoryStore
from tests.simulation.world import run

Planted: TypeAlias = Callable[[ExitStack], None]


def _acknowledge_before_commit(stack: ExitStack) -> None:
    """Take a step for written that may not be."""
    append = Service._append

    async def hopeful(self: Service, live: LiveTable, *args: Any) -> Any:
        try:
            return await append(self, live, *args)
        except UnavailableError:
            return Accepted(live.seq + 1)

    stack.enter_context(patch.object(Service, "_append", hopeful))


def _fold_without_the_fence(stack: ExitStack) -> None:
    """Write a step wherever the table is."""
    stack.enter_context(patch.object(memory_store, "_is_at", lambda *_: True))


def _ignore_a_set_back(stack: ExitStack) -> None:
    """Believe that the store only ever grows."""

    async def go_on(self: TableCache, live: LiveTable) -> None:
        live.doubtful = False

    stack.enter_context(patch.object(TableCache, "_go_back", go_on))


def _lose_timers(stack: ExitStack) -> None:
    """Hear no alarm, and sweep for nobody."""

    async def nothing(self: Service) -> None: ...

    stack.enter_context(patch.object(Alarms, "_ring", lambda *_: None))
    stack.enter_context(patch.object(Service, "sweep", nothing))


def _ring_early(stack: ExitStack) -> None:
    """Take everything for due that will be soon: a timer that rings twice does so."""
    due, bot = decide.decide_due, decide.bot_to_act
    rings = LiveTable.rings
    stack.enter_context(
        patch.object(decide, "decide_due", lambda now, at, act: due(now, at + 2, act))
    )
    stack.enter_context(patch.object(decide, "bot_to_act", lambda now, at: bot(now, at + 2)))

    def early(live: LiveTable, now: float) -> float | None:
        at = rings(live, now)
        return None if at is None else at - 2

    stack.enter_context(patch.object(LiveTable, "rings", early))
    stack.enter_context(patch.object(Alarms, "_ring", _rang))


def _rang(alarms: Alarms, live: LiveTable) -> None:
    live.alarm = None
    alarms._call(live)


def _show_what_is_sealed(stack: ExitStack) -> None:
    """Tell everybody how many have acted unseen."""
    view = views.game_view

    def leaking(live: LiveTable, viewer: Any) -> Raw:
        seen = msgspec.json.decode(view(live, viewer))
        return Raw(msgspec.json.encode(seen | {"held": len(live.held)}))

    stack.enter_context(patch.object(views, "game_view", leaking))


def _skip_a_step(stack: ExitStack) -> None:
    """Forget to tell of one step when there are several to tell of."""
    tell = TableCache.tell
    chance = random.Random(1)

    async def forgetful(self: TableCache, live: LiveTable, change: Any) -> None:
        if change.seq < live.seq or chance.random() > 0.02:
            await tell(self, live, change)

    stack.enter_context(patch.object(TableCache, "tell", forgetful))


def _say_no_for_unknown(stack: ExitStack) -> None:
    """Refuse for good what may be written."""
    nack = Session._nack

    def decided(self: Session, cid: str, code: str, detail: Any = None) -> None:
        nack(self, cid, "refused" if code == "unavailable" else code, detail)

    stack.enter_context(patch.object(Session, "_nack", decided))


def _forget_commands(stack: ExitStack) -> None:
    """Know no command that was answered before."""
    stack.enter_context(patch.object(MemoryStore, "_answer", lambda *_: None))


def _look_for_nothing(stack: ExitStack) -> None:
    """Trust every hint to arrive."""

    async def nothing(self: News) -> None: ...

    stack.enter_context(patch.object(News, "compare_with_store", nothing))


def _keep_a_set_back_quiet(stack: ExitStack) -> None:
    """Take over what the store has now, and show it to nobody."""
    stack.enter_context(patch.object(Session, "show_set_back", lambda *_: None))


def _lose_sealed_actions(stack: ExitStack) -> None:
    """Acknowledge what is to be held, and hold it only in memory."""

    async def seal(self: MemoryStore, table: str, *args: Any, **named: Any) -> Any:
        return args[2]

    stack.enter_context(patch.object(MemoryStore, "seal", seal))


def _believe_every_clock(stack: ExitStack) -> None:
    """Wait for deadlines that a clock which was set back has moved far away."""
    stack.enter_context(patch.object(decide.Situation, "is_untimely", lambda *_: False))


def _lose_news(stack: ExitStack) -> None:
    """Write a step without its news, now and then."""
    write = MemoryStore._write_news
    chance = random.Random(1)

    def forgetful(self: MemoryStore, step: Any, body: bytes | None) -> None:
        write(self, step, None if chance.random() < 0.3 else body)

    stack.enter_context(patch.object(MemoryStore, "_write_news", forgetful))


def _drop_news_before_it_is_told(stack: ExitStack) -> None:
    """Take news for passed on when it is claimed: who dies or fails then has lost it."""
    claim = MemoryStore.claim_news

    async def hasty(self: MemoryStore, lease: float, limit: int) -> Any:
        pieces = await claim(self, lease, limit)
        for piece in pieces:
            await self.drop_news(piece.table, piece.position)
        return pieces

    stack.enter_context(patch.object(MemoryStore, "claim_news", hasty))
    stack.enter_context(patch.object(Relay, "_correct", _nothing_to_correct))


async def _nothing_to_correct(*_: Any) -> None: ...


def _hear_what_is_late(stack: ExitStack) -> None:
    """Let home believe whatever comes last."""
    stack.enter_context(patch.object(memory_news, "_is_newer", lambda *_: True))


def _believe_that_nothing_is_ever_lost(stack: ExitStack) -> None:
    """Let home keep what it has heard of steps that the store has lost."""
    stack.enter_context(patch.object(Relay, "_correct", _nothing_to_correct))


def _claim_for_ever(stack: ExitStack) -> None:
    """Leave to a dead relay what it has claimed."""
    stack.enter_context(patch.object(relay, "LEASE", 3600.0))


def _tell_no_address(stack: ExitStack) -> None:
    """Pass news on to home, and forget the address of the table."""

    async def forget(*_: Any) -> None: ...

    stack.enter_context(patch.object(MemoryStore, "note_moment", forget))


def _take_people_for_told(stack: ExitStack) -> None:
    """Note that somebody was told, and send nothing."""

    async def silent(self: Tapping, device: Any, *, waits: bool) -> bool:
        return True

    stack.enter_context(patch.object(Tapping, "_send", silent))


def _take_calls_for_told(stack: ExitStack) -> None:
    """Note that an address was told when it is claimed."""
    claim = MemoryStore.claim_calls

    async def hasty(self: MemoryStore, lease: float, limit: int) -> Any:
        calls = await claim(self, lease, limit)
        for call in calls:
            await self.note_called(call.table, call.moment)
        return calls if len(calls) > 1 else []

    stack.enter_context(patch.object(MemoryStore, "claim_calls", hasty))


PLANTED: Final[dict[str, Planted]] = {
    "acknowledge before commit": _acknowledge_before_commit,
    "fold without the fence": _fold_without_the_fence,
    "set-back ignored": _ignore_a_set_back,
    "timer lost": _lose_timers,
    "timer early or twice": _ring_early,
    "sealed action shown early": _show_what_is_sealed,
    "a step is skipped": _skip_a_step,
    "no for unknown": _say_no_for_unknown,
    "commands forgotten": _forget_commands,
    "hints trusted": _look_for_nothing,
    "set-back kept quiet": _keep_a_set_back_quiet,
    "sealed actions lost": _lose_sealed_actions,
    "clock set back believed": _believe_every_clock,
    "news lost": _lose_news,
    "news dropped before it is told": _drop_news_before_it_is_told,
    "late news believed": _hear_what_is_late,
    "lost steps believed by home": _believe_that_nothing_is_ever_lost,
    "news claimed for ever": _claim_for_ever,
    "no address told": _tell_no_address,
    "people taken for told": _take_people_for_told,
    "calls taken for told": _take_calls_for_told,
}


NEEDS: Final[dict[str, faults.Fault]] = {
    "clock set back believed": faults.clock_steps,
    "late news believed": faults.relay_late,
    "lost steps believed by home": faults.store_set_back_under_relay,
    "news claimed for ever": faults.relay_killed,
}
"""Faults without which a bug does not show; what other seeds bring is too rare for some."""


def first_failing(name: str, most: int) -> int | None:
    """Return the first seed in which something is wrong with a bug planted."""
    fault = NEEDS.get(name)
    for seed in range(1, most + 1):
        with planted(name):
            try:
                if run(seed, None if fault is None else iter([fault] * 4)).violations:
                    return seed
            except Exception:  # noqa: BLE001 -- a judge that cannot read a log has found something
                return seed
    return None


@contextmanager
def planted(name: str) -> Iterator[None]:
    with ExitStack() as stack:
        PLANTED[name](stack)
        yield
