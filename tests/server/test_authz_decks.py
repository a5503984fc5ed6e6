"""Nobody chooses a deck: the script of a tutorial is asked for in one way, and there is no other.

The line of the matrix that `test_authz` has no room for: by everybody, over both ways in, before an
ordinary game, when its seed is drawn, and after it. And a tutorial is its player's alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.serving import browser, guests, serving
from tests.server.test_authz import SAMPLES, WAYS, WRONG, Cast, staged
from tests.server.test_replays import got
from tests.server.test_tutorials import DECKS, begun

pytestmark = pytest.mark.anyio

EVERYBODY = ("host", *WRONG)


def refusal(who: str, way: str) -> str:
    """State the code for a request with a deck in it, which nobody may send."""
    if way == "socket" and who == "kicked":
        return "kicked"
    return "malformed"


async def open_one(cast: Cast, who: str, path: str, body: dict[str, Any]) -> tuple[int, str]:
    async with browser(cast.cookies(who)) as http:
        answer = await http.post(f"{cast.serving.url}{path}", json=body)
    return answer.status_code, str(answer.json().get("code", ""))


@pytest.mark.parametrize("stage", ["full", "revealing", "ended"])
async def test_no_request_has_a_deck(tmp_path: Path, stage: str) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, staged(here, stage) as cast:
        before = await cast.written()
        opening = cast.hot.party
        cells = 0
        for place, kind in enumerate(SAMPLES.values()):
            # Each field is tried with some of the requests, and each request with some field.
            field = list(DECKS)[place % len(DECKS)]
            sent = {**msgspec.to_builtins(kind), field: DECKS[field]}
            for who in EVERYBODY:
                for way in WAYS:
                    code = await cast.send(way, who, {"request": sent})
                    assert code == refusal(who, way), (sent, who, way)
                    cells += 1
        assert cells == len(SAMPLES) * len(EVERYBODY) * len(WAYS)
        assert await cast.written() == before
        assert (cast.hot.party, cast.hot.party.script) == (opening, None)


async def test_no_table_is_opened_with_a_deck(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, staged(here, "open") as cast:
        before = set(here.node.service.cache.tables)
        for who in EVERYBODY:
            for field, value in DECKS.items():
                body = {"seats": 3, field: value}
                assert await open_one(cast, who, "/api/tables", body) == (400, "malformed"), who
            answer = await open_one(cast, who, "/api/tables", {"seats": 3, "rules": DECKS})
            assert answer[0] in {401, 422}, (who, answer)
        assert set(here.node.service.cache.tables) == before


@pytest.mark.parametrize("seat", [0, 1, 2])
async def test_a_tutorial_is_its_players_alone(tmp_path: Path, seat: int) -> None:
    """Others may look on, as at any table, and change nothing; no list and no record has it."""
    async with serving(tmp_path / "k.db") as here, guests(here.url, "Ada", "Ben") as (ada, ben):
        table = await begun(ada, "kuhhandel")
        await ada.ask("resume")
        service = here.node.service
        before = await service.store.steps(table)
        for way in ({"seat": seat}, {"seat": seat, "code": "k7mwq3n"}):
            body = {"cid": f"c{seat}", "request": {"type": "join", **way}}
            answer = await ben.http.post(f"{here.url}/api/tables/{table}/commands", json=body)
            assert answer.status_code in {400, 409}, answer.text
        assert await service.store.steps(table) == before
        for player in (ada, ben):
            assert (await player.http.get(f"{here.url}/api/lobby")).json() == []
            assert (await player.http.get(f"{here.url}/api/me")).json()["tables"] == []
        shown = await got(ben.http, here, table)
        assert shown["public"] is False
        assert [place["kind"] for place in shown["places"]].count("person") == 1
