"""`python -m tests.pinned.make`: the stories, as 0.1.0 told them. Run at commit 35f4932 only.

People do at random what they are offered, and the clock does what is due. What they sent becomes
the input of a story, what they got its output.
"""

from __future__ import annotations

import asyncio
import lzma
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from tests.pinned.author import NAMES, Author
from tests.pinned.old import memory
from tests.pinned.stage import NOBODY, TEMPO, Stage

PINS: Final = Path(__file__).parents[1] / "data" / "0.1.0" / "pins"


async def game(author: Author, edition: str, people: tuple[str, ...], late: range) -> None:
    """A whole game with a spectator, and everything that can be asked about it afterwards."""
    stage = author.stage
    for who in people:
        await author.call(who, "POST", "/api/guests", {"name": who.title()})
    host, *guests = people
    await author.call(host, "POST", "/api/tables", {"edition": edition, "seats": len(people)})
    table = stage.table
    await author.call(NOBODY, "GET", f"/api/tables/{table}")
    for who in guests:
        order = {"cid": "join", "request": {"type": "join"}}
        await author.call(who, "POST", f"/api/tables/{table}/commands", order)
    for who in (*people, NOBODY):
        await author.do(f"JOIN {who}")
    await author.send(host, "ask", request={"type": "start"})
    for turn in range(3_000):
        if author.over:
            break
        first = min(author.timers, key=lambda one: float(one["at"]), default=None)
        clock = first is not None and first["seat"] is None
        able = author.able(people)
        if not able or (clock and author.chance.random() < 0.4) or turn in late:
            await author.do("TICK")
        else:
            wait = author.chance.choice((0.125, 0.25, 0.5))
            if author.chance.random() < 0.2 and stage.clock.time + wait < (await stage.due() or 0):
                await author.do(f"WAIT {wait}")
            await author.act(author.chance.choice(able))
    else:
        raise RuntimeError("the game does not end")
    await author.send(guests[-1], "say", phrase="well_played")
    for who in people[:2]:
        await author.send(who, "ask", request={"type": "rematch"})
    for path in ("", "/view", "/lines", "/events", "/transcript", "/course"):
        await author.call(host, "GET", f"/api/tables/{table}{path}")
    for viewer in ("all", "none", "1"):
        await author.call(host, "GET", f"/api/tables/{table}/replay/{viewer}/0")
    await author.do("ROWS")


async def party(author: Author) -> None:
    """All that happens around a game: seats, promises, chat, pauses, people who go and come."""
    call, send, do = author.call, author.send, author.do
    anna, ben, cleo = NAMES
    stage, value, unknown = author.stage, "5" * 64, "a" * 26
    fair: Any = import_module("kuhstall.server.fair")  # where it was at 0.1.0

    async def ask(who: str, kind: str, **fields: Any) -> None:
        await send(who, "ask", request={"type": kind, **fields})

    async def order(who: str, table: str, kind: str, **fields: Any) -> None:
        body = {"cid": f"{kind}-{who}", "request": {"type": kind, **fields}}
        await call(who, "POST", f"/api/tables/{table}/commands", body)

    for path in ("/api/editions", "/api/house", "/api/lobby", "/api/me", "/api/codes/abcdefg"):
        await call(NOBODY, "GET", path)
    for path in ("/api/nowhere", f"/api/tables/{unknown}", f"/api/tables/{unknown}/view"):
        await call(NOBODY, "GET", path)
    await call(anna, "POST", "/api/tables", {"edition": "nothing", "name": "Anna"})
    await call(anna, "POST", "/api/tables", {"nothing": 1})
    await call(ben, "POST", "/api/guests", {"name": "Ben"})
    await call(cleo, "POST", "/api/guests", {})
    await call(cleo, "POST", "/api/me", {"name": "Cleo \u2764"})
    wish = {"seats": 5, "public": True, "bots": ["farmer"], "pace": "relaxed"}
    await call(anna, "POST", "/api/tables", wish)
    first = stage.table
    promise = fair.seat_commitment(first, 1, bytes.fromhex(value)).hex()
    await call(NOBODY, "GET", "/api/lobby")
    await call(NOBODY, "GET", f"/api/tables/{first}/transcript")
    await call(anna, "GET", "/api/me")
    for who in (anna, NOBODY):
        await do(f"JOIN {who}")
    await order(ben, first, "join", seat=1, commitment=promise)
    await order(cleo, first, "join", seat=3)
    for who in (ben, cleo):
        await do(f"JOIN {who}")
    await ask(anna, "seat_bot", seat=2, bot="random")
    await ask(anna, "swap", one=0, other=3)
    await ask(anna, "swap", one=0, other=3)
    await ask(anna, "free_seat", seat=2)
    await ask(anna, "free_seat", seat=4)
    await ask(cleo, "start")
    await ask(anna, "swap", one=2, other=3)
    await ask(anna, "arrange", seats=3, rules={"overbid": "restart_all"}, pace="live", public=False)
    await ask(anna, "arrange", edition="kuhhandel/2", rules={}, seats=3)
    await send(cleo, "say", phrase="hello")
    await send(anna, "say", text="Willkommen, \U0001f404!")
    await send(ben, "mute", line=1)
    await send(cleo, "say", phrase="good_luck")
    await send(NOBODY, "say", phrase="nice")
    await ask(anna, "hand_over", seat=1)
    await ask(ben, "start")
    await do("TICK")  # nobody reveals
    await order(ben, first, "join", seat=1, commitment=promise)  # known, and answered as it was
    await ask(ben, "join", seat=1)
    await ask(ben, "commit", commitment=promise)
    await ask(ben, "start")
    await ask(anna, "arrange", public=False)
    await send(anna, "say", text="Willkommen, \U0001f404!")
    await ask(anna, "start")
    await ask(ben, "reveal", value="6" * 64)
    await ask(ben, "reveal", value=value)
    await do('SEND cleo {"type":"resume","last_seq":3}')
    await send(anna, "cmd", moment=0, action={"type": "pass"})
    await send(anna, "cmd", moment=1, action={"type": "nothing"})
    for who in NAMES:
        await ask(who, "ask_pause")
    await ask(cleo, "resume")
    (asked,) = author.able(NAMES)
    await do(f"PART {asked}")
    await do("TICK")  # a bot takes over
    await do(f"JOIN {asked} 1")
    await do("TICK")  # and they are late
    rest = [who for who in NAMES if who != asked]
    await do(f"PART {rest[0]}")
    await do("TICK")
    await ask(rest[1], "kick", seat=NAMES.index(rest[0]))
    await do(f"JOIN {rest[0]} 1")
    await ask(rest[0], "come_back")
    await do("TICK 1000")  # the server was away
    for who in NAMES:
        await do(f"PART {who}")
    await do(f"JOIN {ben} 1")
    await ask(ben, "leave")
    await do("TICK")
    await order(cleo, first, "leave")
    await order(anna, first, "leave")
    await call(NOBODY, "GET", f"/api/tables/{first}")
    await call(ben, "POST", "/api/tables", {"edition": "master", "seats": 3})
    third = stage.table
    await do(f"JOIN {ben}")
    await order(cleo, third, "join")
    await ask(ben, "kick", seat=1)
    await order(cleo, third, "join")
    await call(cleo, "GET", f"/api/tables/{third}/view")
    await do("TICK")  # nobody has begun
    wish = {"seats": 2, "edition": "kuhfstein", "pace": "slow"}
    await call(anna, "POST", "/api/tables", wish)
    second = stage.table
    await order(cleo, second, "join")
    for who in (anna, cleo):
        await do(f"JOIN {who}")
    await ask(anna, "start")
    for _ in range(12):
        (asked,) = author.able((anna, cleo))
        await author.act(asked)
    await do("TICK")
    await call(anna, "GET", f"/api/tables/{second}/view")
    await call(cleo, "GET", "/api/me")
    await call(cleo, "DELETE", "/api/session")
    await call(ben, "DELETE", "/api/me")
    await do("ROWS")


GAMES: Final[dict[str, tuple[str, tuple[str, ...], int]]] = {
    "kuhhandel": ("kuhhandel/2", NAMES, 1),
    "master": ("master", NAMES, 1),
    "kuhfstein": ("kuhfstein", NAMES[:2], 1),
}
LATE: Final = range(60, 300, 60)


async def written(name: str) -> bytes:
    patch = pytest.MonkeyPatch()
    with memory() as folder:
        tempo = TEMPO.get(name, 1.0)
        try:
            async with Stage.open(folder / "kuhstall.db", patch, tempo=tempo) as stage:
                if name == "party":
                    await party(author := Author(stage, 1))
                else:
                    edition, people, seed = GAMES[name]
                    await game(author := Author(stage, seed), edition, people, LATE)
        finally:
            patch.undo()
    return ("\n".join(author.told) + "\n").encode()


def main() -> None:
    PINS.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or [*GAMES, "party"]:
        text = asyncio.run(written(name))
        packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
        (PINS / f"{name}.txt.xz").write_bytes(packed)
        inputs = sum(line.startswith(b"> ") for line in text.splitlines())
        print(f"{name}: {inputs} inputs, {len(text)} bytes, packed {len(packed)}")


if __name__ == "__main__":
    main()
