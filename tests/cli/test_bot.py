"""`kuhstall bot`: what it does when a server has not decided a command, or it may not call yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from kuhstall.cli import bot, main, parser
from kuhstall.cli.remote import Remote
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.wire.frames import encode_frame
from kuhstall.server.wire.views import snapshot
from tests.server.houses import House
from tests.server.serving import process


async def _shown(path: str) -> dict[str, Any]:
    """Show a table at which it is Anna's turn."""
    store = await SqliteStore.connect(path)
    live = await House(store).start(("anna", "ben", "cleo"), rules={"start_player": "seat:0"})
    frame: dict[str, Any] = msgspec.json.decode(encode_frame(snapshot(live, "anna", ())))
    await store.close()
    return frame


class Wire:
    """The other end: it answers each command with the next code, and then the game is over."""

    def __init__(self, frame: dict[str, Any], codes: list[str]) -> None:
        self.sent: list[dict[str, Any]] = []
        self._frame = frame
        self._codes = codes
        self._said = self._say()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def send(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text))

    def recv(self, timeout: float | None) -> bytes:
        assert timeout is None
        return next(self._said)

    def _say(self) -> Iterator[bytes]:
        yield msgspec.json.encode(self._frame)
        yield msgspec.json.encode({"type": "nack", "cid": "old", "code": "slow_down", "seq": 1})
        for code in self._codes:
            cid = self.sent[-1]["cid"]
            busy = {"type": "busy", "cid": cid, "retry_after": 0}
            nack = {"type": "nack", "cid": cid, "code": code, "seq": 1}
            yield msgspec.json.encode(busy if code == "busy" else nack)
        over = {**self._frame, "party": {**self._frame["party"], "stage": "ended"}}
        yield msgspec.json.encode(over)


class Server:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def socket(self) -> Wire:
        return self._wire

    def heard(self) -> tuple[int, list[Any]]:
        return 0, []


@pytest.mark.parametrize(
    ("codes", "sends"),
    [
        ([], 1),
        (["stale"], 1),
        (["slow_down"], 2),
        (["busy", "busy"], 3),
        (["unavailable", "slow_down", "stale"], 3),
    ],
)
def test_a_bot_sends_again_what_was_not_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codes: list[str], sends: int
) -> None:
    monkeypatch.setattr(bot, "_SHORT_WAIT", 0.0)
    wire = Wire(asyncio.run(_shown(str(tmp_path / "kuhstall.db"))), codes)
    server: Any = Server(wire)
    assert bot._stay(bot.Visit(server, "random"))["party"]["stage"] == "ended"
    assert len(wire.sent) == sends
    assert len({frame["cid"] for frame in wire.sent}) == 1


def test_a_bot_sends_no_more_than_a_socket_admits(tmp_path: Path) -> None:
    frame = asyncio.run(_shown(str(tmp_path / "kuhstall.db")))
    server: Any = Server(Wire(frame, []))
    visit = bot.Visit(server, "random")
    visit.is_over(frame)
    waits = []
    for _ in range(2):
        assert visit.chooses(frame)
        waits.append(visit.hush)
        visit.take()
    assert waits[0] is None  # the first goes out at once
    assert waits[1] is not None
    assert 100 * bot._BETWEEN > 20


class Tapped:
    """A real socket that keeps what goes through, until enough calls have been taken."""

    def __init__(self, remote: Remote, enough: int) -> None:
        self.calls: list[str] = []
        self.answers: dict[str, str] = {}
        self._remote = remote
        self._enough = enough

    @contextmanager
    def socket(self) -> Iterator[Self]:
        with self._remote.socket() as self._real:
            yield self

    def heard(self) -> tuple[int, list[Any]]:
        return self._remote.heard()

    def send(self, text: str) -> None:
        frame = msgspec.json.decode(text)
        if frame.get("action", {}).get("type") == "call":
            self.calls.append(frame["cid"])
        self._real.send(text)

    def recv(self, timeout: float | None) -> str | bytes:
        data = self._real.recv(timeout)
        frame = msgspec.json.decode(data)
        if frame["type"] in {"ack", "nack"}:
            self.answers[frame["cid"]] = frame.get("code", "taken")
        if self.told.count("taken") >= self._enough and frame["type"] == "step":
            frame["party"] = {"edition": "", "stage": "ended"}
        return msgspec.json.encode(frame)

    @property
    def told(self) -> list[str]:
        return [self.answers[cid] for cid in self.calls if cid in self.answers]


def test_a_bot_with_the_gavel_calls_as_soon_as_the_others_could_speak(tmp_path: Path) -> None:
    with process(tmp_path, tmp_path / "kuhstall.db", tempo=0.1) as here:
        remote = Remote(here.url)
        remote.enter("Resi")
        words = ["bot", here.url, "--seats", "3", "--set", "gavel=auctioneer"]
        wish = bot._wish(parser().parse_args([*words, "--set", "start_player=1"]))
        assert wish["rules"] == {"gavel": "auctioneer", "start_player": "seat:0"}
        remote.open_table(**wish)
        remote.ask("start")
        tapped: Any = Tapped(remote, enough=4)
        bot._stay(bot.Visit(tapped, "farmer"))
    assert tapped.told.count("taken") >= 4
    assert "too_soon" not in tapped.told


def test_a_house_rule_that_does_not_exist_is_refused_before_any_call(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bot", "http://127.0.0.1:9", "--set", "gavell=clock"]) == 2
    assert "gavell" in capsys.readouterr().err
