"""The terminal game without a terminal: whole games, using only what a seat may know."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Sequence
from typing import Any, TextIO, cast

import pytest
from _pytest.mark import ParameterSet
from rich.console import Console

from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import make
from kuhstall.cli.edition import random_source
from kuhstall.cli.terminal.game import TerminalGame
from kuhstall.cli.terminal.screen import Left, Screen
from kuhstall.cli.terminal.seating import Seating, seated
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Actor, Event, Seat, Viewer
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.master.view import CountdownView
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue
from tests.cli.terminal.pseudo_terminal import answer


def long(case: object) -> ParameterSet:
    """Leave a case to `make thorough`: it takes as long as the first one, and shows less."""
    return pytest.param(case, marks=pytest.mark.thorough)


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

    def close(self) -> list[Event]:
        return self._match.close()

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
    seating = seated(texts, seats, people, [])
    bots = {
        seat: make("random", "kuhhandel/2", seat, random_source(seat))
        for seat in range(people, seats)
    }
    usual = {"auction_mode": "turns"}
    if edition.startswith("master"):
        usual["pedigree_mode"] = "stepwise"
    chosen = find(edition).with_rules(usual | rules)
    match = OnlyWhatASeatMayKnow(Match(chosen, seats, random_source(7)))
    return TerminalGame(cast("Match", match), seating, bots, screen), match, paper


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


@pytest.mark.parametrize("language", [LANGUAGES[0], *map(long, LANGUAGES[1:])])
@pytest.mark.parametrize("seats", [2, 4])
def test_master_alone_against_bots(seats: int, language: str) -> None:
    played, match, paper = game("master", 1, language, seats, rat_cover="player", kassensturz=True)
    played.play()

    text = Catalogue.load(language).text
    assert not match.actors
    assert match.shown_to == {0, None}
    assert text("score.money") in paper.getvalue()
    assert (text("action.divide") in paper.getvalue()) == (seats == 2)
    assert (text("action.slap_never") in paper.getvalue()) == (seats == 4)


@pytest.mark.parametrize(
    "rules",
    [
        {"super_kuhhandel": True},
        long({"pedigree_mode": "sealed"}),
        {"pedigree_mode": "envelopes", "rat_mode": "envelopes", "auction_mode": "sealed"},
        long({"pedigree_mode": "realtime"}),
        long({"pedigree_mode": "realtime", "slap": "reflex"}),
        long({"offer_count": "hidden", "overbid": "continue_excluded"}),
        long({"auction_mode": "open", "gavel": "auctioneer"}),
    ],
)
def test_master_with_several_people_at_one_keyboard(rules: dict[str, Any]) -> None:
    played, match, paper = game("master", 3, "en", 3, no_progress_limit=3, **rules)
    played.play()

    assert not match.actors
    assert "Hand over to Player 2" in paper.getvalue()
    assert "The count: 10 cards." in paper.getvalue()
    assert "Take the rat and the money" in paper.getvalue()


class Typist:
    """Somebody who types these lines, and then leaves."""

    def __init__(self, *lines: str) -> None:
        self.lines = iter(lines)

    def readline(self) -> str:
        return next((f"{line}\n" for line in self.lines), "")


def turned_up_a_pedigree(match: Match) -> bool:
    match.play(3, AuctionOff())
    return isinstance(match.view(None).phase, CountdownView)


def countdown(people: int, *typed: str) -> str:
    """Let the last seat turn up a pedigree right away, and return what is then shown."""
    paper = io.StringIO()
    texts = Catalogue.load("en", strict=True)
    console = Console(file=paper, width=100, markup=False)
    screen = Screen(texts, console, cast("TextIO", Typist(*typed)))
    edition = find("master").with_rules({"pedigree_mode": "stepwise", "start_player": "seat:3"})
    matches = (Match(edition, 4, random_source(f"pedigree {seed}")) for seed in range(99))
    match = next(match for match in matches if turned_up_a_pedigree(match))
    waiting = {seat: cast("Bot", Waiting()) for seat in range(people, 4)}
    with pytest.raises(Left):
        TerminalGame(match, seated(texts, 4, people, []), waiting, screen).play()
    return paper.getvalue()


class Waiting:
    """A bot that does the first thing it may do: in a countdown, it waits."""

    def choose(self, seen: Seen) -> Action:
        return next(seen.options[0].expand())


def test_at_every_step_of_a_countdown_everybody_is_asked() -> None:
    """The order of questions does not show who has made up their mind, or how."""
    told = countdown(3, "", "0", "", "", "", "5", "", "", "", "0", "", "")

    asked = re.findall(r"Hand over to (Player \d)|The count: (\d+) card", told)
    steps = ["Player 1", "10", "Player 2", "10", "Player 3", "10"]
    steps += ["Player 1", "9", "Player 2", "9", "Player 3", "9"]
    assert [name or count for name, count in asked][: len(steps)] == steps
    assert "You will slap at 5 cards." in told
    assert told.count("You will slap") == 1


def test_who_plays_alone_is_not_asked_for_what_is_clear() -> None:
    planned, declined = countdown(1, "", "3"), countdown(1, "", "0")

    for told in (planned, declined):
        assert re.findall(r"The count: (\d+) card", told) == ["10", "9"]
    assert "Player 1 slaps at 3 cards!" in planned
    assert "No slap: the count is down to 3 cards." in planned
    assert "down to 4 cards" not in planned
    assert "Nobody slaps: Daisy gets the pedigree for free" not in declined
    assert "Nobody slaps: Sepp gets the pedigree for free" in declined


@pytest.mark.parametrize(
    ("people", "names", "expected"),
    [
        (None, [], ("Player 1", "Daisy", "Clover")),
        (None, ["Anna", "Ben"], ("Anna", "Ben", "Daisy")),
        (3, ["Anna"], ("Anna", "Player 2", "Player 3")),
        (1, ["Daisy"], ("Daisy", "Clover", "Sepp")),
        (None, ["A\x1b[2Jnna", " ", ""], ("A[2Jnna", "Daisy", "Clover")),
        (None, ["A" * 40], ("A" * 16, "Daisy", "Clover")),
    ],
)
def test_people_get_their_names_and_bots_the_rest(
    people: int | None, names: list[str], expected: tuple[str, ...]
) -> None:
    assert seated(Catalogue.load("en"), 3, people, names).names == expected


def test_names_are_coloured_as_words() -> None:
    seating = Seating(("Ann", "Anna"), 2)

    spans = seating.coloured("Anna challenges Ann.").spans
    assert [(span.start, span.end) for span in spans] == [(16, 19), (0, 4)]
