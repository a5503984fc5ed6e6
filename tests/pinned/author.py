"""People who do by chance what they are offered, and write down what comes of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from tests.pinned.stage import Stage
from tests.server.choosing import chosen

NAMES: Final = ("anna", "ben", "cleo")


class Author:
    """Performs lines and keeps them with their outcome."""

    def __init__(self, stage: Stage, seed: int, ids: str = "c") -> None:
        self.stage = stage
        self.chance = random.Random(seed)
        self.told: list[str] = []
        self.seen: dict[str, dict[str, Any]] = {}
        self.timers: list[dict[str, Any]] = []
        self.over = False
        self.refused: list[str] = []
        self._ids = ids
        self._cids = 0

    async def do(self, line: str) -> list[str]:
        found = await self.stage.perform(line)
        self.told += [f"> {line}", *(f"  {one}" for one in found)]
        for one in found:
            who, _, text = one.partition(" ")
            if text.startswith('{"type":"nack"'):
                self.refused.append(text)
            if not text.startswith(('{"type":"step"', '{"type":"snapshot"')):
                continue
            frame = json.loads(text)
            self.seen[who] = frame
            self.timers = frame["timers"]
            if frame["party"] is not None:
                self.over = frame["party"]["stage"] in {"ended", "closed"}
        return found

    async def call(self, who: str, method: str, path: str, body: Any = None) -> None:
        text = "" if body is None else f" {json.dumps(body)}"
        await self.do(f"CALL {who} {method} {path}{text}")

    async def send(self, who: str, kind: str, **fields: Any) -> list[str]:
        self._cids += 1
        return await self.do(
            f"SEND {who} {json.dumps({'type': kind, 'cid': f'{self._ids}{self._cids}', **fields})}"
        )

    async def act(self, who: str) -> None:
        frame = self.seen[who]
        action = chosen(frame["options"], self.chance)
        found = await self.send(who, "cmd", moment=frame["view"]["moment"], action=action)
        if not any('{"type":"step"' in one for one in found):
            frame["options"] = []  # it is sealed

    def able(self, people: tuple[str, ...]) -> list[str]:
        return [who for who in people if self.seen[who]["options"]]


Stop: TypeAlias = Callable[[Author], bool]


async def play(author: Author, people: tuple[str, ...], stop: Stop) -> None:
    """Act by chance until something is so."""
    for _ in range(3_000):
        if stop(author):
            return
        first = min(author.timers, key=lambda one: float(one["at"]), default=None)
        calls = first is not None and first["seat"] is None
        able = author.able(people)
        if not able or (calls and author.chance.random() < 0.4):
            await author.do("TICK")
        else:
            await author.act(author.chance.choice(able))
    raise RuntimeError("it does not come about")
