"""A table that has not begun takes so many steps and no more: each is kept, and costs all nodes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kuhstall.server.limits.rates import CHANGES
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.log import Accepted, Answer, Rejected
from kuhstall.server.table.party.decide_request import HOST_STEPS, WAITING_STEPS
from kuhstall.server.table.party.requests import (
    Arrange,
    Commit,
    FreeSeat,
    HandOver,
    Join,
    Kick,
    Leave,
    Request,
    SeatBot,
    Start,
    Swap,
)
from kuhstall.server.table.rows import PARTY
from tests.server.houses import House

pytestmark = pytest.mark.anyio

FULL = Rejected("too_many_changes")
SECOND = CHANGES.seconds / CHANGES.times


def hold(number: int) -> Request:
    return Commit(f"{number:064x}")


ENDLESS: dict[str, Callable[[int], Request]] = {
    "arrange": lambda number: Arrange(public=number % 2 == 0),
    "swap": lambda number: Swap(1, 2),
    "bots": lambda number: SeatBot(2) if number % 2 else FreeSeat(2),
    "commit": hold,
}


async def ask_on(house: House, table: str, person: str, wish: Callable[[int], Request]) -> int:
    """Ask for something again and again, as often as the limits allow, until it is refused."""
    for number in range(1, 5000):
        house.clock.time += SECOND
        answer = await house.ask(table, person, wish(number))
        if not isinstance(answer, Accepted):
            assert answer == FULL
            return number
    raise AssertionError("it never ends")


@pytest.mark.parametrize("wish", ENDLESS.values(), ids=ENDLESS)
async def test_a_host_cannot_write_steps_for_ever(wish: Callable[[int], Request]) -> None:
    store = MemoryStore()
    house = House(store)
    table = await house.open(("anna", "ben"), seats=3)
    await ask_on(house, table, "anna", wish)
    assert await store.head(table) == HOST_STEPS
    # Nor refusals: what comes after is not written.
    house.clock.time += CHANGES.seconds
    assert await house.service.ask(table, "anna", "more", wish(1)) == FULL
    assert await store.answer(table, PARTY, "anna/more") is None
    assert await store.head(table) == HOST_STEPS


async def test_others_do_not_use_up_what_the_host_needs() -> None:
    store = MemoryStore()
    house = House(store)
    table = await house.open(("anna",), seats=3)
    await ask_on(house, table, "ben", lambda number: Join() if number % 2 else Leave())
    assert await store.head(table) in {WAITING_STEPS, WAITING_STEPS + 1}
    for person in ("ben", "anna"):
        await house.service.note_departure(table, person)
        await house.service.note_arrival(table, person)
    assert await store.head(table) <= WAITING_STEPS + 1  # to come and go writes nothing either
    for seat in (1, 2):
        assert isinstance(await house.ask(table, "anna", SeatBot(seat)), Accepted)
    assert isinstance(await house.ask(table, "anna", Start()), Accepted)
    live, head = await house.service.cache.live_table(table), await store.head(table)
    assert live.party.stage == "playing"
    await house.service.note_departure(table, "anna")
    assert await store.head(table) == head + 1  # in a game it is told who has gone


async def test_what_leads_on_is_possible_to_the_end() -> None:
    house = House(MemoryStore())
    table = await house.open(("anna", "ben", "cleo"))
    await ask_on(house, table, "anna", ENDLESS["arrange"])
    changes: list[Request] = [Swap(0, 1), HandOver(1), Arrange(seats=4)]
    for change in changes:
        assert await house.ask(table, "anna", change) == FULL
    ways: list[tuple[str, Request]] = [("cleo", Leave()), ("anna", Kick(1)), ("anna", Leave())]
    for person, way in ways:
        assert isinstance(await house.ask(table, person, way), Accepted)
    assert (await house.service.cache.live_table(table)).party.stage == "closed"


async def test_a_command_that_was_the_last_is_answered_when_it_comes_again() -> None:
    house = House(MemoryStore())
    table = await house.open(("anna",), seats=3)
    answers: list[Answer] = []
    while FULL not in answers:
        house.clock.time += SECOND
        cid = f"x{len(answers)}"
        answers.append(await house.service.ask(table, "anna", cid, Swap(0, 1)))
    last = f"x{len(answers) - 2}"
    assert await house.service.ask(table, "anna", last, Swap(0, 1)) == answers[-2]


async def test_requests_of_one_person_to_one_party_are_limited() -> None:
    """Most become a step, and some make everybody at the table load something."""
    house = House(MemoryStore())
    table = await house.open(("anna", "ben"), seats=3)
    other = await house.open(("anna",), seats=3)
    answers = [await house.ask(table, "anna", Swap(0, 1)) for _ in range(CHANGES.times + 3)]
    admitted = [answer for answer in answers if isinstance(answer, Accepted)]
    assert len(admitted) == CHANGES.times
    assert answers[CHANGES.times :] == [Rejected("slow_down")] * 3
    assert isinstance(await house.ask(other, "anna", Swap(0, 1)), Accepted)
    assert isinstance(await house.ask(table, "ben", hold(1)), Accepted)
    house.clock.time += SECOND
    assert isinstance(await house.ask(table, "anna", Swap(0, 1)), Accepted)
