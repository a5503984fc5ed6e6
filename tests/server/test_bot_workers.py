"""Bots in processes: they choose as they would here, are told no secret, and hold up nobody."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.registry import make
from kuhstall.bots.worker import Question, WorkerError
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action
from kuhstall.games.registry import find
from kuhstall.server.ops.bot_processes import BotWorkers, Worker
from kuhstall.server.ops.bot_questions import asked_elsewhere
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.bot_choices import HEAD_START
from kuhstall.server.table.party.decide import bot_to_act
from tests.server.houses import House

pytestmark = pytest.mark.anyio

GAME = "kuhfstein"
KEY = b"a key of its own"


@pytest.fixture
def worker() -> Iterator[Worker]:
    one = Worker()
    yield one
    one.close()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    store = await SqliteStore.connect(":memory:")
    yield House(store)
    await store.close()


def question(seen: Seen, name: str = "medium") -> Question:
    return Question("t", seen.seat, name, GAME, KEY, seen.view, seen.options, 0, seen.heard)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_worker_chooses_as_a_bot_here_whatever_becomes_of_its_process(worker: Worker) -> None:
    match = Match(find(GAME), 2, QuickChance(3))
    here = {seat: make("medium", GAME, seat, SeededChance(KEY)) for seat in (0, 1)}
    told = dict.fromkeys(here, 0)
    for turn in range(8):
        seat = match.actors[0]
        seen = match.seen(seat)
        whole = question(seen)
        changes = replace(whole, known=told[seat], heard=seen.heard[told[seat] :])
        if turn == 6:  # it dies, and who takes its place remembers nothing
            assert worker.pid is not None
            os.kill(worker.pid, 9)
            here = {seat: make("medium", GAME, seat, SeededChance(KEY)) for seat in here}
        action = here[seat].choose(seen)
        assert worker.ask(changes, whole) == action
        told[seat] = len(seen.heard)
        match.play(seat, action)
    assert worker.deaths == 1


def test_a_bot_that_does_not_answer_is_given_up_with_its_process() -> None:
    worker = Worker(patience=0.01)  # no process begins as soon as that
    asked = question(Match(find(GAME), 2, QuickChance(3)).seen(0))
    with pytest.raises(WorkerError, match="no answer within"):
        worker.ask(asked, asked)
    assert (worker.pid, worker.deaths) == (None, 1)
    worker.close()


def test_a_bot_that_stumbles_says_why(worker: Worker) -> None:
    asked = question(Match(find(GAME), 2, QuickChance(3)).seen(0), "nobody")
    with pytest.raises(WorkerError, match="nobody"):
        worker.ask(asked, asked)
    assert worker.deaths == 0


async def test_a_table_is_played_by_a_process_that_ends_with_the_server(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    workers = BotWorkers(1)
    bots = house.service._bots = BotThread(workers=workers)
    (worker,) = workers.workers
    began_idle = worker.pid is None
    try:
        live = await house.start(("anna",), bots=["medium", "easy"], edition=GAME)
        begun = live.seq
        await house.run_out(live.id)
        pid = worker.pid
        assert began_idle  # nobody had needed it yet
        assert pid is not None
        assert live.seq > begun
        assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
    finally:
        bots.close()
    assert gone(pid)


async def test_what_a_worker_is_told_holds_no_table_and_no_secret(house: House) -> None:
    live = await house.start(("anna",), bots=["medium", "easy"], edition=GAME)
    asked = asked_elsewhere(live, 1)
    assert asked is not None
    data = pickle.dumps(asked.everything)
    assert live.secret not in data
    for place in (b"kuhstall.engine.table", b".world", b".phases"):
        assert place not in data, place
    assert b"kuhstall.games.kuhfstein.view" in data  # the names of modules are legible


async def test_cheap_bots_and_scripted_ones_think_here(house: House) -> None:
    cheap = await house.start(("anna",), bots=["medium", "easy"])
    assert asked_elsewhere(cheap, 1) is None


async def test_nobody_sees_how_long_a_bot_has_thought(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it thinks for a moment or for long: it acts when it was drawn to act."""
    live = await house.start(("anna",), bots=["medium", "medium"])
    while bot_to_act(live.situation, live.due or 0.0) is None:
        house.clock.time = live.due or 0.0
        await house.service.fire(live.id)
    due, before = live.due or 0.0, live.seq

    async def sleep(seconds: float) -> None:
        house.clock.time += seconds

    class Thoughtful(BotThread):
        def _think_timed(self, name: str, think: Callable[[], Action]) -> Action:
            house.clock.time += 0.07
            return super()._think_timed(name, think)

    house.service._bots = Thoughtful()
    monkeypatch.setattr(asyncio, "sleep", sleep)
    house.clock.time = due - HEAD_START
    await house.service.fire(live.id)
    assert live.seq > before
    assert house.clock.time == pytest.approx(due, abs=0.002)
