"""Imagined tables fit what the viewer has seen and heard, and can be played on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.engine import Event, Match, TookBack, Viewer, act, check, options, sample, unseal
from kuhstall.games.kuhfstein.actions import ExchangeCards, ExchangeTiles, TakeBack
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    CardPlayed,
    CardsExchanged,
    KuhfsteinCardTaken,
    Refilled,
    StartCardTaken,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.registry import imagine
from tests.games.kuhfstein.walks import Walk, random_rules

FEW = 24
MANY, CHUNKS = 120, 4
SHORT = tuple(range(15))
"""A deck of so few cards is shuffled anew soon."""


def matches(number: int) -> Iterator[Match]:
    """Play by house rules drawn at random; every other match with few cards."""
    seats = 2 + number % 3
    source = random.Random(f"imagined {number}")
    walker = Walk(seats, 12 * number, closely=False)
    edition = KUHFSTEIN.with_rules(random_rules(source, seats))
    if number % 2:
        edition = edition.with_cards(tuple(edition.cards[at] for at in SHORT))
    match = Match(edition, seats, QuickChance(f"imagined {number}"))
    yield match
    while match.actors:
        actor = match.actors[source.randrange(len(match.actors))]
        offered = match.options(actor)
        exchanges = [o for o in offered if o.admits(ExchangeTiles()) or o.admits(ExchangeCards())]
        if exchanges and source.random() < 0.6:
            action = next(exchanges[0].expand())
        else:
            action = walker.chosen(offered, match.table, actor)
        match.play(actor, action)
        yield match


def looked_into(numbers: range, rarely: int) -> Counter[str]:
    counts = Counter[str]()
    for number in numbers:
        dice = QuickChance(f"looks {number}")
        for match in matches(number):
            phase = match.table.phase
            usual = isinstance(phase, Acting) and phase.doing in ("action", "confirm")
            bound = isinstance(phase, Acting) and phase.committed is not None
            often = rarely if usual and not bound else 2
            if not dice.below("look", often):
                viewer = (None, *range(match.seats))[dice.below("viewer", match.seats + 1)]
                look(match, viewer, dice, counts)
    return counts


def look(match: Match, viewer: Viewer, dice: QuickChance, counts: Counter[str]) -> None:
    seen, heard, real = match.view(viewer), match.heard(viewer), match.table
    table: KuhfsteinTable = imagine(seen, heard, dice)
    note(real, heard, viewer, counts)

    assert table.edition.game.view(table, viewer) == seen
    if viewer is not None:
        assert options(table, viewer) == options(real, viewer)
        assert table.phase.default(table, viewer) == real.phase.default(real, viewer)
    assert public(table) == public(real)
    assert_all_is_there(table, real, viewer)
    counts["apart"] += table.world != real.world
    counts["hands apart"] += [p.hand for p in table.world.places] != [
        p.hand for p in real.world.places
    ]
    for actor in table.phase.actors(table):
        default = table.phase.default(table, actor)
        assert default is not None
        check(table, actor, default)
    assert_back_and_forth(table, real, viewer, counts)
    if not dice.below("go on", 4):
        counts["played on"] += 1
        assert_can_be_played_on(table, dice)


def note(
    real: KuhfsteinTable, heard: tuple[Event, ...], viewer: Viewer, counts: Counter[str]
) -> None:
    phase = real.phase
    counts["tables"] += 1
    counts[type(phase).__name__] += 1
    if isinstance(phase, Acting):
        counts[phase.doing] += 1
        counts["committed"] += phase.committed is not None
        counts["kept"] += phase.kept is not None
    counts["spectator"] += viewer is None
    counts["after taking back"] += any(isinstance(event, TookBack) for event in heard)
    for event in heard:
        if isinstance(event, Refilled):
            counts["tiles shuffled"] += event.tiles_shuffled
            counts["pile shuffled"] += event.pile_shuffled
        elif isinstance(event, TilesExchanged):
            counts["tiles shuffled in an exchange"] += event.shuffled
        elif isinstance(event, CardsExchanged):
            counts["pile shuffled in an exchange"] += event.shuffled


def public(table: KuhfsteinTable) -> object:
    """Return all that everybody knows, without asking `view`."""
    world, phase = table.world, table.phase
    if isinstance(phase, Acting):
        phase = replace(phase, kept=None)
    return (
        [(p.cows, p.land, len(p.hand), p.score, p.reached) for p in world.places],
        (world.layout, world.display, world.aside, world.cards, world.discard, world.trees),
        (len(world.tiles), len(world.pile), world.fox, world.last_round, world.idle),
        phase,
        table.moment,
    )


def assert_all_is_there(table: KuhfsteinTable, real: KuhfsteinTable, viewer: Viewer) -> None:
    world = table.world
    assert sorted(world.tiles) == sorted(real.world.tiles)
    cards = [*world.cards, *world.pile, *world.discard]
    goals: list[str] = []
    for place in world.places:
        cards += place.hand
        goals += place.goals
    assert sorted(cards) == list(range(len(table.edition.cards)))
    assert len(set(goals)) == len(goals) == 2 * world.seats
    assert set(goals) <= set(GOALS)
    if viewer is not None:
        mine, own = world.places[viewer], real.world.places[viewer]
        assert (mine.hand, mine.goals) == (own.hand, own.goals)


def assert_back_and_forth(
    table: KuhfsteinTable, real: KuhfsteinTable, viewer: Viewer, counts: Counter[str]
) -> None:
    """Go back on both tables, as far as may be: the viewer sees the same."""
    dice = QuickChance("back")
    game = table.edition.game
    while isinstance(real.phase, Acting) and real.phase.kept is not None:
        counts["taken back"] += 1
        seat = real.phase.seat
        table, _ = act(table, seat, TakeBack(), dice)
        real, _ = act(real, seat, TakeBack(), dice)
        assert game.view(table, viewer) == game.view(real, viewer)
        assert public(table) == public(real)


def assert_can_be_played_on(table: KuhfsteinTable, dice: QuickChance) -> None:
    for _ in range(40):
        actors = table.phase.actors(table)
        if not actors:
            return
        if table.phase.sealed:
            held = {seat: sample(options(table, seat), dice) for seat in actors}
            table, _ = unseal(table, held, dice)
        else:
            table, _ = act(table, actors[0], sample(options(table, actors[0]), dice), dice)


WANTED = (
    *("Acting", "Picking", "Final", "Over", "action", "extra", "tile", "card", "confirm"),
    *("committed", "kept", "taken back", "after taking back", "spectator", "played on"),
    *("tiles shuffled", "pile shuffled", "pile shuffled in an exchange"),
)


def test_imagined_tables_fit_and_can_be_played_on() -> None:
    counts = looked_into(range(FEW), rarely=12)
    print(dict(sorted(counts.items())))
    assert counts["apart"] >= 0.9 * counts["tables"]
    assert counts["hands apart"] >= 0.2 * counts["tables"]
    for what in WANTED:
        assert counts[what], f"a look at no {what} proves nothing"


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_imagined_tables(chunk: int) -> None:
    first = FEW + chunk * MANY // CHUNKS
    counts = looked_into(range(first, first + MANY // CHUNKS), rarely=16)
    assert counts["tiles shuffled in an exchange"] or chunk


def test_imagining_is_the_same_every_time_and_not_always_the_same() -> None:
    for number in (0, 1):
        *_, match = (match for match, _ in zip(matches(number), range(60), strict=False))
        seen, heard = match.view(0), match.heard(0)
        first, again, other = (imagine(seen, heard, QuickChance(seed)) for seed in (1, 1, 2))
        assert first == again
        assert first != other


def test_a_first_card_is_known_once_it_was_played_even_if_it_was_taken_back() -> None:
    """Every imagined table has it in the right hand; before, nobody knew."""
    found = 0
    for number in range(16):
        known: dict[int, int] = {}
        for match in matches(number):
            taken = {
                e.card for e in match.log if isinstance(e, KuhfsteinCardTaken | StartCardTaken)
            }
            known |= {
                event.seat: event.card
                for event in match.log[-4:]
                if isinstance(event, CardPlayed) and event.card not in taken
            }
            if known and isinstance(match.log[-1], TookBack):
                (seat, card), *_ = known.items()
                held = card in match.table.world.places[seat].hand
                other = (seat + 1) % match.seats
                for seed in range(6):
                    table = imagine(match.view(other), match.heard(other), QuickChance(seed))
                    assert (card in table.world.places[seat].hand) == held
                found += held
                break
    assert found
