"""A cow trade: the offer, the answer, and who gets what."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPTED,
    ACTOR,
    ALL_RETURNED,
    ANIMAL,
    BOUT,
    CHALLENGED,
    CHALLENGER,
    COUNTER_SHOWN,
    DECIDED,
    DECIDED_CARDS,
    EXCHANGE,
    IDLE,
    LAID,
    LAID_COUNTER,
    LAID_OFFER,
    NOBODY,
    OFFER_SHOWN,
    OFFERING,
    OWNER,
    PHASE,
    QUARTET,
    RAT,
    RESPONDING,
    SECOND_TIES_EXCHANGE,
    SETTLED,
    STAKE,
    TIED,
    TIES_EXCHANGE,
    TO_CHALLENGED,
    TO_CHALLENGER,
    TRADE_MONEY,
    WINNER,
    WINNER_PAYS,
    ZEROS_RETURN,
)
from kuhstall.bots.kuhhandel.simulator.money import add, clear, copy, number, subtract, worth
from kuhstall.bots.kuhhandel.simulator.turns import herd, next_turn, purse, say


@compiled
def challenge(g: Row, kind: int, seat: int) -> None:
    """Open a trade; two who hold two each trade for both."""
    own = g[OWNER]
    both = g[herd(own) + kind] == 2 and g[herd(seat) + kind] == 2
    g[CHALLENGER] = own
    g[CHALLENGED] = seat
    g[ANIMAL] = kind
    g[STAKE] = 2 if both else 1
    g[BOUT] = 1
    g[PHASE] = OFFERING
    g[ACTOR] = g[OWNER]


@compiled
def offer(g: Row) -> None:
    copy(g, LAID_OFFER, DECIDED_CARDS)
    clear(g, LAID_COUNTER)
    subtract(g, purse(g[OWNER]), LAID_OFFER)
    g[OFFER_SHOWN] = g[DECIDED]
    g[PHASE] = RESPONDING
    g[ACTOR] = g[CHALLENGED]
    say(g, LAID, g[OWNER], number(g, LAID_OFFER), g[OFFER_SHOWN])


@compiled
def accept(g: Row) -> None:
    """Take the offer, less returned bluff cards (A-17)."""
    copy(g, TO_CHALLENGED, LAID_OFFER)
    clear(g, TO_CHALLENGER)
    if g[ZEROS_RETURN]:
        g[TO_CHALLENGER] = g[LAID_OFFER]
        g[TO_CHALLENGED] = 0
    g[ACCEPTED] = 1
    g[TIED] = 0
    _settle(g, g[OWNER])


@compiled
def counter(g: Row) -> None:
    copy(g, LAID_COUNTER, DECIDED_CARDS)
    subtract(g, purse(g[CHALLENGED]), LAID_COUNTER)
    g[COUNTER_SHOWN] = g[DECIDED]
    say(g, LAID, g[CHALLENGED], number(g, LAID_COUNTER), g[COUNTER_SHOWN])
    offered, countered = worth(g, LAID_OFFER), worth(g, LAID_COUNTER)
    winner = g[OWNER]
    if offered == countered and g[BOUT] == 1:
        winner = NOBODY
    elif offered < countered:
        winner = g[CHALLENGED]
    g[ACCEPTED] = 0
    g[TIED] = 1 if offered == countered else 0
    _share(g, winner)
    _settle(g, winner)


@compiled
def _how(g: Row, winner: int) -> int:
    """Say how the money goes."""
    if not g[TIED]:
        return g[TRADE_MONEY]
    exchanged = g[TIES_EXCHANGE] if winner == NOBODY else g[SECOND_TIES_EXCHANGE]
    return EXCHANGE if exchanged else ALL_RETURNED


@compiled
def _share(g: Row, winner: int) -> None:
    """Split the money on the table; bluff cards may go back to the seats that laid them."""
    zeros, zeros_countered = g[LAID_OFFER], g[LAID_COUNTER]
    if g[ZEROS_RETURN]:
        g[LAID_OFFER] = 0
        g[LAID_COUNTER] = 0
    clear(g, TO_CHALLENGER)
    clear(g, TO_CHALLENGED)
    how = _how(g, winner)
    if how == WINNER_PAYS:
        to = TO_CHALLENGED if winner == g[OWNER] else TO_CHALLENGER
        add(g, to, LAID_OFFER)
        add(g, to, LAID_COUNTER)
    else:
        add(g, TO_CHALLENGED if how == EXCHANGE else TO_CHALLENGER, LAID_OFFER)
        add(g, TO_CHALLENGER if how == EXCHANGE else TO_CHALLENGED, LAID_COUNTER)
    if g[ZEROS_RETURN]:
        g[TO_CHALLENGER] += zeros
        g[TO_CHALLENGED] += zeros_countered
        g[LAID_OFFER] = zeros
        g[LAID_COUNTER] = zeros_countered


@compiled
def _settle(g: Row, winner: int) -> None:
    """Move money and animals; then the next turn, or the second bout."""
    own, other = g[OWNER], g[CHALLENGED]
    add(g, purse(own), TO_CHALLENGER)
    add(g, purse(other), TO_CHALLENGED)
    g[WINNER] = winner
    say(g, SETTLED, own, other, 0)
    if winner == NOBODY:
        g[BOUT] += 1
        g[PHASE] = OFFERING
        g[ACTOR] = own
        return
    taker = winner
    if g[ANIMAL] == RAT:  # the higher bidder gets rid of it (D-26)
        taker = other if winner == own else own
    giver = other if taker == own else own
    g[herd(taker) + g[ANIMAL]] += g[STAKE]
    g[herd(giver) + g[ANIMAL]] -= g[STAKE]
    g[IDLE] = 0 if g[herd(taker) + g[ANIMAL]] == QUARTET else g[IDLE] + 1
    next_turn(g, own)
