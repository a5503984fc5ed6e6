"""A letter before the id and the code of a table names its cell; without one it is the first."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kuhstall.server.table.party.opening import CELL, CODE_LENGTH, ID_LENGTH, Code, TableId
from tests.server.serving import guests, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("kind", "length"), [(TableId, ID_LENGTH), (Code, CODE_LENGTH)])
def test_both_lengths_are_read_but_no_other_cell(kind: object, length: int) -> None:
    for good in ("t" * length, CELL + "t" * length):
        assert msgspec.convert(good, kind) == good
    for bad in ("b" + "t" * length, CELL * 2 + "t" * length, "t" * (length - 1)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, kind)


async def test_a_table_with_a_letter_is_reached_by_code_link_and_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Host", "Guest") as (host, guest),
    ):
        source = here.node.service.random_source
        drawn = source.letters
        monkeypatch.setattr(source, "letters", lambda count: CELL + drawn(count))
        guest.table = table = await host.open_table()
        assert len(table) == 1 + ID_LENGTH
        code = (await here.node.service.store.table_row(table)).code
        assert len(code) == 1 + CODE_LENGTH
        found = await guest.http.get(f"{here.url}/api/codes/{code}")
        assert found.json()["table"] == table
        await guest.ask("join")
        await guest.connect()
        assert guest.socket is not None
