"""`kuhstall replay`: a stored game for each viewer, and a single line for a damaged one."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from kuhstall.cli import main
from kuhstall.cli.edition import random_source
from kuhstall.cli.replay import read
from kuhstall.cli.saving import with_names
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.registry import find, read_log, write_log
from kuhstall.messages import LANGUAGES, Catalogue


def stored(folder: Path, moves: int = 5000) -> Path:
    match = Match(
        find("kuhhandel/2").with_rules({"auction_mode": "turns"}), 3, random_source("replay")
    )
    chance = random_source("moves")
    while match.actors and moves:
        moves -= 1
        match.play(match.actors[0], sample(match.options(match.actors[0]), chance))
    path = folder / f"game-{moves}.json"
    path.write_bytes(write_log(match.log))
    return path


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("logs"))


def told(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["replay", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_a_transcript_is_told_as_its_log_is(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kuhstall-offline.json"
    file.write_text(json.dumps({"protocol": "kh-fair-1", "log": json.loads(log.read_text())}))
    assert told(capsys, file) == told(capsys, log)


@pytest.mark.parametrize("text", ["{}", '{"log": 1}', "{", '{"log": []}'])
def test_a_transcript_without_a_log_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert main(["replay", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_to_its_score(
    log: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Catalogue.load(language).text
    story = told(capsys, log, "--lang", language)

    assert text("terminal.seen_openly") in story
    assert text("score.title") in story
    assert text("score.total") in story


def test_each_viewer_sees_only_what_it_may(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stories = {
        viewer: told(capsys, log, "--lang", "en", "--as", viewer)
        for viewer in (1, 2, 3, "spectator")
    }
    openly = told(capsys, log, "--lang", "en")

    assert "As Seat 1 saw it." in stories[1]
    assert "face down: " in openly
    assert "face down: " not in stories["spectator"]
    assert "Seat 1 offers face down: " in stories[1]
    assert "Seat 2 offers face down: " not in stories[1]
    assert "Seat 0" not in "".join(stories.values())
    assert len(set(stories.values())) == 4


def test_seats_can_be_called_by_their_names(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = told(capsys, log, "--lang", "en", "--as", "1", "--names", "Anna,,Cl\x1beo")

    assert "As Anna saw it." in story
    assert "It is Cleo’s turn." in story
    assert "It is Seat 2’s turn." in story
    assert "Seat 1" not in story


@pytest.mark.parametrize(
    ("names", "reason"), [("A,B,C,D", "4 names do not fit"), ("A,A", "same name")]
)
def test_names_that_do_not_fit_are_refused(
    names: str, reason: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(log), "--lang", "en", "--names", names]) == 2

    said = capsys.readouterr()
    assert reason in said.err
    assert not said.out


def test_a_saved_game_keeps_the_names(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved.json"
    names = ["Anna", "Zenzi", "Märta"]
    saved.write_bytes(with_names(log.read_bytes(), names))
    assert read_log(saved.read_bytes()) == read_log(log.read_bytes())  # as older versions read it

    story = told(capsys, saved, "--lang", "en")
    assert all(name in story for name in names)
    assert "Seat" not in story
    assert "Resi" in told(capsys, saved, "--lang", "en", "--names", "Resi")
    assert "Seat 2" in told(capsys, log, "--lang", "en")  # a file of before says nothing


@pytest.mark.parametrize("names", [["A"] * 9, [1, 2], "Anna", {"a": 1}, ["A", "A"]])
def test_names_that_somebody_has_spoilt_are_no_reason_to_stop(
    names: Any, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved.json"
    saved.write_bytes(with_names(log.read_bytes(), names))
    assert "Seat 2" in told(capsys, saved, "--lang", "en")


def test_stepping_waits_for_enter(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n\n"))
    story = told(capsys, log, "--lang", "en", "--step")

    assert story.count("Press Enter to go on.") == 4
    assert "Score sheet" not in story


@pytest.fixture(scope="module")
def master_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Store a game of Master in which nobody is quick to slap."""
    edition = find("master").with_rules({"auction_mode": "turns", "pedigree_mode": "stepwise"})
    match = Match(edition.with_rules({"no_progress_limit": 5}), 3, random_source("master"))
    chance = random_source("moves")
    while match.actors:
        options = match.options(match.actors[0])
        slow = options[:1] if match.table.phase.sealed and chance.below("slow", 8) else options
        match.play(match.actors[0], sample(slow, chance))
    path = tmp_path_factory.mktemp("logs") / "master.json"
    path.write_bytes(write_log(match.log))
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_master_is_told_to_its_score(
    master_log: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Catalogue.load(language).text
    stories = {
        viewer: told(capsys, master_log, "--lang", language, "--as", viewer)
        for viewer in (1, 2, "spectator")
    }

    assert len(set(stories.values())) == 3
    for story in stories.values():
        assert text("edition.master.title") in story
        assert text("score.total") in story
        assert "log." not in story


def test_the_steps_of_a_countdown_are_told_together(master_log: Path) -> None:
    parts = read(master_log.read_bytes(), None, Catalogue.load("en"))
    texts = [part.plain for part in parts if isinstance(part, Text)]
    counts = [text for text in texts if "the count is down to" in text]

    assert max(text.count("\n") for text in counts) > 1
    for before, part in pairwise(texts):
        if part in counts:
            assert "Countdown from" in before or "counted down again" in before


def test_each_line_has_the_number_of_its_event(
    log: Path, master_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (log, master_log):
        events = read_log(file.read_bytes())
        parts = read(file.read_bytes(), None, Catalogue.load("en"))
        lines = [
            line
            for part in parts
            if isinstance(part, Text)
            for line in part.plain.split("\n")
            if line
        ]
        numbers = [int(line.split()[0]) for line in lines]
        assert numbers == sorted(set(numbers))
        turns = [place for place, event in enumerate(events) if isinstance(event, TurnBegan)]
        assert [int(line.split()[0]) for line in lines if "’s turn" in line] == turns

    cited = re.findall(r"event (\d+)", told(capsys, log, "--review", "--lang", "en"))
    story = told(capsys, log, "--lang", "en")
    assert cited
    for number in cited:
        assert re.search(rf"^ *{number}  \S", story, re.MULTILINE), number


def test_an_unfinished_game_is_told_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = told(capsys, stored(tmp_path, 10), "--lang", "en")

    assert "The log ends before the game does." in story


def damaged(log: Path) -> dict[str, bytes]:
    whole = log.read_bytes()
    events = json.loads(whole)

    def changed(place: int, **fields: object) -> bytes:
        return json.dumps(
            [event | (fields if number == place else {}) for number, event in enumerate(events)]
        ).encode()

    paid = next(number for number, event in enumerate(events) if event["type"] == "paid")
    return {
        "empty": b"",
        "no list": b"{}",
        "no event": b"[]",
        "no log": b"[1, 2]",
        "half": whole[: len(whole) // 2],
        "not text": b"\xff\xfe\x00",
        "deep": b"[" * 100_000,
        "no opening": json.dumps(events[1:]).encode(),
        "unknown edition": changed(0, edition="bridge"),
        "edition of a wrong kind": changed(0, edition=7),
        "impossible rule": changed(0, rules={"overbid": "never"}),
        "newer rules": changed(0, version=99),
        "no rules": changed(0, rules=None),
        "too few seats": changed(0, seats=1),
        "many seats": changed(0, seats=-3),
        "a hole": json.dumps(events[:4] + events[9:]).encode(),
        "an unknown event": changed(3, type="cow_flew"),
        "a seat that is not there": changed(paid, payer=17),
        "cards that are not there": changed(paid, cards=[500, 500, 500]),
        "no winner": changed(len(events) - 1, winners=[]),
        "a winner who is not there": changed(len(events) - 1, winners=[9]),
        "too few scores": changed(len(events) - 1, scores=[], winners=[]),
    }


def test_damaged_logs_are_refused_in_one_line(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what, data in damaged(log).items():
        path = tmp_path / "damaged.json"
        path.write_bytes(data)
        assert main(["replay", str(path), "--lang", "en"]) == 2, what
        said = capsys.readouterr()
        assert said.err.startswith("kuhstall: "), what
        assert said.err.count("\n") == 1, what
        assert not said.out, what


@pytest.mark.parametrize("where", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_named_in_one_line(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / where)]) == 2

    said = capsys.readouterr().err
    assert str(tmp_path) in said
    assert said.count("\n") == 1


def test_a_viewer_who_was_not_there_is_refused(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seat in ("0", "4"):  # they are counted from 1
        assert main(["replay", str(log), "--as", seat, "--lang", "ru"]) == 2
        assert "За этим столом нет такого места." in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["replay", str(log), "--as", "nobody"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cost_each_seat_most_is_said_on_request(
    log: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = Catalogue.load(language)
    names = [texts.text("seat.name", seat=number) for number in (1, 2, 3)]
    all_three = told(capsys, log, "--review", "--lang", language)
    second = told(capsys, log, "--review", "--as", 2, "--lang", language)

    for review in (all_three, second):
        assert texts.text("review.title") in review.replace("\n", " ")
    assert [name in all_three for name in names] == [True, True, True]
    # A remark may name somebody else, be it at the beginning of a line; its own seat has a comma.
    begun = [line.partition(",")[0] for line in second.splitlines()]
    assert sum(begin == names[1] for begin in begun) in range(1, 4)
    assert not {names[0], names[2]} & set(begun)


def test_a_game_that_goes_on_is_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(stored(tmp_path, 40)), "--review", "--lang", "en"]) != 0
    assert "judged when it is over" in capsys.readouterr().err
