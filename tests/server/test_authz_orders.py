"""Who may see and place standing orders: whoever plays there, their own, and nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import browser, serving
from tests.server.test_authz import Cast, gathered

pytestmark = pytest.mark.anyio

REFUSED = {
    "spectator": (401, "no_session"),
    "logged out": (401, "no_session"),
    "stranger": (403, "not_seated"),
    "kicked": (403, "not_seated"),
}


async def called(cast: Cast, who: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
    path = f"{cast.serving.url}/api/tables/{cast.table}/orders"
    async with browser(cast.cookies(who)) as http:
        answer = await (http.get(path) if body is None else http.post(path, json=body))
    return answer.status_code, answer.json()


async def test_orders_are_for_those_who_play_and_their_own(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        gathered(here, seats=3, pace="slow", edition="kuhhandel/2") as cast,
    ):
        status, refused = await called(cast, "host")
        assert (status, refused["code"]) == (404, "no_orders")
        await cast.host.ask("start")
        lot = str(cast.hot.state.world.deck[-1])
        before = await cast.written()
        for who, (status, code) in REFUSED.items():
            for body in (None, {"others": True}, {"lots": {lot: 10}}):
                found, answer = await called(cast, who, body)
                assert (found, answer["code"]) == (status, code), who
        assert await here.node.service.store.placed_orders(cast.table) == {}

        status, placed = await called(cast, "host", {"lots": {lot: 200}, "ahead": True})
        assert status == 200
        assert [one["amount"] for one in placed["lots"] if one["lot"] == lot] == [200]
        assert (await called(cast, "host"))[1] == placed
        other = (await called(cast, "other seat"))[1]
        assert {one["amount"] for one in other["lots"]} == {None}
        assert not other["ahead"]
        for body, code in (
            ({"lots": {"unicorn": 10}}, "no_such_lot"),
            ({"lots": {lot: 15}}, "no_such_amount"),
        ):
            status, refused = await called(cast, "host", body)
            assert (status, refused["code"]) == (409, code)
        for forged in ({"seat": 1}, {"person": "x"}, {"lots": {lot: "x"}}):
            status, refused = await called(cast, "other seat", forged)
            assert (status, refused["code"]) == (400, "malformed")
        assert await cast.written() == before  # no step, no line, nothing sealed
