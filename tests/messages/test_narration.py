"""Every line that a game can tell has a text in every language, and no text is unused."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, Option, Pick, Placement, Range, sample
from kuhstall.engine.values import CLOCK, Action, Refused
from kuhstall.games.kuhfstein.deck import FEWEST_CARDS, OWN
from kuhstall.games.kuhfstein.edition import Edition as KuhfsteinEdition
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.rule_options import kind_of, names, values
from kuhstall.messages import LANGUAGES, Catalogue

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
TEXTS = [Catalogue.load(language, strict=True) for language in LANGUAGES]
GAMES: Final = 12
"""Of each edition at least."""

MOST_GAMES: Final = 120
"""Of each edition at most: rare lines are waited for, whatever the dice say."""

CHANGED: Final = 0.3
"""How often an option is drawn anew."""


def drawn(number: int, what: str) -> random.Random:
    """Return dice for one purpose: no other draw, and no option that is added, shifts them."""
    return random.Random(f"{number}/{what}")


def some_match(number: int, again: int = 0) -> Match:
    """Set up a table of some edition with some house rules, each drawn by itself."""
    edition = find(list(EDITIONS)[number % len(EDITIONS)])
    rules = type(edition.rules)
    seed = number + 1000 * again
    for name in names(rules):
        dice = drawn(seed, name)
        if kind_of(rules, name) == "choice" and dice.random() < CHANGED:
            edition = edition.with_rules({name: dice.choice(values(rules, name))})
    if "no_progress_limit" in names(rules):
        limit = drawn(seed, "limit").choice((0, 1, 5, 60))
        edition = edition.with_rules({"no_progress_limit": limit})
    if "rat_cover" in names(rules):  # asked at most once a game
        cover = drawn(seed, "cover").choice(("player", "player", "auto"))
        edition = edition.with_rules({"rat_cover": cover})
    if isinstance(edition, KuhfsteinEdition):
        for name, odds in (("extra_final_round", 2), ("bonus_optional", 2), ("allow_pass", 4)):
            often = drawn(seed, f"{name} often").randrange(odds) == 0
            edition = edition.with_rules({name: often})
        if drawn(seed, "cards").getrandbits(1):
            # A tree reaches every bonus, and cards to take soon run out.
            edition = edition.with_cards(OWN[:FEWEST_CARDS]).with_rules(
                {"bonus_positions": (1, 2, 3, 5), "bonus_layout": "random"}
            )
    seats = drawn(seed, "seats").randint(edition.fewest_seats, edition.most_seats)
    try:
        return Match(edition, seats, QuickChance(seed))
    except Refused:
        return some_match(number, again + 1)


def play(match: Match, chance: QuickChance, most: int = 1500) -> None:
    """Play at random, but every other time as simply as possible."""
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
    """Return an action that plants a tree, if any: otherwise points without cows are rare."""
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
    """Narrate some games to everybody in every language; return the keys that were needed."""
    keys: set[str] = set()
    told: set[str] = set()
    for number in range(MOST_GAMES * len(EDITIONS)):
        if number >= GAMES * len(EDITIONS) and keys == waiting():
            break
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


def waiting() -> set[str]:
    """Name the texts of the log, whatever forms they have."""
    texts = {key for key in TEXTS[0].texts if key.startswith("log.")}
    for form in ("_zero", "_one", "_few", "_many", "_other"):
        texts = {key.removesuffix(form) for key in texts}
    return texts


def test_no_text_of_the_log_waits_in_vain(told: set[str]) -> None:
    assert told == waiting()
