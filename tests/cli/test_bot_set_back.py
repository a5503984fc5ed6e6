"""A bot as a guest of a server, over a wire that a test holds the other end of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import msgspec
import pytest

from kuhstall.bots import registry as bots
from kuhstall.cli import bot as command
from kuhstall.cli.remote import Remote
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin, options
from kuhstall.engine.table import Table
from kuhstall.games import registry as games

TABLE: Table[Any, Any]
TABLE, EVENTS = begin(games.find("kuhhandel/2"), 3, SeededChance(b"x" * 64))
SEAT = next(iter(TABLE.phase.actors(TABLE)))


class Wire:
    """Says what it was told to say, and keeps what it hears."""

    def __init__(self, *frames: dict[str, Any]) -> None:
        self._frames = iter(frames)
        self.sent: list[dict[str, Any]] = []

    def recv(self, timeout: float | None) -> bytes:
        if timeout is not None:
            raise TimeoutError  # says nothing while a bot waits with its answer
        return msgspec.json.encode(next(self._frames))

    def send(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text))

    @contextmanager
    def socket(self) -> Iterator[Wire]:
        yield self

    def heard(self) -> tuple[int, Any]:
        redact = TABLE.edition.game.redact
        return 41, msgspec.to_builtins([redact(event, SEAT) for event in EVENTS])


def snapshot(seq: int, stage: str = "playing", **more: Any) -> dict[str, Any]:
    return {
        "type": "snapshot",
        "seq": seq,
        "you": SEAT,
        "party": {"stage": stage, "edition": "kuhhandel/2"},
        "view": msgspec.to_builtins(TABLE.edition.game.view(TABLE, SEAT)),
        "options": msgspec.to_builtins(options(TABLE, SEAT)),
        "timers": [],
        **more,
    }


def test_a_table_that_went_back_is_played_on_by_a_bot_that_remembers_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []
    make = bots.make

    def counted(name: str, *rest: Any) -> Any:
        made.append(name)
        return make(name, *rest)

    monkeypatch.setattr(bots, "make", counted)
    wire = Wire(snapshot(50), snapshot(41, went_back=9), snapshot(42), snapshot(43, "ended"))
    command._stay(command.Visit(cast("Remote", wire), "farmer"))
    assert [frame["type"] for frame in wire.sent] == ["cmd", "cmd", "cmd"]
    assert made == ["farmer", "farmer"]
    assert capsys.readouterr().err == "the server has lost 9 steps, on from there\n"
