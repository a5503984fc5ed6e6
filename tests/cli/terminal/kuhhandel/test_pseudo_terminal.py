"""The program as people meet it: in a terminal, in every language, with clumsy typing."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from kuhstall.cli.edition import random_source
from kuhstall.engine.match import Match
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.master.view import CountdownView
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.registry import find, read_log, replayed
from kuhstall.messages import LANGUAGES
from tests.cli.terminal.pseudo_terminal import PseudoTerminal, answer

GARBAGE = (
    "", "abc", "-1", "0", "-0", "1.5", "1e3", "²", "٣", "99999999999999999999", "9" * 5000,
    "💥", "[red]", "{{seat}}", "$t(help.goal)", "%s", "1 2 3", "x10", "10x", "99x10", "-- - -",
    "\t", "none", "back", "?", "log", "rules", "ß", "ÿ", "\x1b[A", "\x00", "'; --", "../..",
)  # fmt: skip
SIZES = ((15, 40), (60, 200), (5, 12), (24, 80), (20, 60), (2, 2), (32, 100))
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def no_traceback(terminal: PseudoTerminal) -> bool:
    return "Traceback" not in terminal.transcript and "Error" not in terminal.transcript


def _language(language: str) -> ParameterSet:
    """One every time, which the terminal of another game does not have; the rest is thorough."""
    return pytest.param(language, marks=() if language == "ru" else pytest.mark.thorough)


@pytest.mark.slow
@pytest.mark.parametrize("language", [_language(code) for code in LANGUAGES])
def test_a_whole_game_to_the_score_sheet(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "kuhhandel/2", "--terminal", "--seed", "7", "--lang", language),
        *("--save", str(file)),
        language=language,
    )
    chance = random.Random(7)
    while (prompt := terminal.wait()) is not None:
        terminal.type(answer(prompt, chance))

    assert terminal.ended() == 0
    assert no_traceback(terminal)
    screen = terminal.shown()
    assert terminal.texts.text("score.title") in screen
    assert terminal.texts.text("score.total") in screen
    assert replayed(read_log(file.read_bytes())).phase is not None


def _game(players: int, language: str) -> ParameterSet:
    """Each number of people every time, in a language each; all of both by `make thorough`."""
    often = (players, language) in {(2, "en"), (4, "de")}
    return pytest.param(players, language, marks=() if often else pytest.mark.thorough)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "language"), [_game(players, one) for players in (2, 4) for one in LANGUAGES]
)
def test_a_whole_game_of_master(players: int, language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "master", "--terminal", "--seed", "7", "--lang", language, "--bot", "random"),
        *("--players", str(players), "--save", str(file), "--set", "kassensturz=true"),
        language=language,
    )
    chance = random.Random(7)
    while (prompt := terminal.wait()) is not None:
        terminal.type(answer(prompt, chance))

    text = terminal.texts.text
    assert terminal.ended() == 0
    assert no_traceback(terminal)
    assert text("score.total") in terminal.shown()
    assert (text("action.keep") in terminal.transcript) == (players == 2)
    table = replayed(read_log(file.read_bytes()))
    assert isinstance(table.phase, Ended)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.thorough)])
def test_garbage_all_game_long_in_master(players: int, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "master", "--terminal", "--seed", "4", "--players", str(players)),
        *("--bot", "random", "--people", "2", "--set", "super_kuhhandel=true"),
        *("--set", "rat_cover=player", "--save", str(file)),
    )
    chance = random.Random(4)
    asked = 0
    while (prompt := terminal.wait()) is not None:
        asked += 1
        if asked % 20 == 0:
            terminal.resize(*SIZES[asked // 20 % len(SIZES)])
        terminal.type(answer(prompt, chance, GARBAGE))

    assert terminal.ended() == 0
    assert no_traceback(terminal)
    assert isinstance(replayed(read_log(file.read_bytes())).phase, Ended)


def begins_with_a_pedigree(seed: str) -> bool:
    match = Match(find("master").with_rules({"start_player": "seat:5"}), 6, random_source(seed))
    match.play(5, AuctionOff())
    return isinstance(match.view(None).phase, CountdownView)


def countdown(language: str = "en", rows: int = 32, columns: int = 100) -> PseudoTerminal:
    """Begin a game for six in which the first card is a pedigree."""
    seed = next(filter(begins_with_a_pedigree, map(str, range(99))))
    terminal = PseudoTerminal(
        *("play", "master", "--terminal", "--seed", seed, "--players", "6", "--bot", "random"),
        *("--set", "start_player=seat:5", "--lang", language),
        *("--people", "6"),
        language=language,
        rows=rows,
        columns=columns,
    )
    for typed in ("", "1", ""):  # the last seat turns up the card; then the first is asked
        terminal.wait()
        terminal.type(typed)
    assert terminal.wait() == "prompt"
    return terminal


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rows", "columns"), [(20, 60), (32, 100)])
def test_a_countdown_for_six_fits_the_window(language: str, rows: int, columns: int) -> None:
    terminal = countdown(language, rows, columns)
    screen, text = terminal.shown(), terminal.texts.text
    terminal.type("99")
    terminal.wait()
    again = terminal.shown()
    terminal.press("\x03")

    lines = screen.splitlines()
    assert text("table.deck", count=53) in lines[0]
    assert text("animal_short.rat") in lines[1]
    assert lines[-1].endswith(text("terminal.prompt"))
    assert text("action.slap_never") in screen
    assert text("action.wait") in screen
    assert text("terminal.number_of_cards", low=0, high=7) in " ".join(again.split())
    assert terminal.ended() == 130
    assert no_traceback(terminal)


def test_a_curtain_hides_what_was_slapped_for() -> None:
    terminal = countdown()
    terminal.type("3")
    assert terminal.wait() == "hand_over"
    assert terminal.shown().count("\n") == 0
    terminal.type("")
    terminal.wait()
    screen = terminal.shown()
    terminal.type("?")
    terminal.wait()
    helped = " ".join(terminal.shown().split())
    terminal.press("\x04")

    assert terminal.texts.text("table.plan", count=3) not in screen
    assert terminal.texts.text("help.table_master") in helped
    assert terminal.ended() == 0


@pytest.mark.slow
def test_garbage_and_resized_windows_all_game_long() -> None:
    terminal = PseudoTerminal(
        *("play", "kuhhandel/1", "--terminal", "--seed", "3", "--players", "3", "--bot", "random"),
    )
    chance = random.Random(3)
    asked = 0
    while (prompt := terminal.wait()) is not None:
        asked += 1
        if asked % 10 == 0:
            terminal.resize(*SIZES[asked // 10 % len(SIZES)])
        if asked % 25 == 0:
            os.write(terminal.child.child_fd, b"\xff\xfe\xc3\r")  # not UTF-8
        else:
            terminal.type(answer(prompt, chance, GARBAGE))

    assert terminal.ended() == 0
    assert no_traceback(terminal)
    assert terminal.texts.text("score.title") in terminal.transcript


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen(language: str) -> None:
    terminal = PseudoTerminal(
        *("play", "kuhhandel/2", "--terminal", "--lang", language, "--seed", "4"),
        *("--set", "start_player=seat:1", "--bot", "farmer"),
        language=language,
    )
    terminal.wait()
    screen, text = terminal.shown(), terminal.texts.text
    terminal.press("\x03")

    assert text("seat.person", number=1) in screen
    assert "Daisy" in screen  # in every language
    assert text("animal_short.cow") in screen
    assert text("table.purse", cards="2×0, 4×10, 50", sum=90) in screen
    assert text("table.donkeys", seen=0, all=4) in screen
    assert terminal.ended() == 130


@pytest.mark.parametrize(("rows", "columns"), [(20, 60), (24, 80), (32, 100)])
def test_the_table_fits_a_small_window(rows: int, columns: int) -> None:
    terminal = PseudoTerminal(
        *("play", "--terminal", "--players", "5", "--seed", "2"), rows=rows, columns=columns
    )
    terminal.wait()
    screen = terminal.shown()
    terminal.press("\x03")

    headings = [terminal.texts.text(f"animal_short.{name}") for name in ("rooster", "pig", "horse")]
    assert any(all(name in line for name in headings) for line in screen.splitlines())
    assert screen.splitlines()[-1].endswith(terminal.texts.text("terminal.prompt"))
    assert terminal.ended() == 130


@pytest.mark.parametrize("language", LANGUAGES)
def test_control_c_leaves_with_a_goodbye(language: str) -> None:
    terminal = PseudoTerminal("play", "--terminal", "--lang", language, language=language)
    terminal.wait()
    terminal.press("\x03")

    assert terminal.ended() == 130
    assert terminal.shown().splitlines()[-1] == terminal.texts.text("terminal.goodbye")
    assert no_traceback(terminal)


@pytest.mark.parametrize("end", ["\x04", "quit\r"])
def test_end_of_input_and_quit_leave_with_a_goodbye(end: str) -> None:
    terminal = PseudoTerminal("play", "--terminal")
    terminal.wait()
    terminal.press(end)

    assert terminal.ended() == 0
    assert terminal.shown().splitlines()[-1] == terminal.texts.text("terminal.goodbye")
    assert no_traceback(terminal)


def test_a_resized_window_is_drawn_anew() -> None:
    terminal = PseudoTerminal("play", "--terminal", "--set", "start_player=seat:0")
    terminal.wait()
    for rows, columns in SIZES:
        terminal.resize(rows, columns)
        for typed in ("x", "?", "rules", "log"):
            terminal.type(typed)
            while (prompt := terminal.wait()) == "press_enter":  # one windowful after the other
                terminal.type("")
            assert prompt == "prompt"
    terminal.press("\x03")

    assert terminal.ended() == 130
    assert no_traceback(terminal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_do_not_scroll_the_table_away(language: str) -> None:
    terminal = PseudoTerminal(
        *("play", "--terminal", "--lang", language, "--set", "start_player=seat:1", "--seed", "4"),
        *("--bot", "farmer"),
        language=language,
        rows=20,
        columns=60,
    )
    terminal.wait()
    before = terminal.shown().splitlines()
    for typed in ("9", "99999", "what", "0"):
        terminal.type(typed)
        assert terminal.wait() == "prompt"
    terminal.type("35")
    terminal.wait()
    odd = terminal.shown()
    terminal.type("7")
    terminal.wait()
    after = terminal.shown().splitlines()
    terminal.press("\x03")

    text = terminal.texts.text
    assert text("refusal.off_step") in odd
    assert after[:7] == before[:7]
    said = text("terminal.list_or_amount", low=30, high=360)
    assert " ".join(" ".join(after).split()).endswith(f"{said} {text('terminal.prompt')}")
    assert terminal.ended() == 130


def test_words_typed_as_cards_are_told_how_cards_are_typed() -> None:
    terminal = PseudoTerminal(
        *("play", "--terminal", "--names", "Anna,Ben,Cleo", "--players", "3"),
        *("--set", "start_player=seat:0"),
        rows=20,
        columns=60,
    )
    text = terminal.texts.text

    def asked() -> str | None:
        while (prompt := terminal.wait()) == "hand_over":
            terminal.type("")
        return prompt

    for typed in ("1", "10", "1", "1"):  # Ben gets it for 10
        assert asked() == "prompt"
        terminal.type(typed)
    assert asked() == "prompt_cards"
    assert "For: " in terminal.shown()
    assert "gets the" not in terminal.shown()
    terminal.type("ten")
    assert asked() == "prompt_cards"
    assert text("terminal.not_cards") in " ".join(terminal.shown().split())
    terminal.type("50")
    assert asked() == "prompt_cards"
    screen = terminal.shown()
    terminal.press("\x03")

    assert text("refusal.not_exact") in screen
    assert text("terminal.not_cards") not in " ".join(screen.split())
    assert text("animal_short.cow") in screen
    assert terminal.ended() == 130


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_the_word_for_an_empty_hand(language: str) -> None:
    terminal = PseudoTerminal("play", "--terminal", "--lang", language, language=language)
    terminal.wait()
    terminal.type("?")
    terminal.wait()
    screen = " ".join(terminal.shown().split())
    terminal.press("\x03")

    assert f"· {terminal.texts.text('terminal.words.none')} " in screen
    assert f"{terminal.texts.text('terminal.words.log')} = " in screen
    assert terminal.ended() == 130


def test_no_colour_where_none_is_wanted() -> None:
    def transcript(env: dict[str, str]) -> str:
        terminal = PseudoTerminal("play", "--terminal", "--seed", "1", env=env)
        terminal.wait()
        terminal.press("\x03")
        assert terminal.ended() == 130
        return terminal.transcript

    assert COLOUR.search(transcript({}))
    assert not COLOUR.search(transcript({"NO_COLOR": "1"}))


def test_a_dumb_terminal_will_do() -> None:
    terminal = PseudoTerminal("play", "--terminal", env={"TERM": "dumb"})
    terminal.wait()
    terminal.type("?")
    assert terminal.wait() == "prompt"
    terminal.press("\x04")

    assert terminal.ended() == 0
    assert "\x1b[2J" not in terminal.transcript


def test_a_curtain_hides_the_purse_of_one_person_from_the_next() -> None:
    terminal = PseudoTerminal(
        *("play", "--terminal", "--names", "Anna,Ben,Cleo", "--players", "3"),
        *("--set", "start_player=seat:0"),
    )
    money = terminal.texts.text("table.purse", cards="2×0, 4×10, 50", sum=90)
    assert terminal.wait() == "hand_over"
    assert "Anna" in terminal.shown()
    assert money not in terminal.shown()
    terminal.type("")
    assert terminal.wait() == "prompt"
    assert money in terminal.shown()
    terminal.type("1")

    assert terminal.wait() == "hand_over"
    assert "Ben" in terminal.shown()
    assert terminal.shown().count("\n") == 0
    assert "\x1b[3J" in terminal.transcript
    terminal.press("\x03")
    assert terminal.ended() == 130


def test_the_score_sheet_asks_until_it_is_right() -> None:
    terminal = PseudoTerminal("score", "kuhhandel/1")
    for typed in (
        "", "Anna", "Anna", "Ben", "",  # names
        "unicorn", "c", "roo goose", "goose", "12", "dog pig",  # quartets
        "Cleo", "Ben", "Anna",  # the dove
    ):  # fmt: skip
        terminal.type(typed)

    assert terminal.ended() == 0
    screen = terminal.shown()
    assert terminal.texts.text("score.title") in screen
    assert re.search(r"total\W+550\b", screen)
    assert re.search(r"total\W+810\b", screen)
    assert "Ben wins." in screen
