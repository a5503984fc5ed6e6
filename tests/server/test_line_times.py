"""When each line of the log was written: told beside the lines, and nothing else."""

from __future__ import annotations

import pytest

from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Pass, Sell
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.requests import Reveal
from kuhstall.server.wire.views import line_times, lines
from tests.server.houses import House
from tests.server.test_starting import START, VALUES, called

pytestmark = pytest.mark.anyio

HOUR = 3_600.0
RULES = {"start_player": "seat:0", "auction_mode": "sealed"}


async def begun(house: House) -> LiveTable:
    people = ("anna", "ben", "carl")
    return await house.start(people, pace="slow", rules=RULES, edition="kuhhandel/2")


async def test_each_line_has_the_time_of_its_step() -> None:
    house = House(MemoryStore())
    live = await begun(house)
    dealt = len(lines(live, 0))
    await house.tick(live.id, 5 * HOUR)
    await house.play(live.id, "anna", AuctionOff())
    asked = len(lines(live, 0))
    moments = [round(START * 1000), round((START + 5 * HOUR) * 1000)]
    for viewer in (0, 1, None):
        told = line_times(live, viewer)
        assert len(told) == len(lines(live, viewer))
        assert (set(told[:dealt]), set(told[dealt:asked])) == ({moments[0]}, {moments[1]})
    read = await House(house.service.store).service.cache.live_table(live.id)
    assert line_times(read, 0) == line_times(live, 0)


async def test_no_time_tells_who_has_handed_in_an_envelope() -> None:
    house = House(MemoryStore())
    live = await begun(house)
    await house.play(live.id, "anna", AuctionOff())
    before = line_times(live, 2)
    for person, action in (("ben", NameMaximum(70)), ("anna", Sell())):
        await house.tick(live.id, HOUR)
        await house.play(live.id, person, action)
        assert line_times(live, 2) == line_times(live, None) == before
    await house.tick(live.id, HOUR)
    await house.play(live.id, "carl", Pass())
    assert {*line_times(live, 2)} - {*before} == {round(house.clock.time * 1000)}


async def test_lines_about_the_party_have_times_as_well() -> None:
    house = House(MemoryStore())
    live = await called(house)
    for person, seat in (("anna", 0), ("ben", 1), ("dora", 3)):
        await house.ask(live.id, person, Reveal(VALUES[seat].hex()))
    await house.tick(live.id, 48 * HOUR)
    assert live.asides
    assert len(live.asides) == len(live.asides_at)
    assert len(line_times(live, 0)) == len(lines(live, 0))
    assert line_times(live, 0)[0] == round(live.asides_at[0] * 1000)
