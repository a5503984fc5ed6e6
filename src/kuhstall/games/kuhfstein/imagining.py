"""A random table that fits all a viewer has seen and heard: what a search bot plays on.

Little is hidden: the first card of every other hand, the goals, and what lies face down. What is
hidden is drawn once, at the deal, from what can still be there; the log is folded over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Event
from kuhstall.games.kuhfstein.edition import KuhfsteinTable
from kuhstall.games.kuhfstein.events import (
    CardPlayed,
    CardsExchanged,
    KuhfsteinCardTaken,
    KuhfsteinDealt,
    KuhfsteinEnded,
    Refilled,
    StartCardTaken,
    TilesExchanged,
)
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.landscape import TERRAINS, Terrain
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.view import KuhfsteinView

_LABEL: Final = "imagine"

T = TypeVar("T")


def imagine(
    table: KuhfsteinTable, view: KuhfsteinView, heard: Sequence[Event], chance: Chance
) -> KuhfsteinTable:
    """Fold the log from the empty table, filling every blank in at random."""
    for place, event in enumerate(heard[1:], start=1):
        filled = _fill(table, event, heard[place + 1 :], chance)
        table = table.phase.evolve(table, filled)
    return table


def _fill(table: KuhfsteinTable, event: Event, later: Sequence[Event], chance: Chance) -> Event:
    match event:
        case KuhfsteinDealt():
            return _dealt(table, event, later, chance)
        case TilesExchanged(shuffled=True):
            left = _without(table.world.aside + table.world.display, event.opened[_drawn(table) :])
            return replace(event, tiles=_tiles(left, later, chance))
        case Refilled():
            return _refill(table, event, later, chance)
        case CardsExchanged(shuffled=True):
            world = table.world
            known = len(world.pile)
            rest = _without(world.discard + world.cards, event.opened[known:])
            return replace(event, pile=_cards(rest, later, chance))
    return event


def _drawn(table: KuhfsteinTable) -> int:
    return len(table.world.tiles)


def _refill(
    table: KuhfsteinTable, event: Refilled, later: Sequence[Event], chance: Chance
) -> Refilled:
    world = table.world
    if event.tiles_shuffled:
        left = _without(world.aside, event.opened[len(world.tiles) :])
        event = replace(event, tiles=_tiles(left, later, chance))
    if event.pile_shuffled:
        rest = _without(world.discard, event.drawn[len(world.pile) :])
        event = replace(event, pile=_cards(rest, later, chance))
    return event


def _dealt(
    table: KuhfsteinTable, event: KuhfsteinDealt, later: Sequence[Event], chance: Chance
) -> KuhfsteinDealt:
    edition, seats = table.edition, table.world.seats
    tiles: list[Terrain] = [
        t for t in TERRAINS for _ in range(edition.tiles[t] - edition.removed[seats])
    ]
    closed = _without(tuple(tiles), event.display)
    cards = _without(tuple(range(len(edition.cards))), event.cards)
    drawn = _coming_cards(later)
    hands = list(event.hands)
    for hand in hands:
        cards = _without(cards, hand or ())
    free = [card for card in cards if card not in drawn]
    known = _first_cards(later)
    for seat, hand in enumerate(hands):
        if hand is None and event.choosing is None:
            first = known.get(seat)
            free_now = [card for card in free if card not in known.values()]
            card = first if first is not None else free_now[chance.below(_LABEL, len(free_now))]
            free = [other for other in free if other != card]
            cards = _without(cards, (card,))
            hands[seat] = (card,)
        elif hand is None:
            hands[seat] = ()
    return replace(
        event,
        tiles=_tiles(closed, later, chance),
        pile=_cards(cards, later, chance),
        hands=tuple(hands),
        goals=_goals(event, later, chance),
    )


def _goals(
    event: KuhfsteinDealt, later: Sequence[Event], chance: Chance
) -> tuple[tuple[str, ...] | None, ...]:
    """Deal goals to the others, with the one that each has shown at the end among them."""
    own = next((goals for goals in event.goals if goals is not None), ())
    ended = next((one for one in later if isinstance(one, KuhfsteinEnded)), None)
    shown = [score.goal for score in ended.scores] if ended else []
    left = [g for g in chance.shuffled(_LABEL, GOALS) if g not in own and g not in shown]
    dealt: list[tuple[str, ...] | None] = []
    for seat, goals in enumerate(event.goals):
        if goals is not None:
            dealt.append(goals)
        elif shown:
            dealt.append((shown[seat], left.pop()))
        else:
            dealt.append((left.pop(), left.pop()))
    return tuple(dealt)


def _coming_cards(later: Sequence[Event]) -> list[CardId]:
    """List the cards that will be opened from the pile before it is shuffled, in order."""
    coming: list[CardId] = []
    for event in later:
        match event:
            case Refilled():
                coming += event.drawn
                if event.pile_shuffled:
                    return coming
            case CardsExchanged():
                coming += event.opened
                if event.shuffled:
                    return coming
    return coming


def _first_cards(later: Sequence[Event]) -> dict[int, CardId]:
    """Find the first card of a hand if it was played: a card that was never taken was dealt."""
    taken: set[CardId] = set()
    found: dict[int, CardId] = {}
    for event in later:
        match event:
            case KuhfsteinCardTaken(_, card) | StartCardTaken(_, card):
                taken.add(card)
            case CardPlayed(seat, card) if card not in taken:
                found.setdefault(seat, card)
    return found


def _tiles(
    closed: tuple[Terrain, ...], later: Sequence[Event], chance: Chance
) -> tuple[Terrain, ...]:
    """Order the face-down tiles: first those the viewer has heard of, then the rest at random."""
    coming: list[Terrain] = []
    for event in later:
        match event:
            case Refilled(opened, shuffled) | TilesExchanged(_, opened, _, shuffled):
                coming += opened
                if shuffled:
                    break
    coming = coming[: len(closed)]
    rest = _without(closed, tuple(coming))
    return (*coming, *chance.shuffled(_LABEL, rest))


def _cards(
    closed: tuple[CardId, ...], later: Sequence[Event], chance: Chance
) -> tuple[CardId, ...]:
    coming = _coming_cards(later)[: len(closed)]
    rest = _without(closed, tuple(coming))
    return (*coming, *chance.shuffled(_LABEL, rest))


def _without(items: tuple[T, ...], fewer: Sequence[T]) -> tuple[T, ...]:
    left = list(items)
    for item in fewer:
        left.remove(item)
    return tuple(left)
