"""Kuhfstein at a keyboard: whole games, every step with its way back, and secrets kept."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from kuhstall.arena.chance import QuickChance
from kuhstall.cli import main
from kuhstall.cli.edition import random_source
from kuhstall.cli.saving import names_in, with_names
from kuhstall.cli.terminal.kuhfstein.people import KuhfsteinPeople
from kuhstall.cli.terminal.log_lines import LogLines
from kuhstall.cli.terminal.registry import find_parts
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.seating import Seating
from kuhstall.engine.match import Match
from kuhstall.engine.option import Placement, sample
from kuhstall.engine.values import Action
from kuhstall.games.kuhfstein import deck
from kuhstall.games.kuhfstein.actions import FinishTurn, PlaceTile, PlayCard, ShowGoal, TakeHerd
from kuhstall.games.kuhfstein.events import KuhfsteinScore
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.patterns import ANY, LETTERS, NOTHING
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhfstein.view import KuhfsteinView, OverView
from kuhstall.games.registry import find, read_log, replayed, write_log
from kuhstall.messages import LANGUAGES, Catalogue
from tests.cli.terminal.kuhhandel.test_pseudo_terminal import GARBAGE, SIZES, no_traceback
from tests.cli.terminal.pseudo_terminal import PseudoTerminal

NAMES = ("Anna", "Ben")
CARDS = "\n".join(
    f'[[card]]\nid = "Mine{n}"\nrows = ["{first}{second}?"]\npoints = 5\n'
    for n, (first, second) in enumerate([(a, b) for a in "HMWLB" for b in "HMWLB" if a <= b])
)


def match_where(fits: Callable[[Match], bool], **rules: Any) -> Match:
    """Play at random until the first seat can do something."""
    for number in range(200):
        match = Match(find("kuhfstein").with_rules(rules), 2, random_source(number))
        chance = QuickChance(number)
        for _ in range(200):
            if not match.actors:
                break
            actor = match.actors[0]
            if actor == 0 and fits(match):
                return match
            match.play(actor, sample(match.options(actor), chance))
    raise AssertionError("that never happens")


def seat_at(match: Match, *typed: str, language: str = "en", people: int = 1) -> tuple[Any, str]:
    """Let the first seat type its choice; return the choice and all that was on the screen."""
    paper = io.StringIO()
    keyboard = io.StringIO("".join(f"{line}\n" for line in typed))
    texts = Catalogue.load(language, strict=True)
    screen = Screen(texts, Console(file=paper, width=100, markup=False), keyboard)
    seating = Seating(NAMES, people)
    keys = KuhfsteinPeople(match, seating, LogLines(match, texts, NAMES), screen)
    try:
        return keys.choose(0), paper.getvalue()
    except Left:
        return None, paper.getvalue()


def number_of(match: Match, kind: type[Action], wanted: Callable[[Placement], bool]) -> int:
    """Find which number of the menu leads to a placement."""
    entries = 0
    for option in match.options(0):
        if isinstance(option, Placement):
            entries += 1
            if isinstance(option.action, kind) and wanted(option):
                return entries
        else:
            entries += len(list(option.expand()))
    return 0


def plants(option: Placement) -> bool:
    return any(spot.also is not None for spot in option.spots)


def several(option: Placement) -> bool:
    return len(option.spots) > 1


def test_a_tile_is_laid_by_number_or_by_row_and_column() -> None:
    match = match_where(lambda now: number_of(now, PlaceTile, several) > 0)
    number = number_of(match, PlaceTile, several)
    option = [one for one in match.options(0) if isinstance(one, Placement)][number - 1]
    first = option.spots[0]
    top = min(tile.row for tile in match.view(0).seats[0].tiles) - 1
    left = min(tile.column for tile in match.view(0).seats[0].tiles) - 1
    there = f"{first.row - top + 1} {first.column - left + 1}"

    by_number, screen = seat_at(match, str(number), "1")
    by_cell, _ = seat_at(match, str(number), there, "2")

    assert isinstance(by_number, PlaceTile)
    assert (by_number.spot.row, by_number.spot.column) == (first.row, first.column)
    assert isinstance(by_cell, PlaceTile)
    assert (by_cell.spot.row, by_cell.spot.column) == (first.row, first.column)
    assert "Where does it go?" in screen


def test_a_tree_is_offered_where_a_square_is_completed() -> None:
    match = match_where(lambda now: number_of(now, PlaceTile, plants) > 0)
    number = number_of(match, PlaceTile, plants)
    option = [one for one in match.options(0) if isinstance(one, Placement)][number - 1]
    cells = list(dict.fromkeys((spot.row, spot.column) for spot in option.spots))
    tree = next(spot for spot in option.spots if spot.also is not None)
    there = str(cells.index((tree.row, tree.column)) + 1)
    ways = sum((spot.row, spot.column) == (tree.row, tree.column) for spot in option.spots)

    planted, screen = seat_at(match, str(number), there, "1")
    bare, _ = seat_at(match, str(number), there, str(ways))

    assert planted.spot.also is not None
    assert bare.spot.also is None
    assert "with a tree: 5 points (" in screen
    assert f"{there}♣" in screen


def test_a_card_shows_where_its_cows_would_go() -> None:
    match = match_where(lambda now: number_of(now, PlayCard, several) > 0)
    number = number_of(match, PlayCard, several)

    back, screen = seat_at(match, str(number), "back")
    played, _ = seat_at(match, str(number), "2")

    assert back is None
    assert "Where do the cows go?" in screen
    assert "●" in screen
    card = next(c for c in match.view(0).seats[0].hand if c.card == played.card)
    assert f"{card.id} (+{card.points}) ✓" in screen
    assert isinstance(played, PlayCard)
    assert any(option.admits(played) for option in match.options(0))


def test_herds_are_numbered_in_the_landscape_and_in_the_menu() -> None:
    def herded(now: Match) -> bool:
        return len(now.view(0).seats[0].herds) > 1 and any(
            isinstance(action, TakeHerd)
            for option in now.options(0)
            if not isinstance(option, Placement)
            for action in option.expand()
        )

    _, screen = seat_at(match_where(herded))

    assert screen.count("②") >= 2
    assert "home ②" in screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_on_the_screen(language: str) -> None:
    match = match_where(lambda now: number_of(now, PlayCard, several) > 0)
    _, screen = seat_at(match, "landscapes", "?", "rules", "log", "x", "999", language=language)
    text = Catalogue.load(language, strict=True).text
    view = match.view(0)
    told = " ".join(screen.split())

    assert text("terminal.land.supply", count=view.tiles) in told
    assert text("terminal.land.landscape_of", seat="Ben") in told
    assert text("terminal.land.track_goal", points=65) in told
    for goal in view.seats[0].goals:
        assert text(f"goal.{goal}") in told
    for card in (*view.cards, *view.seats[0].hand):
        assert f"{card.id} (+{card.points})" in told
    for terrain in view.display:
        assert text(f"terrain_short.{terrain}") in told
    assert text("help.card_land") in told
    assert text("rule.bonus_positions.values.any", positions="13, 26, 39, 52") in told
    assert text("log.land_dealt", seat=NAMES[view.fox]) in told
    assert told.count(text("terminal.not_understood")) == 2
    hidden = {f"{card.id} (+" for card in deck.OWN} - {
        f"{card.id} (+" for card in (*view.cards, *view.seats[0].hand)
    }
    assert not [name for name in hidden if name in told]


def test_a_last_word_and_a_goal_are_chosen() -> None:
    def done(now: Match) -> bool:
        return FinishTurn() in [
            action
            for option in now.options(0)
            if not isinstance(option, Placement)
            for action in option.expand()
        ]

    ended, _ = seat_at(match_where(done), "back", "1")
    assert ended == FinishTurn()

    match = match_where(lambda now: bool(now.table.phase.sealed), final_tile="player")
    goals = match.view(0).seats[0].goals
    shown, screen = seat_at(match, "2")
    assert shown == ShowGoal(goals[1])
    assert f"Show this goal: {Catalogue.load('en').text(f'goal.{goals[0]}')}" in screen


def test_k_11_the_last_round_is_told_until_the_goals_are_asked_for() -> None:
    """Whoever chooses a goal has no further round to play."""
    last = Catalogue.load("en", strict=True).text("terminal.land.last_round")
    turn = match_where(lambda now: bool(now.view(0).last_round), early_end="finish_round")
    goals = match_where(
        lambda now: bool(now.table.phase.sealed and now.view(0).last_round),
        early_end="finish_round",
        final_tile="player",
    )

    assert last in seat_at(turn)[1]
    assert last not in seat_at(goals)[1]


def over(*scores: KuhfsteinScore, winners: tuple[int, ...]) -> KuhfsteinView:
    match = Match(find("kuhfstein"), 2, random_source(1))
    view: KuhfsteinView = match.view(None)
    return replace(view, phase=OverView("reached", scores, winners))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_says_what_made_the_points(language: str) -> None:
    texts = Catalogue.load(language, strict=True)
    view = over(
        KuhfsteinScore(66, GOALS[0], 4, 70, 11),
        KuhfsteinScore(70, GOALS[5], 0, 70, 12),
        winners=(1,),
    )
    paper = io.StringIO()
    Console(file=paper, width=100).print(find_parts(view.edition).sheet(texts, NAMES, view))
    sheet = paper.getvalue()

    assert texts.text("score.goal", goal=GOALS[0]) in sheet
    assert texts.text("score.goal_missed", goal=GOALS[5]) in sheet
    assert texts.text("score.tiles", count=12) in sheet  # what decides where points are equal
    assert texts.text("score.winners", count=1, winners="Ben") in sheet
    assert (
        find_parts("kuhfstein").sheet(
            texts, NAMES, Match(find("kuhfstein"), 2, random_source(1)).view(None)
        )
        is None
    )


def answer(prompt: str, chance: random.Random, garbage: tuple[str, ...] = ()) -> str:
    if garbage and chance.random() < 0.15:
        return chance.choice(garbage)
    return str(chance.choice((1, 1, 1, 2, 3, 4, 5, 6, 7))) if prompt == "prompt" else ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=() if one == "de" else pytest.mark.thorough) for one in LANGUAGES],
)
def test_a_whole_game_to_the_score_sheet(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "kuhfstein", "--terminal", "--seed", "7", "--lang", language),
        *("--players", "2", "--bot", "herder", "--save", str(file)),
        language=language,
    )
    chance = random.Random(7)
    while (prompt := terminal.wait()) is not None:
        terminal.type(answer(prompt, chance))

    text = terminal.texts.text
    assert terminal.ended() == 0
    assert no_traceback(terminal)
    assert text("score.title") in terminal.shown()
    assert text("score.track") in terminal.shown()
    assert isinstance(replayed(read_log(file.read_bytes())).phase, Over)
    assert main(["replay", str(file), "--lang", language]) == 0
    story = capsys.readouterr().out
    assert text("score.track") in story
    assert text("terminal.unfinished") not in story


@pytest.mark.slow
def test_garbage_and_resized_windows_all_game_long(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = PseudoTerminal(
        *("play", "kuhfstein", "--terminal", "--seed", "4", "--players", "2", "--bot", "herder"),
        *("--set", "final_tile=player", "--set", "start_card=choose"),
        *("--save", str(file)),
    )
    chance = random.Random(4)
    asked = 0
    while (prompt := terminal.wait()) is not None:
        asked += 1
        if asked % 20 == 0:
            terminal.resize(*SIZES[asked // 20 % len(SIZES)])
        terminal.type(answer(prompt, chance, (*GARBAGE, "1 1", "0 0", "999 999", "landscapes")))

    assert terminal.ended() == 0
    assert no_traceback(terminal)
    assert isinstance(replayed(read_log(file.read_bytes())).phase, Over)


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (32, 100)])
def test_the_first_screen_fits_the_window(rows: int, columns: int) -> None:
    terminal = PseudoTerminal(
        *("play", "kuhfstein", "--terminal", "--set", "start_player=seat:0", "--seed", "1"),
        rows=rows,
        columns=columns,
    )
    terminal.wait()
    screen = terminal.shown().splitlines()
    terminal.press("\x03")

    assert screen[0].startswith("Kuhfstein · ")
    assert screen[-1].endswith(terminal.texts.text("terminal.prompt"))
    assert terminal.ended() == 130


def test_a_curtain_hides_hand_and_goals_from_the_next() -> None:
    terminal = PseudoTerminal(
        *("play", "kuhfstein", "--terminal", "--names", "Anna,Ben", "--players", "2"),
        *("--set", "start_player=seat:0", "--seed", "1"),
    )
    goals = terminal.texts.text("terminal.land.goals")
    assert terminal.wait() == "hand_over"
    assert goals not in terminal.shown()
    for typed in ("", "1", "1", "1"):  # two tiles, the second beside the first
        terminal.type(typed)
        assert terminal.wait() == "prompt"
    assert goals in terminal.shown()
    terminal.type("1")
    assert terminal.wait() == "hand_over"
    assert "Ben" in terminal.shown()
    assert terminal.shown().count("\n") == 0
    assert "\x1b[3J" in terminal.transcript
    terminal.press("\x03")
    assert terminal.ended() == 130


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('["BB?"]', '["BX?"]'), (73, "bad_letter", ": card Mine14: only the letters . ?")),
        (('["BB?"]', '["B.?"]'), (73, "apart", ": card Mine14: the cells of a pattern must")),
        (("Mine1", "Mine0"), (7, "same_name", ": there are two cards Mine0")),
        (("= 5", "= many"), (4, "not_toml", ", is not TOML")),
        (("points = 5", ""), (1, "bad_entry", ": Object missing required field `points`")),
        (("= 5", "= 5\nany = 3"), (5, "miscounted", ": card Mine0: any = 3, but it is 1")),
    ],
)
def test_a_wrong_card_file_is_refused_with_line_and_reason(
    change: tuple[str, str],
    fault: tuple[int, str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line, why, reason = fault
    file = tmp_path / "my.toml"
    file.write_text(CARDS.replace(*change, 1), encoding="utf-8")
    words = ["play", "kuhfstein", "--terminal", "--players", "2", "--cards", str(file)]

    assert main([*words, "--lang", "en"]) == 2
    assert f"my.toml, line {line}{reason}" in capsys.readouterr().err
    for language in LANGUAGES[1:]:
        assert main([*words, "--lang", language]) == 2
        said = capsys.readouterr().err
        text = Catalogue.load(language).text
        assert f"{file}: {text('card_file.at', line=line, reason='')}" in said
        assert text(f"card_file.{why}").partition("{{")[0] in said


def test_the_page_about_card_files_tells_what_is_so() -> None:
    page = (Path(__file__).parents[4] / "docs" / "kuhfstein-cards.md").read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]

    *_, card = deck.read(CARDS + example)
    assert (card.rows, card.points, card.cows) == (("L.", "H.", "??"), 8, 2)
    for letter in (*LETTERS, ANY, NOTHING):
        assert f"| `{letter}` | " in page
    for field in ("id", "rows", "points", "cows", "any", "shape"):
        assert f"| `{field}` | " in page
    fewest, most = deck.FEWEST_CARDS, deck.MOST_CARDS
    assert f"{fewest} to {most} cards" in page
    assert f"must have {fewest} to {most} [[card]] entries" in page


def test_a_card_file_that_is_not_there_or_not_wanted_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.toml"
    assert main(["play", "kuhfstein", "--terminal", "--cards", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    file.write_text(CARDS, encoding="utf-8")
    assert main(["play", "master", "--terminal", "--cards", str(file)]) == 2
    assert "master has no pattern cards" in capsys.readouterr().err


def test_one_s_own_cards_are_dealt_and_kept_with_the_log(tmp_path: Path) -> None:
    cards, log = tmp_path / "my.toml", tmp_path / "game.json"
    cards.write_text(CARDS, encoding="utf-8")
    terminal = PseudoTerminal(
        *("play", "kuhfstein", "--terminal", "--players", "2", "--cards", str(cards)),
        *("--set", "start_player=seat:0", "--save", str(log)),
    )
    terminal.wait()
    screen = terminal.shown()
    terminal.press("\x03")

    assert screen.count("Mine") >= 5
    assert terminal.ended() == 130
    saved = log.read_bytes()
    played = read_log(saved)
    assert replayed(played).edition.cards[0].id == "Mine0"
    assert with_names(write_log(played), names_in(saved, 2)) == saved
