"""Looking back: everything once the game is over, and nothing before."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.cards import VALUES
from kuhstall.games.registry import replayed
from kuhstall.games.review import PAGE, Review
from kuhstall.server.describe.openapi import wire
from kuhstall.server.describe.schema import keep_reachable
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.table.live_table import LiveTable
from tests.server.serving import Serving, browser, guests, serving
from tests.server.test_protocol import fits, validator

pytestmark = pytest.mark.anyio

TURNS = {"auction_mode": "turns"}
SRC = Path(__file__).resolve().parents[2] / "src" / "kuhstall"


async def finished(server: Serving, table: str) -> LiveTable:
    """Let everybody play to the end, as fast as bots can think."""
    service = server.node.service
    hot = await service.cache.live_table(table)
    service.silence()  # time passes when this says so
    service.clock.now = lambda: hot.due or 0.0  # type: ignore[method-assign]
    while hot.party.stage == "playing":
        if 0 in hot.state.phase.actors(hot.state):
            moment, action = hot.state.moment, msgspec.json.encode(hot.think(0))
            person = hot.party.places[0].person
            await service.play(table, person, f"c{hot.seq}", moment, action)
        else:
            await service.fire(table)
    assert hot.party.stage == "ended"
    return hot


async def over(server: Serving, ada: Any, **wish: Any) -> LiveTable:
    """Play a whole game."""
    table = await ada.open_table(seats=3, bots=["farmer", "farmer"], rules=TURNS, **wish)
    await ada.ask("start")
    return await finished(server, table)


async def got(http: httpx.AsyncClient, server: Serving, path: str, status: int = 200) -> Any:
    answer = await http.get(f"{server.url}/api/tables/{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


async def whole(http: httpx.AsyncClient, server: Serving, table: str, viewer: object) -> Any:
    """Fetch all pages."""
    first = await got(http, server, f"{table}/replay/{viewer}/0")
    steps = list(first["page"])
    for page in range(1, -(-first["steps"] // PAGE)):
        answer = await got(http, server, f"{table}/replay/{viewer}/{page}")
        assert answer["steps"] == first["steps"]
        steps += answer["page"]
    assert [step["step"] for step in steps] == list(range(1, first["steps"] + 1))
    return steps


def describe_api(name: str, answer: Any) -> None:
    """Hold an answer to its description: the fuzz tests meet no game that has ended."""
    known, _ = wire(ENDPOINTS)
    fits(validator(name, keep_reachable(known, [name])), answer)


async def test_a_running_game_shows_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada", "Ben") as (ada, ben):
        table = await ada.open_table(seats=3, bots=["farmer", "farmer"])
        paths = [
            "replay/all/0",
            "replay/none/0",
            "replay/0/0",
            "replay/all/99",
            "course",
            "coaching",
        ]
        for stage in ("open", "playing"):
            async with browser() as stranger:
                for http in (ada.http, ben.http, stranger):
                    for path in paths:
                        refused = await got(http, server, f"{table}/{path}", 404)
                        assert refused == {"code": "not_ended", "text": ""}
            if stage == "open":
                await ada.ask("start")
        hot = await server.node.service.cache.live_table(table)
        assert hot.party.stage == "playing"
        with pytest.raises(Refused) as error:
            Review([hot.log])
        assert error.value.code == "not_ended"


def test_only_a_review_asks_for_open_cards() -> None:
    asking = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if re.search(r"\bunveil\b|\.stop\b\s*$|game\.stop\b", path.read_text(), re.MULTILINE)
    }
    assert asking == {
        "games/game.py",
        "games/kuhfstein/editions.py",
        "games/kuhfstein/unveiling.py",
        "games/kuhhandel/classic.py",
        "games/kuhhandel/master/edition.py",
        "games/kuhhandel/master/unveiling.py",
        "games/kuhhandel/unveiling.py",
        "games/review.py",
    }


async def test_every_onlooker_sees_what_was_theirs(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        game = hot.state.edition.game
        seen = {
            viewer: await whole(ada.http, server, hot.id, viewer)
            for viewer in ("all", "none", 0, 1, 2)
        }
        heard = {viewer: [e for s in steps for e in s["events"]] for viewer, steps in seen.items()}
        log = await got(ada.http, server, f"{hot.id}/transcript")
        assert heard["all"] == log["log"]
        assert [len(step["events"]) for step in seen["all"]] == [
            last - first for first, last in zip([0, *hot.ends], hot.ends, strict=False)
        ]
        for viewer in (None, 0, 1, 2):
            redacted = [game.redact(event, viewer) for event in hot.log]
            told = heard["none" if viewer is None else viewer]
            assert told == msgspec.json.decode(msgspec.json.encode(redacted))
        for steps in zip(*seen.values(), strict=True):
            everything, spectator, *own_views = (step["view"]["seats"] for step in steps)
            assert all(seat["purse"] is None for seat in spectator)
            for own, view in enumerate(own_views):
                for seat, shown in enumerate(view):
                    assert shown["purse"] == (everything[seat]["purse"] if seat == own else None)
        for eyes in seen:
            describe_api("Replay", await got(ada.http, server, f"{hot.id}/replay/{eyes}/1"))
        last = seen["all"][-1]["view"]
        assert last["phase"]["phase"] == "ended"
        assert [seat["purse"] for seat in last["seats"]] == [
            list(purse) for purse in replayed(hot.log).world.purses
        ]
        offers = [
            step["view"]["phase"]["offer"]
            for step in seen["all"]
            if step["view"]["phase"]["phase"] == "responding"
        ]
        assert offers
        assert all(offer is not None for offer in offers)


async def test_the_course_ends_as_the_score_sheet_says(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        course = await got(ada.http, server, f"{hot.id}/course")
        describe_api("Course", course)
        steps = await whole(ada.http, server, hot.id, "all")
        last = course["stops"][-1]
        ended: Any = hot.state.phase
        assert last["points"] == [score.total for score in ended.scores]
        assert last["money"] == [sum(purse) for purse in hot.state.world.purses]
        marks = [mark for stop in course["stops"] for mark in stop["marks"]]
        assert marks.count("donkey") == 4
        assert marks.count("quartet") == 10
        for stop in course["stops"]:
            seats = steps[stop["step"] - 1]["view"]["seats"]
            assert stop["money"] == [sum(seat["purse"]) for seat in seats]
            assert stop["animals"] == [sum(seat["herd"].values()) for seat in seats]
        money = {sum(stop["money"]) for stop in course["stops"]}
        herds = [sum(stop["herds"]) for stop in course["stops"]]
        # An animal that is drawn stays in the game; what each seat has is rounded down.
        assert all(after > before - len(last["herds"]) for before, after in pairwise(herds))
        assert herds[-1] == sum(VALUES.values())
        assert 0 < herds[len(herds) // 2] < herds[-1]  # and they grow from the beginning
        assert len(money) == 5  # the deal and four donkeys: nothing is lost on the way


async def test_an_answer_is_small_and_may_be_kept(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        path = f"{server.url}/api/tables/{hot.id}/replay/all/0"
        async with browser(headers={"accept-encoding": "identity"}) as http:
            plain = await http.get(path)
        async with browser() as http, http.stream("GET", path) as packed:
            raw = b"".join([chunk async for chunk in packed.aiter_raw()])
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(raw) == plain.content
        assert len(raw) * 5 < len(plain.content)
        for answer in (plain, packed):
            assert answer.headers["cache-control"] == "private, max-age=86400"
            assert answer.headers["vary"] == "accept-encoding"
        refused = await ada.http.get(f"{path}0")
        assert refused.headers["cache-control"] == "no-store"


OTHERS = {
    "replay/3/0": "no_such_seat",
    "replay/00/0": "no_such_seat",
    "replay/nobody/0": "no_such_seat",
    "replay/all/999": "no_such_page",
    "replay/all/00": "no_such_page",
    "replay/all/x": "no_such_page",
    "replay/all/9999999999999999999999": "no_such_page",
    "replay/all/-1": "no_such_path",
}


async def test_there_is_no_other_page(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        for path, code in OTHERS.items():
            assert (await got(ada.http, server, f"{hot.id}/{path}", 404))["code"] == code


async def test_who_was_removed_does_not_look_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada", "Ben") as (ada, ben):
        table = await ada.open_table(seats=3, bots=["farmer"], rules=TURNS)
        ben.table = table
        await ben.ask("join")
        await ada.ask("kick", seat=1)
        await ada.ask("seat_bot", seat=1, bot="farmer")
        await ada.ask("start")
        await finished(server, table)
        for path in ("replay/none/0", "course", "coaching"):
            refused = await got(ben.http, server, f"{table}/{path}", 403)
            assert refused["code"] == "kicked"
            await got(ada.http, server, f"{table}/{path}")
