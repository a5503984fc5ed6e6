"""`kuhstall bot` comes back after a lost connection, with the bot that it went with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from kuhstall.bots import registry as bots
from kuhstall.cli import bot as command
from kuhstall.cli.remote import Remote
from kuhstall.engine.values import Refused
from tests.cli.test_bot_set_back import SEAT, Wire, snapshot


def closed(code: int, reason: str) -> ConnectionClosedError:
    return ConnectionClosedError(Close(code, reason), None)


LOST = ConnectionClosedError(None, None)
TOO_MUCH = closed(1008, "slow_down")


class Line(Wire):
    """A connection that shows some frames, and then breaks for a reason."""

    def __init__(self, broken: Exception, *frames: dict[str, Any]) -> None:
        super().__init__(*frames)
        self._broken = broken

    def recv(self, timeout: float | None) -> bytes:
        try:
            return super().recv(timeout)
        except StopIteration:
            raise self._broken from None


class Server:
    """Gives one line after the other."""

    def __init__(self, *lines: Line) -> None:
        self._lines = iter(lines)

    @contextmanager
    def socket(self) -> Iterator[Line]:
        yield next(self._lines)

    def heard(self) -> tuple[int, Any]:
        return Wire().heard()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Do not wait, but keep for how long it would have been."""
    kept: list[float] = []
    monkeypatch.setattr("time.sleep", kept.append)
    return kept


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    kept: list[str] = []
    make = bots.make

    def counted(name: str, *rest: Any) -> Any:
        kept.append(name)
        return make(name, *rest)

    monkeypatch.setattr(bots, "make", counted)
    return kept


def visit(*lines: Line) -> command.Visit:
    return command.Visit(cast("Remote", Server(*lines)), "farmer")


@pytest.mark.parametrize("broken", [LOST, TOO_MUCH, closed(1001, "reconnect")])
def test_a_bot_is_made_once_however_often_the_connection_is_lost(
    waits: list[float], made: list[str], broken: Exception
) -> None:
    lines = [Line(broken, snapshot(41)) for _ in range(20)]
    ended = command._play(visit(*lines, Line(LOST, snapshot(42, "ended"))))
    assert ended["party"]["stage"] == "ended"
    assert [len(line.sent) for line in lines] == [1] * 20
    assert made == ["farmer"]
    assert waits == [0.0] + [1.0] * 20  # whoever has seen the table begins to count anew


def test_a_server_that_shows_nothing_is_given_up_after_some_tries(waits: list[float]) -> None:
    lines = [Line(LOST, snapshot(41)), *(Line(TOO_MUCH) for _ in range(9))]
    with pytest.raises(Refused, match="the server is away"):
        command._play(visit(*lines))
    assert waits == [0.0, *command._WAITS[1:]]


@pytest.mark.parametrize("reason", ["kicked", "logged_out", "no_such_table"])
def test_whoever_was_shown_the_door_does_not_come_back(waits: list[float], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        command._play(visit(Line(closed(1008, reason), snapshot(41))))
    assert refused.value.code == reason
    assert waits == [0.0]


def test_what_waited_to_be_sent_does_not_go_over_the_next_connection(made: list[str]) -> None:
    there = visit()
    there.is_over(snapshot(41))
    for _ in range(2):
        there.chooses(snapshot(41))
        there.take()
    there.chooses(snapshot(41))
    before = there.hush
    there.arrive()
    assert (before is None, there.hush is None) == (False, True)
    assert there.command == {"cid": ""}


def test_a_bot_that_was_too_slow_takes_its_seat_back_once(made: list[str]) -> None:
    """On a machine with much else to do, a table would stand still for ever, with nobody there."""
    places: list[dict[str, Any]] = [{"away": False} for _ in range(3)]
    away = [*places[:SEAT], {"away": True}, *places[SEAT + 1 :]]
    party = {"stage": "playing", "edition": "kuhhandel/2"}
    frames = [
        snapshot(41 + number, party={**party, "places": sat})
        for number, sat in enumerate([places, away, away, places, away])
    ]
    line = Line(LOST, *frames, snapshot(60, "ended"))
    command._play(visit(line))
    asked = [frame["request"] for frame in line.sent if frame["type"] == "ask"]
    assert asked == [{"type": "come_back"}] * 2
