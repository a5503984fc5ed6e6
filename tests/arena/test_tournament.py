"""`kuhstall arena`: tournaments that anybody can repeat."""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kuhstall.arena import plot, results_file, standing
from kuhstall.arena.simulation import wilson
from kuhstall.arena.tournament import Batch, GameResult, Tournament, play, tournament
from kuhstall.cli import main
from kuhstall.engine.values import Refused
from kuhstall.games.registry import find

WORDS = ["arena", "kuhhandel/1", "--bots", "farmer,random,random", "--games", "6", "--seed", "7"]


@pytest.fixture
def cup() -> Tournament:
    return tournament(find("kuhhandel/1"), ("farmer", "random", "farmer:bold"), 6, "7")


def test_every_bot_plays_every_deck_on_every_seat(cup: Tournament) -> None:
    games = [cup.names(number) for number in range(3)]

    assert {cup.deck(number) for number in range(3)} == {0}
    assert cup.deck(3) == 1
    for seat in range(3):
        assert {names[seat] for names in games} == set(cup.line_up)


def test_it_prints_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first, second = told["rows"]

    assert (first["bot"], first["games"], second["games"]) == ("farmer", 6, 12)
    assert set(first) == {"bot", "share", "low", "high", "games", "ms_p50", "ms_p95", "ms_p99"}
    assert first["low"] <= first["share"] <= first["high"]
    assert 0 < first["ms_p50"] <= first["ms_p95"] <= first["ms_p99"]
    assert [rung["bot"] for rung in told["ladder"]] == ["farmer", "random"]
    assert told["violations"] == 0


def test_it_prints_a_table_and_draws_the_shares(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*WORDS, "--plot", str(tmp_path / "shares.svg")]) == 0
    assert "parity: 33.3%; violations: 0" in capsys.readouterr().out
    assert "farmer" in (tmp_path / "shares.svg").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_file_is_the_same_wherever_the_games_are_played(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert main([*WORDS, "--games", "30", "--out", str(here), "--json"]) == 0
    assert main([*WORDS, "--games", "30", "--out", str(there), "--jobs", "2", "--json"]) == 0
    assert here.read_bytes() == there.read_bytes()


class FakeRay:
    """A cluster in this process, which admits nobody without its token."""

    def __init__(self) -> None:
        self.asked: list[str | None] = []

    def init(self, address: str | None, **_: bool) -> None:
        self.asked.append(address)
        if os.environ.get("RAY_AUTH_TOKEN") != "moo":
            raise ConnectionError(f"Failed to connect to Ray cluster at {address}")

    def shutdown(self) -> None:
        self.asked.append("shut down")

    def remote(self, function: Callable[..., Any]) -> SimpleNamespace:
        return SimpleNamespace(remote=lambda *args: (function, args))

    def put(self, value: Any) -> Any:
        return value

    def wait(self, waiting: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return waiting[-num_returns:], waiting[:-num_returns]

    def get(self, done: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
        function, args = done
        return function(*args)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en_GB", "asks for a token, set RAY_AUTH_MODE"), ("de_AT", "ein Token"), ("ru_RU", "токен")],
)
def test_a_ray_cluster_that_does_not_admit_us_is_no_riddle(
    language: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cluster = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")

    assert main([*WORDS, "--ray", "barn:6379"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "RAY_AUTH_TOKEN" in told
    assert cluster.asked == ["barn:6379"]


def test_a_ray_cluster_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, cluster = tmp_path / "here", tmp_path / "there", FakeRay()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    monkeypatch.setenv("RAY_AUTH_TOKEN", "moo")
    assert main([*WORDS, "--out", str(here), "--json"]) == 0
    assert main([*WORDS, "--out", str(there), "--json", "--ray", "barn:6379"]) == 0
    assert here.read_bytes() == there.read_bytes()
    assert cluster.asked == ["barn:6379", "shut down"]


def test_a_tournament_that_was_cut_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert main([*WORDS, "--out", str(whole), "--json"]) == 0
    lines = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join([*lines[:4], lines[4][:20]]))  # three games, and a torn line
    played: list[int] = []

    def noted(cup: Tournament, numbers: Sequence[int]) -> Batch:
        played.extend(numbers)
        return play(cup, numbers)

    monkeypatch.setattr("kuhstall.arena.executor.play", noted)

    assert main([*WORDS, "--out", str(cut), "--json"]) == 0

    assert played == [3, 4, 5]
    assert cut.read_bytes() == whole.read_bytes()


def test_a_file_of_another_tournament_is_refused(tmp_path: Path, cup: Tournament) -> None:
    results_file.write(tmp_path / "file", cup, ())
    other = tournament(find("kuhhandel/1"), cup.line_up, 6, "8")

    with pytest.raises(Refused, match="another tournament"):
        results_file.read(tmp_path / "file", other)


def test_a_chance_of_its_own_for_every_game(cup: Tournament) -> None:
    """Games of one deck begin alike, but are not the same game."""
    games = play(cup, range(6)).games

    assert len({game.scores for game in games}) == 6
    assert play(cup, [4]).games == (games[4],)


def test_decks_that_say_the_same_thing_count_once() -> None:
    """Ten games with each of ten decks, and the deck decides: that is worth ten games."""
    played = dict.fromkeys(range(10), 10)
    won = {deck: 10.0 if deck < 5 else 0.0 for deck in range(10)}
    low, high = standing.clustered_interval(won, played)
    alike, unlike = wilson(4.5, 9), wilson(50, 100)

    assert (low, high) == pytest.approx(alike, abs=0.04)
    assert high - low > 2 * (unlike[1] - unlike[0])


@pytest.mark.parametrize("decks", [1, 2, 3, 5, 8, 15, 25])
@pytest.mark.parametrize("spread", [0.0, 0.15, 0.3])
def test_an_interval_of_few_decks_is_wide_enough(decks: int, spread: float) -> None:
    """The true share is 30 %, and decks differ from it; 19 of 20 intervals have to contain it."""
    source, trials, contain = random.Random(f"{decks} {spread}"), 1000, 0
    for _ in range(trials):
        chances = [0.3 + source.choice((-spread, spread)) for _ in range(decks)]
        won = {
            deck: float(sum(source.random() < chance for _ in range(4)))
            for deck, chance in enumerate(chances)
        }
        low, high = standing.clustered_interval(won, dict.fromkeys(range(decks), 4))
        contain += low <= 0.3 <= high
    assert contain >= 0.94 * trials


def test_games_that_have_nothing_to_do_with_each_other_count_in_full() -> None:
    won = Counter({deck: float(deck % 4 == 0) for deck in range(400)})
    low, high = standing.clustered_interval(won, dict.fromkeys(range(400), 1))

    assert (low, high) == pytest.approx(wilson(100, 400), abs=0.001)


def test_the_ladder_ranks_by_place_not_by_number_of_seats() -> None:
    """With equal bots, the one on three seats does not climb because one of them often wins."""
    games = [
        GameResult(number, ("a", "b", "b", "b"), 1, (4, 4, 4, 4), (0, 1, 2, 3))
        for number in range(50)
    ]
    rungs = standing.ladder(games)

    assert rungs is not None
    assert rungs[0].mu == pytest.approx(rungs[1].mu)


def test_names_in_a_drawing_are_no_markup() -> None:
    row = standing.Row("my:<b>", 0.5, 0.4, 0.6, 10, 0.1, 0.2, 0.3)

    assert "<b>" not in plot.shares("a & b", [row], 0.5)
