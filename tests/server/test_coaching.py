"""The coach of a server: speaks of games that are over, once, in a process of its own."""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from kuhstall.bots.coach import decisions
from kuhstall.bots.coaching import Coaching, Played
from kuhstall.bots.worker import WorkerError
from kuhstall.engine.kernel import fold
from kuhstall.engine.values import Actor
from kuhstall.games.registry import replayed
from kuhstall.server.features.coach.coach import WAITING, QueueError
from kuhstall.server.ops.coach_process import CoachProcess
from kuhstall.server.table.live_table import LiveTable
from tests.server.serving import browser, guests, serving
from tests.server.test_bot_workers import gone
from tests.server.test_replays import TURNS, describe_api, finished, got, over

pytestmark = pytest.mark.anyio

SRC = Path(__file__).resolve().parents[2] / "src" / "kuhstall"


async def test_people_get_remarks_and_bots_give_reasons_at_steps_of_the_replay(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        table = await ada.open_table(seats=4, bots=["easy", "medium", "random"], rules=TURNS)
        await ada.ask("start")
        hot = await finished(server, table)
        said = await got(ada.http, server, f"{table}/coaching")
        describe_api("Coaching", said)
        async with browser() as stranger:  # who may see all cards in the replay may hear this, too
            assert await got(stranger, server, f"{table}/coaching") == said
        assert {remark["seat"] for remark in said["remarks"]} <= {0}
        assert {reason["seat"] for reason in said["reasons"]} == {1, 2}
        asked = list(asked_at_each_step(hot))
        for one in [*said["remarks"], *said["reasons"]]:
            assert one["seat"] in asked[one["step"] - 1], one
        # They think again what they thought then, wherever there was something to think about.
        told = Counter(reason["seat"] for reason in said["reasons"])
        for seat in (1, 2):
            assert told[seat] > 0.6 * len(list(decisions(hot.log, seat)))


def asked_at_each_step(live: LiveTable) -> Iterator[tuple[Actor, ...]]:
    """Tell whose doing each step of a replay may be."""
    table = replayed(live.log[: live.ends[0]])
    yield ()  # it was dealt
    for first, last in pairwise(live.ends):
        yield table.phase.actors(table)
        table = fold(table, live.log[first:last])


async def test_a_game_is_gone_through_once_and_the_process_ends_with_the_server(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        process = server.node.coach._reviewer
        assert isinstance(process, CoachProcess)
        hot = await over(server, ada)
        began_idle = process.pid is None
        path = f"{hot.id}/coaching"
        first, second = await asyncio.gather(*(got(ada.http, server, path) for _ in range(2)))
        pid = process.pid
        assert began_idle  # nobody had asked yet
        assert pid is not None
        os.kill(pid, 9)  # what is kept needs nobody any more
        assert first == second == await got(ada.http, server, path)
        hot.coaching = None
        assert await got(ada.http, server, path) == first  # and another process says the same
        assert process.deaths == 1
        pid = process.pid
        assert pid is not None
    assert gone(pid)


async def test_a_coach_that_stumbles_is_asked_again_later(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        coach = server.node.coach
        healthy, coach._reviewer = coach._reviewer, Stumbling()
        refused = await got(ada.http, server, f"{hot.id}/coaching", 503)
        assert refused.pop("request")
        assert refused == {"code": "no_coach", "text": ""}
        coach._reviewer = healthy
        assert (await got(ada.http, server, f"{hot.id}/coaching"))["reasons"]


class Stumbling(CoachProcess):
    def ask(self, game: Played) -> Coaching:
        raise WorkerError("it stumbled")


async def test_too_many_games_at_once_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        hot = await over(server, ada)
        coach = server.node.coach
        coach._waiting = WAITING
        with pytest.raises(QueueError):
            await coach.coaching(hot)
        refused = await got(ada.http, server, f"{hot.id}/coaching", 503)
        assert (refused["code"], refused["detail"]) == ("busy", {"retry_after": 5000})


async def test_a_game_that_nobody_can_judge_has_no_coach(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        table = await ada.open_table(seats=2, bots=["easy"], edition="kuhfstein")
        await ada.ask("start")
        await finished(server, table)
        assert (await got(ada.http, server, f"{table}/coaching", 404))["code"] == "no_judge"


async def test_what_the_coach_is_told_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path / "k.db") as server, guests(server.url, "Ada") as (ada,):
        table = await ada.open_table(seats=3, bots=["medium", "medium"], rules=TURNS)
        await ada.ask("start")
        live: LiveTable = await server.node.service.cache.live_table(table)
        with pytest.raises(WorkerError, match="a game is judged when it is over"):
            await server.node.coach.coaching(live)
        assert msgspec.json.encode(live.party.secret) == b"null"


def test_nobody_who_plays_is_asked_why() -> None:
    asking = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if re.search(r"\.think\(|\bcoach_game\(", path.read_text())
    }
    assert asking == {"bots/coaching.py", "bots/kuhhandel/farmer.py", "bots/worker.py"}
    told = {
        str(path.relative_to(SRC))
        for path in SRC.rglob("*.py")
        if "collect_game(live)" in path.read_text()
    }
    assert told == {"server/features/coach/coach.py"}
