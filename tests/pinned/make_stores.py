"""`python -m tests.pinned.make_stores`: a store in mid-game, as 0.1.0 left it. Run at 35f4932 only.

The same people play the same games twice, on SQLite and on PostgreSQL. Then the store is saved,
and everybody looks around in it; last of all, the first thing that is due at each table happens.
"""

from __future__ import annotations

import asyncio
import json
import lzma
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.pinned.author import NAMES, Author, Stop, play
from tests.pinned.old import DATA, Left, memory, restored, saved
from tests.pinned.stage import BEGIN, NOBODY, Stage
from tests.server.databases import database

TICKS: Final = ("kuhhandel", "master", "returned", "slow", "waiting")
"""The tables at which no bot has to act first: what a bot does may change."""


async def start(author: Author, people: tuple[str, ...], **wish: Any) -> str:
    host, *guests = people
    bots = len(wish.get("bots", ()))
    await author.call(host, "POST", "/api/tables", {"seats": len(people) + bots, **wish})
    table = author.stage.table
    for who in guests:
        order = {"cid": "join", "request": {"type": "join"}}
        await author.call(who, "POST", f"/api/tables/{table}/commands", order)
    for who in people:
        await author.do(f"JOIN {who}")
    await author.send(host, "ask", request={"type": "start"})
    author.over = False
    return table


def phase(name: str, after: int = 0) -> Stop:
    def reached(author: Author) -> bool:
        frame = author.seen["anna"]
        return bool(frame["seq"] > after and frame["view"]["phase"]["phase"] == name)

    return reached


Scene = Callable[[Author], Awaitable[tuple[str, ...]]]


async def ended(author: Author) -> tuple[str, ...]:
    await start(author, NAMES, edition="kuhhandel/2")
    await play(author, NAMES, lambda author: author.over)
    return NAMES


async def kuhhandel(author: Author) -> tuple[str, ...]:
    """Somebody has to answer an offer, and somebody else has just gone."""
    anna, ben, cleo = NAMES
    await start(author, NAMES, edition="kuhhandel/2")
    await author.send(anna, "say", phrase="good_luck")
    await author.send(cleo, "say", text="Viel Spaß!")
    await author.send(ben, "mute", line=2)
    await play(author, NAMES, phase("responding", 60))
    await author.do(f"PART {next(who for who in NAMES if who not in author.able(NAMES))}")
    return NAMES


async def master(author: Author) -> tuple[str, ...]:
    """A countdown runs, and somebody has slapped unseen."""
    await start(author, NAMES, edition="master")
    await play(author, NAMES, phase("countdown", 60))
    await author.act(author.able(NAMES)[0])
    return NAMES


async def kuhfstein(author: Author) -> tuple[str, ...]:
    """Somebody has taken something back, in mid-turn."""
    people = NAMES[:2]
    await start(author, people, edition="kuhfstein", bots=["farmer"])

    def taken_back(author: Author) -> bool:
        frame = author.seen["anna"]
        return (
            frame["seq"] > 40
            and any(one["type"] == "took_back" for one in frame["events"])
            and bool(author.able(people))
        )

    await play(author, people, taken_back)
    return people


async def returned(author: Author) -> tuple[str, ...]:
    """Somebody has taken the seat back from a bot, and has to act."""
    await start(author, NAMES, edition="kuhhandel/1")
    await play(author, NAMES, phase("turn", 40))
    (asked,) = author.able(NAMES)
    await author.do(f"PART {asked}")
    await author.do("TICK")
    await author.do(f"JOIN {asked} 1")
    return NAMES


async def slow(author: Author) -> tuple[str, ...]:
    people = NAMES[::2]
    await start(author, people, edition="kuhfstein", pace="slow")
    await play(author, people, lambda author: author.seen["anna"]["seq"] > 20)
    return people


async def waiting(author: Author) -> tuple[str, ...]:
    """A table that has not begun."""
    wish = {"seats": 4, "public": True, "bots": ["random"], "edition": "master-en"}
    await author.call("ben", "POST", "/api/tables", wish)
    return ("ben",)


SCENES: Final[dict[str, Scene]] = {
    scene.__name__: scene
    for scene in (ended, kuhhandel, master, kuhfstein, returned, slow, waiting)
}


async def look(author: Author, left: dict[str, Left]) -> None:
    """See what there is to be seen."""
    for who in (*NAMES, NOBODY):
        await author.call(who, "GET", "/api/me")
        for name, one in left.items():
            for path in ("view", "lines", "events"):
                await author.call(who, "GET", f"/api/tables/{one.table}/{path}")
            if name == "ended":
                await author.call(who, "GET", f"/api/tables/{one.table}/transcript")
                await author.call(who, "GET", f"/api/tables/{one.table}/course")
    table = left["ended"].table
    for viewer in ("all", "none", "0", "1", "2"):
        for page in range(6):
            await author.call(NOBODY, "GET", f"/api/tables/{table}/replay/{viewer}/{page}")


async def make(kind: str, store: Path | str) -> None:
    place = DATA / kind
    place.mkdir(parents=True, exist_ok=True)
    left: dict[str, Left] = {}
    cookies: dict[str, str] = {}
    for number, (name, scene) in enumerate(SCENES.items(), 1):
        patch = pytest.MonkeyPatch()
        now = BEGIN + 10_000 * number
        try:
            async with Stage.open(store, patch, now=now, cookies=cookies) as stage:
                stage._chance.scene = 10_000 * number
                author = Author(stage, 7)
                if not cookies:
                    for who in NAMES:
                        await author.call(who, "POST", "/api/guests", {"name": who.title()})
                        cookies[who] = stage._people[who].cookies["kuhstall"]
                people = await scene(author)
                left[name] = Left(stage.table, stage.clock.time, people)
                stage._server.node.ready = False  # so that nobody is seen to go
        finally:
            patch.undo()
    manifest = {"cookies": cookies, "tables": {name: one.plain() for name, one in left.items()}}
    (place / "tables.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    (place / "store.xz").write_bytes(saved(store))
    told: list[str] = []
    await _tell_again(kind, BEGIN, cookies, told, lambda author: look(author, left))
    for name in TICKS:

        async def tick(author: Author, one: Left = left[name]) -> None:
            await author.do(f"TABLE {one.table}")
            await author.call(NOBODY, "GET", f"/api/tables/{one.table}")
            await author.do(f"JOIN {NOBODY}")
            await author.do("TICK")

        await _tell_again(kind, left[name].now, cookies, told, tick)
    text = ("\n".join(told) + "\n").encode()
    (place / "seen.txt.xz").write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    print(kind, len(text), {file.name: file.stat().st_size for file in place.iterdir()})


async def _tell_again(
    kind: str, now: float, cookies: dict[str, str], told: list[str], tell: Any
) -> None:
    patch = pytest.MonkeyPatch()
    try:
        async with (
            restored(kind) as store,
            Stage.open(store, patch, now=now, cookies=cookies) as stage,
        ):
            author = Author(stage, 1)
            await tell(author)
        told += [f"> NOW {now}", *author.told]
    finally:
        patch.undo()


async def main() -> None:
    with memory() as folder:
        await make("sqlite", folder / "kuhstall.db")
    async with database() as address:
        await make("postgres", address)


if __name__ == "__main__":
    asyncio.run(main())
