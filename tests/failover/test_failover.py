"""The drill in a small size, and bugs that it has to notice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.chaos.processes import roomy_folder
from tests.failover.__main__ import SMALL, drills
from tests.failover.drill import Drill

PLANTED = replace(SMALL, stuck=8.0)
"""A planted bug stops games for good: nobody has to wait for them."""

pytestmark = [pytest.mark.anyio, pytest.mark.thorough]


@pytest.fixture
def folder() -> Iterator[Path]:
    made = roomy_folder()
    yield made
    shutil.rmtree(made)


async def test_every_table_plays_on_and_a_synchronous_standby_loses_nothing(folder: Path) -> None:
    figures, failures = await drills(SMALL, folder)
    assert not failures
    assert figures.keys() == {"lagging", "synchronous"}


async def test_a_node_that_does_not_wait_for_the_standby_is_found_out(folder: Path) -> None:
    drill = Drill(folder, PLANTED, synchronous=True, bug="unreplicated_sessions")
    found = {violation.kind for violation in (await drill.run()).violations}
    assert "lost" in found


async def test_a_node_that_holds_on_to_what_is_lost_is_found_out(folder: Path) -> None:
    drill = Drill(folder, PLANTED, synchronous=False, bug="unnoticed_set_backs")
    found = {violation.kind for violation in (await drill.run()).violations}
    assert found & {"stuck", "untold", "fold"}
