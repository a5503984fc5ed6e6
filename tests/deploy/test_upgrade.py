"""An upgrade without a break: the version before and this one serve the same tables for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.upgrade_drill import drill, failed


@pytest.mark.thorough
@pytest.mark.anyio
async def test_no_command_fails_while_nodes_are_upgraded_under_load(tmp_path: Path) -> None:
    figures = await drill(tmp_path)
    print(figures)
    assert failed(figures) == []
    assert figures["acked"] > 500
    assert figures["reconnects"] >= figures["people"]
