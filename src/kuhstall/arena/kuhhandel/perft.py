"""A box of Kuhhandel small enough to count all sequences of actions, and where to start."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kuhstall.arena.perft import UNSHUFFLED
from kuhstall.engine.kernel import act, begin, unseal
from kuhstall.games.kuhhandel.cards import QUARTET, RAT, Animal, Card
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.turn import Turn

KINDS: Final[tuple[Animal, ...]] = ("rooster", "goose", "donkey")
ON_TOP: Final[tuple[Card, ...]] = ("pedigree:rooster", RAT, RAT, "pedigree:goose", RAT, RAT)
"""The cards above the animals in games with pedigrees and rats."""

PURSE: Final[Cards] = (0, 10)
PAYOUTS: Final[Cards] = (10, 10, 20, 20)


def reduce_edition(edition: Edition, seats: int) -> Edition:
    """Return the edition with three kinds of animals and little money, its rules unchanged.

    Rats and two pedigrees lie on top, where the edition has them.
    """
    on_top = ON_TOP if RAT in edition.deck else ()
    return replace(
        edition,
        deck=(*on_top, *(animal for animal in KINDS for _ in range(QUARTET))),
        stock=tuple(sorted((PURSE + PAYOUTS) * seats)),
        purse=PURSE,
        payouts=PAYOUTS,
    )


def opening(edition: Edition, seats: int) -> KuhTable:
    """Return the table after the deal, before the auctions."""
    table: KuhTable
    table, _ = begin(edition, seats, UNSHUFFLED)
    return table


def trading(edition: Edition, seats: int) -> KuhTable:
    """Return the table after all stayed silent to the last card: from now on they must trade."""
    table = opening(edition, seats)
    while table.world.deck or not isinstance(table.phase, Turn):
        if table.phase.sealed:
            table, _ = unseal(table, {}, UNSHUFFLED)
            continue
        for actor in table.phase.actors(table):
            action = table.phase.default(table, actor)
            if action is not None:
                table, _ = act(table, actor, action, UNSHUFFLED)
                break
    return table
