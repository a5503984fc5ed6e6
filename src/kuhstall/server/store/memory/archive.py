"""The archive in memory: a packed game is replaced with its unpacked self."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kuhstall.server.store.archive import (
    ArchiveRow,
    KeptRefusal,
    KeptSeal,
    KeptStep,
    PackedGame,
    Packing,
    pack,
    unpack,
)
from kuhstall.server.table.log import Accepted, Rejected, SealedAction, Step

if TYPE_CHECKING:
    from kuhstall.server.store.memory.store import KeptTable


class MemoryArchive:
    clock: Callable[[], float]
    kept: dict[str, KeptTable]

    async def archive_age(self) -> float:
        return math.inf

    async def packable(self, after: str, age: float, limit: int) -> Sequence[str]:
        oldest = self.clock() - age
        found = (
            table
            for table, kept in self.kept.items()
            if table > after
            and kept.finished is not None
            and kept.packed < len(kept.steps) - 1
            and kept.latest < oldest
        )
        return sorted(found)[:limit]

    async def pack_game(self, table: str) -> Packing | None:
        kept = self.kept.get(table)
        if kept is None or kept.finished is None or kept.packed == len(kept.steps) - 1:
            return None
        row = self.squeeze(kept)
        return Packing(kept.packed, row.size)

    def squeeze(self, kept: KeptTable) -> ArchiveRow:
        """Pack a table, finished or not, and continue with what unpacks from that."""
        row = pack(_game(kept))
        game = unpack(row.log, row.refusals)
        table, last = kept.opening.table, kept.steps[-1]
        kept.steps = [
            Step(table, seq, one.actor, one.command, one.events, one.due)
            for seq, one in enumerate(game.steps, 1)
        ]
        kept.answers = {
            (step.actor, step.command): Accepted(step.seq, known=True)
            for step in (*kept.steps, last)
        } | {(one.actor, one.command): Rejected(one.code) for one in game.refusals}
        kept.steps.append(last)
        kept.refused = {(one.actor, one.command): one.at for one in game.refusals}
        kept.opened = {}
        for one in game.seals:
            held = SealedAction(one.seat, one.command, one.action, one.revision)
            kept.opened.setdefault(one.moment, []).append((one.opened, held))
        kept.packed = len(game.steps)
        kept.orders.clear()
        return row

    async def packed_games(self, after: str, limit: int) -> Sequence[str]:
        found = (table for table, kept in self.kept.items() if table > after and kept.packed)
        return sorted(found)[:limit]

    async def clear_seals(self) -> bool:
        return False

    async def unpack_game(self, table: str) -> bool:
        kept = self.kept.get(table)
        if kept is None or not kept.packed:
            return False
        kept.packed = 0
        return True


def _game(kept: KeptTable) -> PackedGame:
    codes = {
        command: answer.code
        for command, answer in kept.answers.items()
        if isinstance(answer, Rejected)
    }
    return PackedGame(
        [
            KeptStep(step.actor, step.command, step.events, step.due, kept.latest)
            for step in kept.steps[:-1]
        ],
        [
            KeptSeal(moment, one.seat, one.command, b"", opened, one.revision)
            for moment, held in kept.opened.items()
            for opened, one in held
        ],
        [
            KeptRefusal(actor, command, codes[actor, command], at)
            for (actor, command), at in kept.refused.items()
        ],
    )
