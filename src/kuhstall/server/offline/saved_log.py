"""The log of offline tables: in memory, and saved by the page after each change.

A step is answered once the page has saved it. If the page cannot save, because the device is full,
the game goes on; the steps are saved with the next change, if there is room by then.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw, Struct

from kuhstall.engine.values import Actor
from kuhstall.server.store.memory.store import KeptTable, MemoryStore
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Listing,
    Opening,
    OrderedAction,
    Rejected,
    SealedAction,
    Step,
)
from kuhstall.server.table.party.party import device_of

_log = logging.getLogger(__name__)


class Disk(Protocol):
    """The page, as far as it saves tables."""

    def save(self, number: int, table: str, head: str, steps: str) -> None:
        """Replace the head of a table and add steps; report the number when that is durable."""
        ...


class SavedRefusal(Struct, frozen=True):
    actor: Actor
    command: str
    code: str
    at: float


class Head(Struct, frozen=True):
    """What is saved of a table besides its steps. The page reads the fields up to `tutorial`."""

    table: str
    code: str
    poster: Raw
    finished: float | None
    closed: bool
    at: float
    tutorial: bool
    opening: Opening
    listing: Listing
    since: float
    due: float | None
    finishers: tuple[str, ...]
    sealed: dict[int, list[SealedAction]]
    opened: dict[int, list[tuple[int, SealedAction]]]
    refused: tuple[SavedRefusal, ...]
    names: dict[str, str]


class SavedStep(Struct, frozen=True, array_like=True):
    actor: Actor
    command: str
    events: Raw
    due: float | None


_encoder: Final = msgspec.json.Encoder()
_heads: Final = msgspec.json.Decoder(Head)
_steps: Final = msgspec.json.Decoder(SavedStep)


class SavedLog(MemoryStore):
    def __init__(
        self, disk: Disk, names: dict[str, str], clock: Callable[[], float] = time.time
    ) -> None:
        """The names of the players are saved with their tables."""
        super().__init__(clock)
        self._disk = disk
        self._names = names
        self._numbers = 0
        self._saving: dict[int, asyncio.Future[None]] = {}

    def note_saved(self, number: int) -> None:
        """Note that the page has saved what it was given under a number, or cannot save it."""
        waiting = self._saving.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def restore_table(self, head: str, steps: Sequence[str]) -> None:
        """Load a table as it was saved."""
        saved = _heads.decode(head)
        kept = KeptTable(
            saved.opening,
            saved.listing,
            saved.since,
            [],
            saved.due,
            sealed=saved.sealed,
            opened=saved.opened,
            latest=saved.at,
            finished=saved.finished,
            finishers=frozenset(saved.finishers),
        )
        for seq, text in enumerate(steps, 1):
            step = _steps.decode(text)
            events = bytes(step.events)
            kept.steps.append(Step(saved.table, seq, step.actor, step.command, events, step.due))
            kept.answers[step.actor, step.command] = Accepted(seq, known=True)
        for one in saved.refused:
            kept.answers[one.actor, one.command] = Rejected(one.code)
            kept.refused[one.actor, one.command] = one.at
        self.kept[saved.table] = kept
        for person, name in saved.names.items():
            self._names.setdefault(person, name)

    # The calls of the log that change a table

    async def open_table(self, opening: Opening, first: Step) -> None:
        await super().open_table(opening, first)
        await self._save(opening.table, [first])

    async def append(  # noqa: PLR0913 -- the contract of the log
        self,
        step: Step,
        *,
        opens: int | None = None,
        opened: int = 0,
        listing: Listing | None = None,
        outbox: bytes | None = None,
        ordered: Sequence[OrderedAction] = (),
    ) -> Answer | Behind:
        answer = await super().append(
            step, opens=opens, opened=opened, listing=listing, ordered=ordered
        )
        if isinstance(answer, Accepted) and not answer.known:
            await self._save(step.table, [step])
        return answer

    async def refuse(self, table: str, actor: Actor, command: str, code: str) -> Answer:
        answer = await super().refuse(table, actor, command, code)
        await self._save(table)
        return answer

    async def seal(  # noqa: PLR0913 -- the contract of the log
        self,
        table: str,
        seq: int,
        moment: int,
        sealed: SealedAction,
        *,
        follows: bytes | None = None,
        due: float | None = None,
    ) -> SealedAction | Behind | Rejected:
        held = await super().seal(table, seq, moment, sealed, follows=follows, due=due)
        if held is sealed:
            await self._save(table)
        return held

    async def _save(self, table: str, steps: Sequence[Step] = ()) -> None:
        """Have the page save a table, with its new steps, and wait until it has."""
        kept = self.kept[table]
        texts = [(step.seq, _text(SavedStep(*_fields(step)))) for step in steps]
        self._numbers += 1
        number, done = self._numbers, asyncio.get_running_loop().create_future()
        self._saving[number] = done
        self._disk.save(number, table, _text(_head(kept, self._names)), _text(texts))
        await done


def _fields(step: Step) -> tuple[Actor, str, Raw, float | None]:
    return step.actor, step.command, Raw(step.events), step.due


def _can_sit_at(table: str, person: str) -> bool:
    """Return whether a person has the device, or is one that it is passed to at this table."""
    return device_of(person) == person or person.endswith(f"/{table}")


def _head(kept: KeptTable, names: dict[str, str]) -> Head:
    opening, listing = kept.opening, kept.listing
    refused = (
        SavedRefusal(actor, command, answer.code, kept.refused.get((actor, command), 0.0))
        for (actor, command), answer in kept.answers.items()
        if isinstance(answer, Rejected)
    )
    return Head(
        opening.table,
        opening.code,
        Raw(listing.text),
        kept.finished,
        listing.closed,
        kept.latest,
        opening.outbox is None,
        opening,
        listing,
        kept.since,
        kept.due,
        tuple(sorted(kept.finishers)),
        kept.sealed,
        kept.opened,
        tuple(refused),
        {one: name for one, name in names.items() if _can_sit_at(opening.table, one)},
    )


def _text(value: Any) -> str:
    return _encoder.encode(value).decode()
