"""A rat in the simulator: it goes round until a seat takes it, with all the money beside it."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    AGAIN_AFTER_RAT,
    DECK_SIZE,
    IDLE,
    LOT,
    NOBODY,
    OWNER,
    PAID_CARDS,
    PHASE,
    POT,
    POT_CARDS,
    RAT,
    RAT_CARD,
    RAT_ROUND,
    RAT_TAKEN,
    SEATS,
    TOP,
)
from kuhstall.bots.kuhhandel.simulator.money import add, clear, copy, number
from kuhstall.bots.kuhhandel.simulator.turns import herd, next_turn, purse, say


@compiled
def send_round(g: Row) -> None:
    """Ask everybody in turn, from the auctioneer's left round to the auctioneer."""
    g[TOP] += 1
    g[IDLE] = 0
    g[LOT] = NOBODY
    clear(g, POT)
    g[POT_CARDS] = 0
    g[PHASE] = RAT_ROUND
    g[ACTOR] = (g[OWNER] + 1) % g[SEATS]


@compiled
def lay(g: Row, value: int) -> None:
    """Lay a card beside the rat, and pass the rat on."""
    seat = g[ACTOR]
    g[purse(seat) + value] -= 1
    g[POT + value] += 1
    g[POT_CARDS] += 1
    g[ACTOR] = (seat + 1) % g[SEATS]
    say(g, RAT_CARD, seat, value, 0)


@compiled
def take(g: Row) -> bool:
    """Take the rat and the money; return whether the auctioneer must turn up another card."""
    seat = g[ACTOR]
    add(g, purse(seat), POT)
    g[herd(seat) + RAT] += 1
    copy(g, PAID_CARDS, POT)  # another rat may go round before the seats listen
    say(g, RAT_TAKEN, seat, number(g, POT), 0)
    if g[AGAIN_AFTER_RAT] and g[TOP] < g[DECK_SIZE]:
        return True
    next_turn(g, g[OWNER])
    return False
