"""Every line that a game can tell has a text in every language, and no text waits in vain."""

from __future__ import annotations

import random

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, Option, Pick, Range, sample
from kuhstall.engine.values import Action, Refused
from kuhstall.games.kuhhandel.house_rules import NAMES, values
from kuhstall.games.kuhhandel.narration import narrate
from kuhstall.games.registry import EDITIONS, find
from kuhstall.messages import LANGUAGES, Catalogue

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
TEXTS = [Catalogue.load(language, strict=True) for language in LANGUAGES]
GAMES = 20


def some_match(number: int) -> Match:
    """Set up a table of some edition with some house rules."""
    dice = random.Random(number)
    edition = find(dice.choice(list(EDITIONS)))
    for name in dice.sample(NAMES, 4):
        if name not in ("start_player", "no_progress_limit"):
            edition = edition.with_rules({name: dice.choice(values(name))})
    edition = edition.with_rules({"no_progress_limit": dice.choice((0, 1, 5, 60))})
    try:
        return Match(edition, dice.choice((3, 4, 5)), QuickChance(number))
    except Refused:
        return some_match(number + 1000)


def play(match: Match, chance: QuickChance, most: int = 1500) -> None:
    """Play at random, but every other time as plainly as possible."""
    for _ in range(most):
        if not match.actors:
            return
        actor = match.actors[chance.below("actor", len(match.actors))]
        options = match.options(actor)
        action = sample(options, chance)
        if chance.below("lazy", 2):
            action = plain(options[-1])
        match.play(actor, action)


def plain(option: Option) -> Action:
    """Return the simplest action of an option: an offer is then a bluff card, and often ties."""
    match option:
        case Pick() if option.admits(bluff := option.fill((0,))):
            return bluff
        case Range() | Choice():
            return next(option.expand())
    return option.sample(QuickChance(0))


@pytest.fixture(scope="module")
def told() -> set[str]:
    """Tell some games to everybody in every language; return the keys that were needed."""
    keys, told = set(), set()
    for number in range(GAMES):
        match = some_match(number)
        play(match, QuickChance(number))
        for viewer in (*range(match.seats), None):
            for event in match.heard(viewer):
                line = narrate(event)  # type: ignore[arg-type]
                if line is not None and repr(line) not in told:
                    told.add(repr(line))
                    keys.add(line.key)
                    for texts in TEXTS:
                        assert texts.line(line, PEOPLE)
    return keys


def test_every_line_of_the_log_has_a_text(told: set[str]) -> None:
    assert len(told) > 30


def test_no_text_of_the_log_waits_in_vain(told: set[str]) -> None:
    forms = ("_zero", "_one", "_few", "_many", "_other")
    texts = {key for key in TEXTS[0].texts if key.startswith("log.")}
    for form in forms:
        texts = {key.removesuffix(form) for key in texts}

    assert texts == told
