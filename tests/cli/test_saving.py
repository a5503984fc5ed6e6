"""A game that is saved survives whatever ends the program."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from kuhstall.cli import leaving
from kuhstall.cli.leaving import Ended, signals_end_it, wait_for_line
from kuhstall.cli.saving import save
from kuhstall.games.registry import read_log, replayed
from tests.cli.terminal.pseudo_terminal import PseudoTerminal


def begun(file: Path) -> PseudoTerminal:
    """Play three answers of a game, up to the next prompt."""
    terminal = PseudoTerminal(
        *("play", "--terminal", "--seed", "7", "--save", str(file)),
        *("--set", "start_player=seat:0"),
    )
    for _ in range(3):
        terminal.wait()
        terminal.type("1")
    terminal.wait()
    return terminal


def test_the_game_is_saved_after_every_action(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "--terminal", "--seed", "7", "--save", str(file)),
        *("--set", "start_player=seat:0"),
    )
    lengths = []
    for _ in range(4):
        assert terminal.wait() is not None
        log = read_log(file.read_bytes())
        assert replayed(log).phase is not None
        lengths.append(len(log))
        terminal.type("1")
    terminal.press("\x03")

    assert terminal.ended() == 130
    assert lengths == sorted(set(lengths))
    assert list(tmp_path.iterdir()) == [file]


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = begun(file)
    before = file.read_bytes()
    os.killpg(terminal.child.pid, signal.SIGKILL)
    terminal.ended()

    assert terminal.child.signalstatus == signal.SIGKILL
    assert file.read_bytes() == before
    assert replayed(read_log(before)).phase is not None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_with_a_goodbye(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = begun(file)
    before = file.read_bytes()
    os.killpg(terminal.child.pid, number)

    assert terminal.ended() == 128 + number
    assert terminal.shown().splitlines()[-1] == terminal.texts.text("terminal.goodbye")
    assert "Traceback" not in terminal.transcript
    assert file.read_bytes() == before


def test_a_closed_window_ends_the_game_and_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = begun(file)
    before = file.read_bytes()
    terminal.child.ptyproc.fileobj.close()

    assert terminal.child.ptyproc.wait() == 128 + signal.SIGHUP
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_signal_ends_it_that_interrupts_nothing() -> None:
    """As one that comes between the question and the wait for its answer."""
    far, near = os.openpty()
    asked = threading.Event()

    def send() -> None:
        asked.wait()
        os.kill(os.getpid(), signal.SIGTERM)

    def ask() -> None:
        asked.set()
        wait_for_line(keyboard)

    sender = threading.Thread(target=send)
    sender.start()
    # So it is the sender that gets it, while the one who waits is left alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        with os.fdopen(near) as keyboard, pytest.raises(Ended, match="SIGTERM"), signals_end_it():
            ask()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        sender.join()
        os.close(far)


def test_signals_end_only_what_listens_to_them() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Ended, match="SIGTERM"), signals_end_it():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before

    hangup = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_end_it():
            signal.raise_signal(signal.SIGHUP)  # as under nohup
    finally:
        signal.signal(signal.SIGHUP, hangup)


def test_windows_needs_no_pipe_to_wait_for_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its `os` has no `set_blocking` before Python 3.12, and it waits for sockets only."""
    monkeypatch.setattr(leaving, "os", SimpleNamespace(name="nt"))
    with pytest.raises(Ended, match="SIGTERM"), signals_end_it():
        signal.raise_signal(signal.SIGTERM)


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    link.symlink_to(file)
    for data in (b"long ago", b"now"):
        save(link, data)
        assert file.read_bytes() == data

    assert link.is_symlink()
    assert sorted(tmp_path.iterdir()) == [file, link]


def test_a_device_stays_a_device() -> None:
    save(Path(os.devnull), b"[]")

    assert Path(os.devnull).is_char_device()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "game.json"):
        with pytest.raises(OSError, match=str(place)):
            save(place, b"[]")
    assert not list(tmp_path.iterdir())
