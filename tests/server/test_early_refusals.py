"""Refusals by what somebody is, or by the stage: without the lock, without a row, for one attempt.

Each test runs on both stores.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.server.limits.rates import LOOKS
from kuhstall.server.store import Store
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.requests import (
    AskPause,
    HandOver,
    Join,
    Leave,
    Rematch,
    Request,
    Start,
)
from kuhstall.server.table.rows import PARTY
from tests.machine import patience
from tests.server.houses import DeafBus, House

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo")

EARLY: list[tuple[str, Request, str]] = [
    ("zoe", Start(), "not_seated"),
    ("zoe", Rematch(), "not_seated"),
    ("zoe", Join(), "full"),
    ("zoe", Join(0), "seat_taken"),
    ("zoe", Join(7), "no_such_seat"),
    ("ben", Start(), "not_host"),
    ("ben", Join(), "seated_already"),
    ("ben", AskPause(), "wrong_stage"),
    ("anna", HandOver(0), "yourself"),
    ("anna", HandOver(7), "no_such_seat"),
]


async def test_a_refusal_by_role_neither_waits_nor_is_written(store: Store) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    live = await house.service.cache.live_table(table)
    head = live.seq
    async with live.lock:
        for number, (person, request, code) in enumerate(EARLY):
            asked = house.service.ask(table, person, f"c{number}", request)
            assert await asyncio.wait_for(asked, patience(5)) == Rejected(code)
            assert await store.answer(table, PARTY, f"{person}/c{number}") is None
    assert (live.seq, await store.head(table)) == (head, head)


async def test_an_action_of_a_stranger_does_not_wait_for_the_table(store: Store) -> None:
    house = House(store)
    live = await house.start(PEOPLE)
    async with live.lock:
        played = house.play(live.id, "zoe", AuctionOff())
        assert await asyncio.wait_for(played, patience(5)) == Rejected("not_seated")


async def test_such_a_refusal_answers_one_attempt(store: Store) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    assert await house.service.ask(table, "ben", "start", Start()) == Rejected("not_host")
    await house.ask(table, "anna", HandOver(1))
    done = await house.service.ask(table, "ben", "start", Start())
    assert isinstance(done, Accepted)
    assert await house.service.ask(table, "ben", "start", Start()) == Accepted(done.seq, known=True)


async def test_what_was_refused_under_the_lock_stays_refused(store: Store) -> None:
    house = House(store)
    table = await house.open(("anna", "ben"), seats=3)
    assert await house.service.ask(table, "anna", "start", Start()) == Rejected("seats_empty")
    await house.ask(table, "cleo", Join())
    assert await house.service.ask(table, "anna", "start", Start()) == Rejected("seats_empty")


async def test_what_is_done_is_not_refused_when_it_is_sent_again(store: Store) -> None:
    """Though whoever asks could not ask for it any more."""
    house = House(store)
    table = await house.open(("anna", "ben"), seats=3)
    for person, request in (
        ("cleo", Join()),
        ("anna", HandOver(2)),
        ("cleo", Start()),
        ("ben", Leave()),
    ):
        done = await house.service.ask(table, person, "once", request)
        assert isinstance(done, Accepted)
        again = await house.service.ask(table, person, "once", request)
        assert again == Accepted(done.seq, known=True)


async def test_nobody_is_refused_for_what_another_node_knows_better(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    table = await one.open(("anna", "ben"), seats=3)
    await other.service.cache.live_table(table)
    await one.ask(table, "cleo", Join())
    await one.ask(table, "anna", HandOver(2))
    done = await other.ask(table, "cleo", Start())
    assert isinstance(done, Accepted)
    late = House(store, DeafBus())
    await late.service.cache.live_table(table)
    await one.ask(table, "ben", Leave())
    assert await late.play(table, "ben", AuctionOff()) == Rejected("not_seated")


async def test_who_is_refused_too_often_is_not_answered_any_more(store: Store) -> None:
    """The store is asked whether a refusal is right, and nobody can have it asked for ever."""
    house = House(store)
    table = await house.open(PEOPLE)
    calls: list[str] = []
    for name in ("positions", "answer", "refuse", "append", "steps"):
        _noted(store, name, calls)
    answers = [await house.ask(table, "zoe", Start()) for _ in range(LOOKS.times + 200)]
    refused = answers.count(Rejected("not_seated"))
    assert LOOKS.times <= refused <= LOOKS.times + 20  # some come back meanwhile
    assert answers[refused:].count(Rejected("slow_down")) >= 160
    assert calls.count("positions") == calls.count("answer") == refused
    assert set(calls) == {"positions", "answer"}
    assert isinstance(await house.ask(table, "anna", Start()), Accepted)
    assert await house.ask(table, "ben", Start()) == Rejected("not_host")


def _noted(store: Any, name: str, calls: list[str]) -> None:
    method = getattr(store, name)

    async def noting(*words: Any, **more: Any) -> Any:
        calls.append(name)
        return await method(*words, **more)

    setattr(store, name, noting)


async def test_of_one_seat_one_command_waits_for_the_table(store: Store) -> None:
    """Whoever sends a hundred at once over many sockets lets others through in between."""
    house = House(store)
    live = await house.start(PEOPLE)
    order: list[str] = []

    async def take(person: str) -> None:
        async with live.lock_for(person):
            order.append(person)

    async with live.lock:
        eager = [asyncio.create_task(take("ben")) for _ in range(50)]
        strangers = [asyncio.create_task(take(f"zoe{number}")) for number in range(50)]
        await asyncio.sleep(0)
        patient = asyncio.create_task(take("cleo"))
        await asyncio.sleep(0)
    await asyncio.gather(*eager, *strangers, patient)
    assert order.index("cleo") == 2
