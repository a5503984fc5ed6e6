"""What goes wrong in a simulated club. Each fault takes its time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from tests.simulation.virtual_loop import owner

if TYPE_CHECKING:
    from tests.simulation.world import World

HOUR: Final = 3600.0

Fault: TypeAlias = Callable[["World"], Awaitable[None]]


def _some_node(world: World) -> int:
    return world.chance.randrange(len(world.houses))


async def kill_node(world: World) -> None:
    number = _some_node(world)
    world.kill(number)
    await asyncio.sleep(world.chance.uniform(0.1, 3))
    await world.start(number)


async def kill_everything(world: World) -> None:
    for number in range(len(world.houses)):
        world.kill(number)
    await asyncio.sleep(world.chance.uniform(0.1, 5))
    for number in range(len(world.houses)):
        await world.start(number)


async def stop_node_for_a_while(world: World) -> None:
    seconds = world.chance.choice([0.7, 3.0, 12.0])
    world.pause(_some_node(world), seconds)
    await asyncio.sleep(seconds / 2)


async def store_away(world: World) -> None:
    world.weather.store_away = True
    await asyncio.sleep(world.chance.uniform(0.2, 8))
    world.weather.store_away = False


async def store_slow(world: World) -> None:
    world.weather.store_slow = world.chance.choice([30.0, 200.0])
    await asyncio.sleep(world.chance.uniform(1, 5))
    world.weather.store_slow = 1.0


async def answers_lost(world: World) -> None:
    world.weather.lost_answers = 0.25
    await asyncio.sleep(world.chance.uniform(1, 5))
    world.weather.lost_answers = 0.0


async def requests_lost(world: World) -> None:
    world.weather.lost_requests = 0.25
    await asyncio.sleep(world.chance.uniform(1, 5))
    world.weather.lost_requests = 0.0


async def hints_lost(world: World) -> None:
    world.weather.bus_loses = world.chance.choice([0.3, 1.0])
    await asyncio.sleep(world.chance.uniform(2, 8))
    world.weather.bus_loses = 0.0


async def hints_late_and_twice(world: World) -> None:
    world.weather.bus_slow, world.weather.bus_doubles = 500.0, 0.5
    await asyncio.sleep(world.chance.uniform(2, 6))
    world.weather.bus_slow, world.weather.bus_doubles = 1.0, 0.0


async def bus_gone(world: World) -> None:
    """The bus never comes back: nodes look for themselves."""
    world.messenger.gone = True


async def node_apart(world: World) -> None:
    house = world.houses[_some_node(world)]
    if house is not None:
        world.messenger.apart.add(house.process)
        await asyncio.sleep(world.chance.uniform(2, 6))
        world.messenger.apart.discard(house.process)


async def clock_steps(world: World) -> None:
    """The clock of the store is set: nobody may be left waiting for it."""
    by = world.chance.choice([-HOUR, -600.0, -2.0, 2.0, 600.0, HOUR])
    world.weather.clock_ahead += by
    world.store.steady = False
    world.tell(f"by {by:+.0f} s")


async def wires_cut(world: World) -> None:
    for wire in world.wires:
        if wire.is_open and world.chance.random() < 0.6:
            wire.cut()


async def wires_dead(world: World) -> None:
    """Half-open: nothing arrives any more, and nobody is told."""
    for wire in world.wires:
        if wire.is_open and world.chance.random() < 0.4:
            wire.is_dead = True


async def _until_claimed(world: World, then: Callable[[], None]) -> None:
    """Do something at the very moment at which a node has claimed news, if one does soon."""
    claimed = asyncio.Event()

    def tripped() -> None:
        claimed.set()
        then()

    world.store.on_claim = tripped
    for _ in range(20):
        if not claimed.is_set():
            await asyncio.sleep(0.25)
    world.store.on_claim = None


async def relay_killed(world: World) -> None:
    """A node dies with news in its hands."""
    killed: list[int] = []

    def kill() -> None:
        number = world.number_of(owner())
        if number is not None:
            killed.append(number)
            world.kill(number)

    await _until_claimed(world, kill)
    for number in killed:
        await world.start(number)


async def relay_late(world: World) -> None:
    """A node falls asleep with news in its hands, and others pass on what is newer."""

    def sleep() -> None:
        number = world.number_of(owner())
        if number is not None:
            world.pause(number, 8.0)

    await _until_claimed(world, sleep)


async def store_set_back_under_relay(world: World) -> None:
    """What a node has claimed was never written when it wakes."""
    backup = world.store.whole_backup()
    await asyncio.sleep(world.chance.uniform(0.3, 2))
    await relay_late(world)
    world.ledger.history += 1
    world.tell(f"{world.store.set_back(backup)} steps lost")


async def store_set_back(world: World) -> None:
    """A standby that lagged is promoted, or a backup is restored under running nodes."""
    backup = world.store.whole_backup()
    await asyncio.sleep(world.chance.uniform(0.3, 4))
    if world.chance.random() < 0.5:
        world.weather.store_away = True
        await asyncio.sleep(world.chance.uniform(0.2, 2))
        world.weather.store_away = False
    world.ledger.history += 1
    world.tell(f"{world.store.set_back(backup)} steps lost")


EVERY: Final[tuple[Fault, ...]] = (
    kill_node,
    kill_everything,
    stop_node_for_a_while,
    store_away,
    store_slow,
    answers_lost,
    requests_lost,
    hints_lost,
    hints_late_and_twice,
    bus_gone,
    node_apart,
    clock_steps,
    wires_cut,
    wires_dead,
    relay_killed,
    relay_late,
)
RARE: Final[tuple[Fault, ...]] = (store_set_back, store_set_back_under_relay)
COUNT: Final = 8


def drawn(seed: int) -> Iterator[Fault]:
    """Draw the faults of a seed. In two of three worlds the store never goes back."""
    chance = random.Random(f"{seed}/faults")
    pool = (*EVERY, *RARE * 2) if seed % 3 == 0 else EVERY
    yield from (chance.choice(pool) for _ in range(COUNT))
