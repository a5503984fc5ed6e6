"""Kuhfstein in a window of 80 by 24: nothing that matters scrolls out of sight."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from kuhstall.arena.chance import QuickChance
from kuhstall.cli.edition import random_source
from kuhstall.cli.terminal.kuhfstein.people import KuhfsteinPeople
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, sample
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue

NAMES = ("Anna", "Buttercup", "Clover", "Daisy")
ROWS, COLUMNS = 24, 80
HOME = "\x1b[H"


def keyboard(match: Match, language: str, typed: str = "") -> tuple[KuhfsteinPeople, io.StringIO]:
    paper = io.StringIO()
    texts = Catalogue.load(language, strict=True)
    console = Console(
        file=paper,
        width=COLUMNS,
        height=ROWS,
        markup=False,
        force_terminal=True,
        color_system=None,
        _environ={"TERM": "xterm"},
    )
    names = NAMES[: match.seats]
    lines = LogLines(match, texts, names)
    return KuhfsteinPeople(
        match, Seating(names, 1), lines, Screen(texts, console, io.StringIO(typed))
    ), paper


def shown(keys: KuhfsteinPeople, paper: io.StringIO) -> list[str]:
    """Ask, and return the rows from the top of the window down to the prompt."""
    paper.truncate(0)
    paper.seek(0)
    with pytest.raises(Left):
        keys.choose(0)
    return paper.getvalue().rpartition(HOME)[2].rstrip("\n").split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_title_and_the_question_are_on_the_screen(language: str, seats: int) -> None:
    match = Match(find("kuhfstein"), seats, random_source(seats))
    chance = QuickChance(seats)
    looks = 0
    keys, paper = keyboard(match, language)
    while match.actors and looks < 30:
        actor = match.actors[0]
        if actor == 0 and keys.sole(0) is None:
            rows = shown(keys, paper)
            looks += 1
            assert len(rows) <= ROWS, "\n".join(rows)
            assert "──" in rows[0]
            assert rows[-1].startswith(keys.screen.text("terminal.prompt"))
        match.play(actor, sample(match.options(actor), chance))
    assert looks > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_shown_a_windowful_at_a_time(language: str) -> None:
    match = Match(find("kuhfstein").with_rules({"start_player": "seat:0"}), 2, random_source(1))
    keys, paper = keyboard(match, language, "?\n\n\n\n\n")
    shown(keys, paper)
    page = paper.getvalue().partition(keys.screen.text("terminal.prompt"))[2]
    pause = keys.screen.text("terminal.press_enter")
    assert page.strip().startswith(keys.screen.text("help.title"))
    first, *rest = page.split(pause)
    assert rest
    assert first.count("\n") <= ROWS


def test_who_plays_alone_is_not_asked_where_there_is_one_answer() -> None:
    match = Match(find("kuhfstein").with_rules({"start_player": "seat:0"}), 2, random_source(1))
    keys, paper = keyboard(match, "en")
    (one, *_) = next(option for option in match.options(0) if isinstance(option, Choice)).actions
    match.options = lambda actor: (Choice((one,)),)  # type: ignore[method-assign]
    assert keys.choose(0) == one
    assert not paper.getvalue()
    keys.seating = Seating(NAMES[:2], 2)  # others would see who is not asked
    with pytest.raises(Left):
        keys.choose(0)
