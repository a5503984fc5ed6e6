"""Bugs on purpose: a simulation that does not find them proves nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from kuhstall.server.features.notifications import waiting_queries
from kuhstall.server.features.notifications.push import PushSender
from kuhstall.server.features.notifications.webhook_queries import WebhookQueries
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.ops import outbox_relay
from kuhstall.server.ops.outbox_relay import OutboxRelay
from kuhstall.server.store.memory import store as memory_store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.alarms import Alarms
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.hints import HintListener
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, UnavailableError
from kuhstall.server.table.party import decide
from kuhstall.server.table.service import Service
from kuhstall.server.wire import views
from kuhstall.server.wire.session import Session
from tests.simulation import faults
from tests.simulation.world import run

Planted: TypeAlias = Callable[[ExitStack], None]


def _acknowledge_before_commit(stack: ExitStack) -> None:
    """Take a step for written that may not be."""
    append = Service._append

    async def hopeful(self: Service[Any, Any], live: LiveTable, *args: Any) -> Any:
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

    async def nothing(self: Service[Any, Any]) -> None: ...

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

    async def nothing(self: HintListener) -> None: ...

    stack.enter_context(patch.object(HintListener, "compare_with_store", nothing))


def _keep_a_set_back_quiet(stack: ExitStack) -> None:
    """Take over what the store has now, and show it to nobody."""
    stack.enter_context(patch.object(Session, "show_set_back", lambda *_: None))


def _lose_sealed_actions(stack: ExitStack) -> None:
    """Acknowledge what is to be held, and hold it only in memory."""

    async def seal(self: MemoryStore, table: str, *args: Any, **named: Any) -> Any:
        return args[2]

    stack.enter_context(patch.object(MemoryStore, "seal", seal))


def _change_in_place(stack: ExitStack) -> None:
    """Overwrite a sealed answer: the command that it came from is forgotten."""
    seal = MemoryStore.seal

    async def overwrite(
        self: MemoryStore, table: str, seq: int, moment: int, sealed: Any, **named: Any
    ) -> Any:
        held = self.kept[table].sealed.get(moment, [])
        for place, one in enumerate(held):
            if one.seat == sealed.seat:
                held[place] = replace(sealed, revision=1)
                return held[place]
        return await seal(self, table, seq, moment, sealed, **named)

    stack.enter_context(patch.object(MemoryStore, "seal", overwrite))


def _count_seats_not_revisions(stack: ExitStack) -> None:
    """Open without an account of changes that came meanwhile."""
    append = MemoryStore.append

    async def careless(self: MemoryStore, step: Any, **named: Any) -> Any:
        if named.get("opens") is not None:
            named["opened"] = len(self.kept[step.table].sealed.get(named["opens"], ()))
        return await append(self, step, **named)

    stack.enter_context(patch.object(MemoryStore, "append", careless))


class _CountingLate:
    """A store that is told, when an opening is written, of all that has been sealed until then."""

    def __init__(self, service: Service[Any, Any]) -> None:
        self._service, self._store = service, service.store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, step: Any, **named: Any) -> Any:
        if named.get("opens") is not None:
            named["opened"] = self._service.cache.tables[step.table].revisions
        return await self._store.append(step, **named)


def _count_revisions_late(stack: ExitStack) -> None:
    """Account for what is sealed when the opening is written, not when it was decided."""
    init = Service.__init__

    def careless(self: Service[Any, Any], *args: Any, **named: Any) -> None:
        init(self, *args, **named)
        self.store = _CountingLate(self)

    stack.enter_context(patch.object(Service, "__init__", careless))


def _bring_back_what_was_changed(stack: ExitStack) -> None:
    """Take a late copy of an older command for a new change."""
    seal = MemoryStore.seal

    async def again(
        self: MemoryStore, table: str, seq: int, moment: int, sealed: Any, **named: Any
    ) -> Any:
        known = [one.command for one in self.kept[table].sealed.get(moment, ())]
        command = f"{sealed.command}/{sealed.revision}"
        if sealed.command in known:
            done = await seal(self, table, seq, moment, replace(sealed, command=command), **named)
            same = getattr(done, "command", None) == command
            return replace(done, command=sealed.command) if same else done
        return await seal(self, table, seq, moment, sealed, **named)

    stack.enter_context(patch.object(MemoryStore, "seal", again))


def _believe_every_clock(stack: ExitStack) -> None:
    """Wait for deadlines that a clock which was set back has moved far away."""
    stack.enter_context(patch.object(decide.Situation, "is_untimely", lambda *_: False))


def _lose_outbox_entries(stack: ExitStack) -> None:
    """Write a step without its news, now and then."""
    write = MemoryStore._write_outbox
    chance = random.Random(1)

    def forgetful(self: MemoryStore, step: Any, body: bytes | None) -> None:
        write(self, step, None if chance.random() < 0.3 else body)

    stack.enter_context(patch.object(MemoryStore, "_write_outbox", forgetful))


def _drop_outbox_entries_at_claim(stack: ExitStack) -> None:
    """Take news for passed on when it is claimed: who dies or fails then has lost it."""
    claim = MemoryStore.claim_outbox

    async def hasty(self: MemoryStore, lease: float, limit: int) -> Any:
        pieces = await claim(self, lease, limit)
        for piece in pieces:
            await self.drop_outbox(piece.table, piece.position)
        return pieces

    stack.enter_context(patch.object(MemoryStore, "claim_outbox", hasty))
    stack.enter_context(patch.object(OutboxRelay, "_correct", _nothing_to_correct))


async def _nothing_to_correct(*_: Any) -> None: ...


def _hear_what_is_late(stack: ExitStack) -> None:
    """Let home believe whatever comes last."""
    believed = waiting_queries._RECORD.replace("WHERE heard.seq < excluded.seq", "")
    stack.enter_context(patch.object(waiting_queries, "_RECORD", believed))


def _believe_that_nothing_is_ever_lost(stack: ExitStack) -> None:
    """Let home keep what it has heard of steps that the store has lost."""
    stack.enter_context(patch.object(OutboxRelay, "_correct", _nothing_to_correct))


def _claim_for_ever(stack: ExitStack) -> None:
    """Leave to a dead relay what it has claimed."""
    stack.enter_context(patch.object(outbox_relay, "LEASE", 3600.0))


def _tell_no_address(stack: ExitStack) -> None:
    """Pass news on to home, and forget the address of the table."""

    async def forget(*_: Any) -> None: ...

    stack.enter_context(patch.object(WebhookQueries, "note_moment", forget))


def _take_people_for_told(stack: ExitStack) -> None:
    """Note that somebody was told, and send nothing."""

    async def silent(self: PushSender, device: Any, message: str) -> bool:
        return True

    stack.enter_context(patch.object(PushSender, "_send", silent))


def _take_calls_for_told(stack: ExitStack) -> None:
    """Note that an address was told when it is claimed."""
    send = WebhookSender.send

    async def hasty(self: WebhookSender, delivery: Any) -> None:
        call = await self._people.due_webhook(delivery.recipient)
        if call is None:
            await send(self, delivery)
        else:
            await self._people.note_called(delivery, call)

    stack.enter_context(patch.object(WebhookSender, "send", hasty))


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
    "sealed answer changed in place": _change_in_place,
    "opened without counting changes": _count_seats_not_revisions,
    "changes counted late": _count_revisions_late,
    "an older command changes again": _bring_back_what_was_changed,
    "clock set back believed": _believe_every_clock,
    "news lost": _lose_outbox_entries,
    "news dropped before it is told": _drop_outbox_entries_at_claim,
    "late news believed": _hear_what_is_late,
    "lost steps believed by home": _believe_that_nothing_is_ever_lost,
    "news claimed for ever": _claim_for_ever,
    "no address told": _tell_no_address,
    "people taken for told": _take_people_for_told,
    "calls taken for told": _take_calls_for_told,
}


NEEDS: Final[dict[str, faults.Fault]] = {
    "changes counted late": faults.store_slow,
    "clock set back believed": faults.clock_steps,
    "late news believed": faults.relay_late,
    "lost steps believed by home": faults.store_set_back_under_relay,
    "news claimed for ever": faults.relay_killed,
}
"""Faults without which a bug does not show; what other seeds bring is too rare for some."""


LATE: Final = {
    "late news believed": 21,
    "opened without counting changes": 10,
    "changes counted late": 46,
    "news lost": 4,
    "set-back ignored": 3,
    "set-back kept quiet": 3,
}
"""Seeds that found bugs which the first ones did not. They are tried first; any other may do."""


def first_failing(name: str, most: int) -> int | None:
    """Return a seed in which something is wrong with a bug planted."""
    fault, late = NEEDS.get(name), LATE.get(name)
    for seed in ([late] if late else []) + list(range(1, most + 1)):
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
