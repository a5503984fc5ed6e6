"""The drill in a small size, and bugs that it has to notice."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.failover.__main__ import SMALL, drills
from tests.failover.drill import Drill

PLANTED = replace(SMALL, stuck=8.0)
"""A planted bug stops games for good: nobody has to wait for them."""

pytestmark = [pytest.mark.anyio, pytest.mark.thorough]


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """Let another user in, as whom PostgreSQL runs."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_mode & 0o001:
            break
        folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


async def test_every_table_plays_on_and_a_synchronous_standby_loses_nothing(
    open_folder: Path,
) -> None:
    figures, failures = await drills(SMALL, open_folder)
    assert not failures
    assert figures.keys() == {"lagging", "synchronous"}


async def test_a_node_that_does_not_wait_for_the_standby_is_found_out(open_folder: Path) -> None:
    drill = Drill(open_folder, PLANTED, synchronous=True, bug="unreplicated_sessions")
    found = {violation.kind for violation in (await drill.run()).violations}
    assert "lost" in found


async def test_a_node_that_holds_on_to_what_is_lost_is_found_out(open_folder: Path) -> None:
    drill = Drill(open_folder, PLANTED, synchronous=False, bug="unnoticed_set_backs")
    found = {violation.kind for violation in (await drill.run()).violations}
    assert found & {"stuck", "untold", "fold"}
