"""An upgrade without a break: a release and this version serve the same tables for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.upgrade_drill import drill, failed
from tests.deploy.versions import RELEASES, Release, check_out


@pytest.mark.thorough
@pytest.mark.anyio
async def test_no_command_fails_while_nodes_are_upgraded_under_load(tmp_path: Path) -> None:
    figures = await drill(tmp_path)
    print(figures)
    assert failed(figures) == []
    assert figures["acked"] > 500
    assert figures["reconnects"] >= figures["people"]
    assert figures["tables_of_all_versions"] > 0


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: str(release.name))
def test_every_release_is_in_the_history(release: Release, tmp_path: Path) -> None:
    sources = check_out(tmp_path, release)
    assert (sources / "src" / "kuhstall" / "cli" / "__main__.py").is_file()
    assert (sources / "docs" / "protocol.schema.json").is_file()


def test_a_clone_without_the_history_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"0.9 is commit f{40}, .* whole history"):
        check_out(tmp_path, Release("0.9", "f" * 40))
