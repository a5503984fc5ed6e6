"""Request ids: from the proxy to the log lines of a step, and back to whoever asked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import (
    Process,
    browser,
    greeted,
    guests,
    process,
    received,
    serving,
    ticket,
    until,
    wire,
)

pytestmark = pytest.mark.anyio

GIVEN = "0123456789abcdef0123456789abcdef"
OTHER = "f" * 32


def steps(server: Process, table: str) -> dict[int, str | None]:
    """Return the steps of a table that the server has logged as stored, with their request ids."""
    stored = re.compile(rf"step (\d+) of table {table} is stored")
    found = [(stored.fullmatch(line["text"]), line.get("request")) for line in server.lines()]
    return {int(step[1]): request for step, request in found if step}


async def test_an_id_of_the_proxy_goes_all_the_way_to_the_step(tmp_path: Path) -> None:
    options: dict[str, Any] = {"log": "debug", "proxies": "127.0.0.1", "tempo": 0.02}
    with process(tmp_path, tmp_path / "kuhstall.db", **options) as server:
        async with guests(server.url, "Ada") as (ada,), browser(ada.http.cookies) as http:
            for claimed in (GIVEN, OTHER):
                answer = await http.get(f"{server.url}/api/me", headers={"X-Request-Id": claimed})
                assert answer.headers.get_list("x-request-id") == [claimed]
            for wrong in ("", GIVEN[1:], GIVEN.upper(), f"{GIVEN}0", "x" * 32, "a\tb", "../" * 9):
                answer = await http.get(f"{server.url}/api/me", headers={"X-Request-Id": wrong})
                assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])
                assert answer.headers["x-request-id"] != wrong
            rules = {"start_player": "seat:1"}  # a bot begins, nobody waits for Ada
            table = await ada.open_table(seats=3, bots=["farmer", "farmer"], rules=rules)
            async with wire(
                server.url, table, additional_headers={"X-Request-Id": GIVEN}
            ) as connection:
                assert connection.response is not None
                assert connection.response.headers.get_all("x-request-id") == [GIVEN]
                await greeted(connection, await ticket(server.url, table, ada.http.cookies))
                start = {"type": "ask", "cid": "start", "request": {"type": "start"}}
                await connection.send(json.dumps(start))
                begun = (await received(connection, "ack"))["seq"]
                await until(lambda: max(steps(server, table), default=0) > begun + 2)
                found = steps(server, table)
    assert found[begun] == GIVEN
    by_themselves = {request for seq, request in found.items() if seq > begun}
    assert by_themselves == {None}, "what is due is not the work of a socket"


async def test_nobody_chooses_an_id_without_a_proxy(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        claim = {"X-Request-Id": GIVEN}
        answers = [await ada.http.get(f"{here.url}/api/me", headers=claim) for _ in range(3)]
        ids = {answer.headers["x-request-id"] for answer in answers}
        assert len(ids) == 3
        assert GIVEN not in ids
        table = await ada.open_table()
        async with wire(here.url, table, additional_headers=claim) as connection:
            assert connection.response is not None
            assert connection.response.headers["x-request-id"] not in {GIVEN, *ids}
