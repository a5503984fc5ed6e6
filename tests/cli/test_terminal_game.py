"""The terminal game without a terminal: whole games, and only through what a seat may know."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from typing import Any, TextIO, cast

import pytest
from _pytest.mark import ParameterSet
from rich.console import Console

from kuhstall.bots.registry import make
from kuhstall.cli.edition import seeded
from kuhstall.cli.terminal.company import Company, seated
from kuhstall.cli.terminal.game import TerminalGame
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Actor, Event, Seat, Viewer
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue
from tests.cli.pseudo_terminal import answer


def long(case: str) -> ParameterSet:
    """Leave a case to the long proofs: it takes as long as the first one, and shows less."""
    return pytest.param(case, marks=pytest.mark.slow)


class OnlyWhatASeatMayKnow:
    """A match that has no table and no log to look at."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.seats = match.seats
        self.shown_to: set[Viewer] = set()

    @property
    def actors(self) -> tuple[Actor, ...]:
        return self._match.actors

    def options(self, actor: Actor) -> tuple[Option, ...]:
        return self._match.options(actor)

    def play(self, actor: Actor, action: Action) -> list[Event]:
        return self._match.play(actor, action)

    def heard(self, viewer: Viewer) -> Sequence[Event]:
        self.shown_to.add(viewer)
        return self._match.heard(viewer)

    def view(self, viewer: Viewer) -> Any:
        self.shown_to.add(viewer)
        return self._match.view(viewer)

    def seen(self, seat: Seat) -> Seen:
        return self._match.seen(seat)


class Keyboard:
    """Somebody who reads the prompt, and types what may be legal."""

    def __init__(self, paper: io.StringIO, texts: Catalogue) -> None:
        self.chance = random.Random(1)
        self.paper = paper
        self.cards = texts.text("terminal.prompt_cards")

    def readline(self) -> str:
        self.paper.seek(max(0, self.paper.tell() - 60))
        prompt = "prompt_cards" if self.cards in self.paper.read() else "prompt"
        return answer(prompt, self.chance) + "\n"


def game(
    edition: str, people: int, language: str = "en", seats: int = 3, **rules: Any
) -> tuple[TerminalGame, OnlyWhatASeatMayKnow, io.StringIO]:
    paper = io.StringIO()
    texts = Catalogue.load(language, strict=True)
    keyboard = cast("TextIO", Keyboard(paper, texts))
    screen = Screen(texts, Console(file=paper, width=100, markup=False), keyboard)
    company = seated(texts, seats, people, [])
    bots = {seat: make("random", seat, seeded(seat)) for seat in range(people, seats)}
    chosen = find(edition).with_rules({"auction_mode": "turns"} | rules)
    match = OnlyWhatASeatMayKnow(Match(chosen, seats, seeded(7)))
    return TerminalGame(cast("Match", match), company, bots, screen), match, paper


@pytest.mark.parametrize("language", [LANGUAGES[0], *map(long, LANGUAGES[1:])])
def test_one_person_against_bots(language: str) -> None:
    played, match, paper = game("kuhhandel/2", 1, language)
    played.play()

    assert not match.actors
    assert match.shown_to == {0, None}
    assert Catalogue.load(language).text("score.title") in paper.getvalue()


@pytest.mark.parametrize("edition", [long("kuhhandel/1"), "kuhhandel/2-ru"])
def test_several_people_at_one_keyboard(edition: str) -> None:
    played, match, paper = game(edition, 3, no_progress_limit=3)
    played.play()

    assert not match.actors
    assert "Hand over to Player 2" in paper.getvalue()


@pytest.mark.parametrize("gavel", ["clock", long("auctioneer")])
def test_open_bidding_without_a_clock(gavel: str) -> None:
    played, match, paper = game(
        "kuhhandel/2", 2, auction_mode="open", gavel=gavel, no_progress_limit=3
    )
    played.play()

    assert not match.actors
    assert "Say nothing for now" in paper.getvalue()
    assert "going once!" in paper.getvalue()
    assert ("Call: going once!" in paper.getvalue()) == (gavel == "auctioneer")


@pytest.mark.parametrize(
    ("people", "names", "expected"),
    [
        (None, [], ("Player 1", "Buttercup", "Clover")),
        (None, ["Anna", "Ben"], ("Anna", "Ben", "Buttercup")),
        (3, ["Anna"], ("Anna", "Player 2", "Player 3")),
        (1, ["Buttercup"], ("Buttercup", "Clover", "Daisy")),
        (None, ["A\x1b[2Jnna", " ", ""], ("A[2Jnna", "Buttercup", "Clover")),
        (None, ["A" * 40], ("A" * 16, "Buttercup", "Clover")),
    ],
)
def test_people_get_their_names_and_bots_the_rest(
    people: int | None, names: list[str], expected: tuple[str, ...]
) -> None:
    assert seated(Catalogue.load("en"), 3, people, names).names == expected


def test_names_are_coloured_as_words() -> None:
    company = Company(("Ann", "Anna"), 2)

    spans = company.coloured("Anna challenges Ann.").spans
    assert [(span.start, span.end) for span in spans] == [(16, 19), (0, 4)]
