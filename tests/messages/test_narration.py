"""Every line that a game can tell has a text in every language, and no text waits in vain."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, Option, Pick, Placement, Range, sample
from kuhstall.engine.values import CLOCK, Action, Refused
from kuhstall.games.kuhfstein.deck import FEWEST_CARDS, OWN
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.rule_options import names, values
from kuhstall.messages import LANGUAGES, Catalogue

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
TEXTS = [Catalogue.load(language, strict=True) for language in LANGUAGES]
GAMES = 12
"""Of each edition."""


def some_match(number: int) -> Match:
    """Set up a table of some edition with some house rules."""
    dice = random.Random(number)
    edition = find(list(EDITIONS)[number % len(EDITIONS)])
    rules = type(edition.rules)
    for name in dice.sample(names(rules), 5):
        if name not in ("start_player", "no_progress_limit", "bonus_positions"):
            edition = edition.with_rules({name: dice.choice(values(rules, name))})
    if "no_progress_limit" in names(rules):
        edition = edition.with_rules({"no_progress_limit": dice.choice((0, 1, 5, 60))})
    if "rat_cover" in names(rules):  # asked at most once a game
        edition = edition.with_rules({"rat_cover": dice.choice(("player", "player", "auto"))})
    if isinstance(edition, KuhfsteinEdition):
        edition = edition.with_rules({"extra_final_round": dice.choice((True, False))})
        if dice.getrandbits(1):  # a tree reaches every bonus, and cards to take soon run out
            edition = edition.with_cards(OWN[:FEWEST_CARDS]).with_rules(
                {"bonus_positions": (1, 2, 3, 5), "bonus_layout": "random"}
            )
    seats = dice.randint(edition.fewest_seats, edition.most_seats)
    try:
        return Match(edition, seats, QuickChance(number))
    except Refused:
        return some_match(number + 1000)


def play(match: Match, chance: QuickChance, most: int = 1500) -> None:
    """Play at random, but every other time as plainly as possible."""
    for _ in range(most):
        if not match.actors:
            return
        actor = match.actors[chance.below("actor", len(match.actors))]
        if actor == CLOCK and match.table.phase.sealed:
            match.close()  # whoever has not answered by now is silent
            continue
        options = match.options(actor)
        action = sample(options, chance)
        if chance.below("lazy", 2):
            action = planting(options) or plain(options[-1])
        match.play(actor, action)


def planting(options: Iterable[Option]) -> Action | None:
    """Return what plants a tree, if anything does: points without cows are rare otherwise."""
    for option in options:
        if isinstance(option, Placement):
            for spot in option.spots:
                if spot.also is not None:
                    return option.fill(option.pieces[0], spot)
    return None


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
    for number in range(GAMES * len(EDITIONS)):
        match = some_match(number)
        narrate = match.table.edition.game.narrate
        play(match, QuickChance(number))
        for viewer in (*range(match.seats), None):
            for event in match.heard(viewer):
                line = narrate(event)
                if line is not None and repr(line) not in told:
                    told.add(repr(line))
                    keys.add(line.key)
                    for texts in TEXTS:
                        assert texts.line(line, PEOPLE)
    return keys


def test_every_line_of_the_log_has_a_text(told: set[str]) -> None:
    assert len(told) > 70


def test_no_text_of_the_log_waits_in_vain(told: set[str]) -> None:
    forms = ("_zero", "_one", "_few", "_many", "_other")
    texts = {key for key in TEXTS[0].texts if key.startswith("log.")}
    for form in forms:
        texts = {key.removesuffix(form) for key in texts}

    assert texts == told
