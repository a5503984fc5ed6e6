"""What `kuhstall bot` tells whoever started it: where it plays, what is refused, how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest

from kuhstall.cli import bot as command
from kuhstall.cli import main
from kuhstall.cli.remote import Remote
from tests.cli.test_bot_set_back import SEAT, Wire, snapshot


class Strict(Wire):
    """Answers every command with the next code; no code is an ack. Then the game is over."""

    def __init__(self, *codes: str) -> None:
        super().__init__()
        self._said = self._say(codes)

    def recv(self, timeout: float | None) -> bytes:
        if timeout is not None:
            raise TimeoutError
        return msgspec.json.encode(next(self._said))

    def _say(self, codes: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        yield snapshot(41)
        for code in codes:
            answer = {"type": "nack", "code": code} if code else {"type": "ack"}
            yield {**answer, "cid": self.sent[-1]["cid"], "seq": 41}
            if not code:
                yield snapshot(42)
        yield snapshot(43, "ended")


def stay(wire: Strict) -> dict[str, Any]:
    return command._stay(command.Visit(cast("Remote", wire), "farmer"))


def test_a_refused_action_is_told_and_the_bot_chooses_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wire = Strict("too_low", "not_offered")
    stay(wire)
    told = capsys.readouterr()
    actions = [msgspec.json.encode(frame["action"]).decode() for frame in wire.sent[:2]]
    expected = [f"refused: too_low, {actions[0]}", f"refused: not_offered, {actions[1]}"]
    assert told.err.splitlines() == expected
    assert told.out == f"playing on seat {SEAT}\n"
    assert len({frame["cid"] for frame in wire.sent}) == 3


def test_a_bot_whose_actions_are_refused_in_a_row_is_given_up() -> None:
    wire = Strict(*["too_low"] * 9)
    with pytest.raises(command.GivenUpError) as given_up:
        stay(wire)
    told = f"the bot farmer (seat {SEAT}) is given up: 5 refusals in a row"
    assert str(given_up.value) == told
    assert len(wire.sent) == 5


def test_a_bot_that_stumbles_now_and_then_plays_on() -> None:
    stay(Strict(*[*["too_low"] * 4, ""] * 3))


def test_what_was_overtaken_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    stay(Strict(*["stale"] * 9))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, "(seat 0): 2300, place 3 of 4"),
        (1, "(seat 1): 9000, place 1 of 4"),
        (2, "(seat 2): 9000, place 2 of 4"),
        (3, "(seat 3): 0, place 4 of 4"),
        (None, "(no seat any more)"),
    ],
)
def test_the_standing_of_a_seat(seat: int | None, told: str) -> None:
    totals = [2300, 9000, 9000, 0]
    phase = {"winners": [1], "scores": [{"total": total} for total in totals]}
    assert command.standing(phase, seat) == told


def test_a_game_that_was_broken_off_has_no_standing() -> None:
    assert command.standing({"phase": "choosing"}, 2) == "(seat 2)"


class Told(Remote):
    """Notes what a server would have been asked; there is none."""

    asked: list[tuple[str, str]]
    bodies: list[Any]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        self.asked.append((self._address, path))
        self.bodies.append(body)
        return {"table": "t1", "code": "abcdefg", "seat": 0}


@pytest.mark.parametrize(
    ("words", "line"),
    [("", "table t1, invite code abcdefg"), ("--code abcdefg", "joined table t1, waiting for the")],
)
def test_it_tells_where_it_plays_and_how_it_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, line: str
) -> None:
    phase = {"phase": "over", "winners": [1], "scores": [{"total": 5}, {"total": 7}]}
    ended = {"view": {"phase": phase}, "you": 0, "seq": 9}
    monkeypatch.setattr(Told, "asked", [], raising=False)
    monkeypatch.setattr(Told, "bodies", [], raising=False)
    monkeypatch.setattr("kuhstall.cli.remote.Remote", Told)
    monkeypatch.setattr(command, "_play", lambda visit: ended)
    assert main(["bot", "127.0.0.1:8738", "--name", "Bella", *words.split()]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(line)
    assert told[1] == "Bella (seat 0): 5, place 2 of 2"
    assert told[3] == "seq 9, transcript: http://127.0.0.1:8738/api/tables/t1/transcript"
    assert {address for address, _ in Told.asked} == {"http://127.0.0.1:8738"}


@pytest.mark.parametrize(
    ("starts", "line", "wish"),
    [
        ("full", "waiting: the game begins when all seats are taken", {"starts": "full"}),
        ("bots", "waiting: the game begins when all seats are taken; after a minute, by bots",
         {"starts": "bots"}),
        ("host", "Bella (seat 0)", {"bots": ["farmer", "farmer"]}),
    ],
)  # fmt: skip
def test_a_table_of_its_own_can_wait_for_others(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    starts: str,
    line: str,
    wish: dict[str, Any],
) -> None:
    monkeypatch.setattr(Told, "asked", [], raising=False)
    monkeypatch.setattr(Told, "bodies", [], raising=False)
    monkeypatch.setattr("kuhstall.cli.remote.Remote", Told)
    ended = {"view": {"phase": {"phase": "choosing"}}, "you": 0, "seq": 9}
    monkeypatch.setattr(command, "_play", lambda visit: ended)
    words = f"bot 127.0.0.1:8738 --name Bella --seats 3 --starts {starts}"
    assert main(words.split()) == 0
    assert capsys.readouterr().out.splitlines()[1] == line
    usual = {"edition": "kuhhandel/2", "seats": 3, "pace": "live"}
    assert Told.bodies[1] == usual | wish
    started = [body for body in Told.bodies if body and body.get("request") == {"type": "start"}]
    assert len(started) == (starts == "host")


def test_whoever_is_given_up_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def give_up(visit: command.Visit) -> dict[str, Any]:
        raise command.GivenUpError("the bot farmer is given up")

    monkeypatch.setattr(Told, "asked", [], raising=False)
    monkeypatch.setattr(Told, "bodies", [], raising=False)
    monkeypatch.setattr("kuhstall.cli.remote.Remote", Told)
    monkeypatch.setattr(command, "_play", give_up)
    assert main(["bot", "http://127.0.0.1:8738"]) == 1
    assert capsys.readouterr().err == "kuhstall: the bot farmer is given up\n"


def test_it_takes_one_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "http://127.0.0.1:1", "--bots", "miser:Miser,farmer"]) == 2
    told = "kuhstall: 'miser:Miser,farmer' are several bots, and this command takes one\n"
    assert capsys.readouterr().err == told
