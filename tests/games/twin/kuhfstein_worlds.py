"""Two worlds of Kuhfstein that a viewer cannot tell apart, from the start or in the midst of it.

Hidden are the first cards of other hands, the goals of others and those in the box, and the order
of both supplies (RULINGS 4.3). All that is hidden is dealt anew in the other world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.engine import kernel
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.engine.values import Action, Event, Seat, Viewer
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import (
    CardPlayed,
    CardsExchanged,
    KuhfsteinDealt,
    Refilled,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.landscape import Terrain
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.world import World
from tests.games.kuhfstein.walks import Walk, random_rules

T = TypeVar("T")

GAMES: Final = 24
"""So many games are played, and the cases begin somewhere in them."""

MUCH_HAY: Final[dict[Terrain, int]] = {"hay": 24, "meadow": 5, "wood": 5, "lake": 4, "house": 4}
"""With so much hay, displays are exchanged often, and tiles come back."""

SHORT: Final = tuple(range(16))
"""A deck of so few cards is shuffled anew soon."""


class Hidden:
    """What a viewer has not seen in a game so far: cards, and goals."""

    def __init__(self, log: Iterable[Event], viewer: Viewer) -> None:
        self.viewer = viewer
        self.seen: set[CardId] = set()
        self.hear(log)

    def hear(self, log: Iterable[Event]) -> None:
        for event in log:
            match event:
                case KuhfsteinDealt(cards=cards, hands=hands):
                    self.seen.update(cards)
                    if self.viewer is not None:
                        self.seen.update(hands[self.viewer] or ())
                case Refilled(drawn=cards) | CardsExchanged(opened=cards):
                    self.seen.update(cards)
                case CardPlayed(card=card):
                    self.seen.add(card)

    def cards(self, world: World) -> list[CardId]:
        """List the cards that lie face down or are held, and that the viewer never saw."""
        held = [card for seat, place in enumerate(world.places) for card in place.hand
                if seat != self.viewer]  # fmt: skip
        return [card for card in (*world.pile, *held) if card not in self.seen]


def throughout(table: KuhfsteinTable, change: Callable[[World], World]) -> KuhfsteinTable:
    """Change the world, also in the tables that are kept to go back to."""
    phase = table.phase
    if isinstance(phase, Acting) and phase.kept is not None:
        phase = replace(phase, kept=throughout(phase.kept, change))
    return replace(table, world=change(table.world), phase=phase)


def with_cards(world: World, new: dict[CardId, CardId]) -> World:
    """Put other cards in the place of some, face down and in hands."""
    places = tuple(
        replace(place, hand=tuple(new.get(card, card) for card in place.hand))
        for place in world.places
    )
    return replace(world, pile=tuple(new.get(card, card) for card in world.pile), places=places)


def with_supplies(world: World, tiles: Sequence[Terrain], pile: Sequence[CardId]) -> World:
    return replace(world, tiles=tuple(tiles), pile=tuple(pile))


def with_goals(world: World, goals: Sequence[tuple[str, ...]]) -> World:
    places = tuple(
        replace(place, goals=own) for place, own in zip(world.places, goals, strict=True)
    )
    return replace(world, places=places)


def twin_of(
    random: Random,
    table: KuhfsteinTable,
    hidden: Hidden,
    tiles_known: int = 0,
    cards_known: int = 0,
) -> KuhfsteinTable:
    """Deal anew all that is hidden from a viewer; of both supplies, the first may stay."""
    world: World = table.world
    unseen = hidden.cards(world)
    cards = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    table = throughout(table, lambda old: with_cards(old, cards))
    tiles = _mixed(random, world.tiles, tiles_known)
    pile = _mixed(random, table.world.pile, cards_known)
    own = () if hidden.viewer is None else world.places[hidden.viewer].goals
    left = [goal for goal in random.sample(GOALS, len(GOALS)) if goal not in own]
    goals = [
        own if seat == hidden.viewer else (left.pop(), left.pop()) for seat in range(world.seats)
    ]
    return throughout(table, lambda old: with_goals(with_supplies(old, tiles, pile), goals))


def _mixed(random: Random, supply: tuple[T, ...], fixed: int) -> tuple[T, ...]:
    rest = supply[fixed:]
    return supply[:fixed] + tuple(random.sample(rest, len(rest)))


@cache
def _game(
    seats: int, number: int
) -> tuple[tuple[tuple[KuhfsteinTable, int], ...], tuple[Event, ...]]:
    """Play a game; return every table of it with the length of the log there, and the log."""
    walker = Walk(seats, 7 * number + 1, closely=False)
    random = Random(f"twin game {seats} {number}")
    rules = random_rules(random, seats) if number % 4 else {}
    if number % 3 == 1:  # bonuses soon, and the choice to let them go by
        rules |= {"bonus_optional": True, "bonus_positions": (4, 9, 20, 30)}
    edition = KUHFSTEIN.with_rules(rules)
    if number % 3 == 0:
        edition = edition.with_cards(tuple(edition.cards[at] for at in SHORT))
    if number % 4 == 1:
        edition = replace(edition, tiles=MUCH_HAY)
    walker.edition = edition
    walker.match = match = Match(edition, seats, QuickChance(f"twin game {seats} {number}"))
    tables = [(match.table, len(match.log))]
    while match.actors and not match.table.phase.sealed:
        actor = match.actors[0]
        match.play(actor, walker.chosen(match.options(actor), match.table, actor))
        tables.append((match.table, len(match.log)))
    return tuple(tables), tuple(match.log)


def with_a_future(
    random: Random, seats: int, viewer: Viewer, most: int
) -> tuple[KuhfsteinTable, KuhfsteinTable, list[tuple[Seat, Action]], list[Event]]:
    """Choose a place in a game and what will be done from there, up to a shuffle or the end.

    The twin differs in nothing that will be turned up on the way. Last comes the log up to there,
    if it is the deal alone.
    """
    while True:
        tables, log = _game(seats, random.randrange(GAMES))
        edition = tables[0][0].edition
        if edition.own_cards and edition.tiles == KUHFSTEIN.tiles:
            break
    at = random.choice((0, random.randrange(max(1, len(tables) - most))))
    start, length = tables[at]
    table, chance = start, QuickChance(random.random().hex())
    heard: list[Event] = []
    script: list[tuple[Seat, Action]] = []
    while len(script) < most and not table.phase.sealed:
        (actor,) = table.phase.actors(table)
        action = sample(table.phase.options(table, actor), chance)
        table, events = kernel.act(table, actor, action, chance)
        shuffled = ("shuffled", "tiles_shuffled", "pile_shuffled")
        if not table.phase.actors(table) or any(
            getattr(event, name, False) for event in events for name in shuffled
        ):
            break
        script.append((actor, action))
        heard += events
    tiles = cards = 0
    for event in heard:
        match event:
            case TilesExchanged(opened=opened):
                tiles += len(opened)
            case CardsExchanged(opened=drawn):
                cards += len(drawn)
            case Refilled(opened=opened, drawn=drawn):
                tiles, cards = tiles + len(opened), cards + len(drawn)
    hidden = Hidden((*log[:length], *heard), viewer)
    twin = twin_of(random, start, hidden, tiles, cards)
    return start, twin, script, [] if at else list(log[:length])


def from_a_game(
    random: Random, seats: int, viewer: Viewer
) -> tuple[KuhfsteinTable, KuhfsteinTable, Hidden, list[Event]]:
    """Choose a place in a game: its start, anywhere, or shortly before its end."""
    tables, log = _game(seats, random.randrange(GAMES))
    going = [entry for entry in tables if entry[0].phase.actors(entry[0])]
    at = random.choice((0, random.randrange(len(going)), max(0, len(going) - 8)))
    table, length = going[at]
    hidden = Hidden(log[:length], viewer)
    return table, twin_of(random, table, hidden), hidden, list(log[:length])


def dealt_alike(event: KuhfsteinDealt, world: World) -> KuhfsteinDealt:
    """Tell the deal of a twin as it would have been: with its own hidden things."""
    return replace(
        event,
        tiles=world.tiles,
        pile=world.pile,
        hands=tuple(place.hand for place in world.places),
        goals=tuple(place.goals for place in world.places),
    )
