"""What the acting seat may do, and whether a decision is among it."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.auction import limit, smallest
from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPT,
    ACTOR,
    ANY,
    AUCTION,
    BID,
    BIDDING,
    BUY_OUT,
    CARDS,
    CHOSEN,
    COUNTDOWN,
    COUNTER,
    DECIDED,
    DECIDED_CARDS,
    DECISION,
    DECK_SIZE,
    EXACT,
    HAMMER,
    HERDS,
    HIGH,
    HONEST_BIDS,
    IDLE,
    KINDS,
    LAY,
    LEAST_COUNTER,
    LEAST_OFFER,
    OFFER,
    OFFER_COUNT,
    OFFERING,
    OPTIONS,
    OVERPAY,
    PASS,
    PAY,
    PAYMENT,
    PEDIGREE_PAYMENT,
    PHASE,
    PREEMPTION,
    PRICE,
    QUARTET,
    RAT_ROUND,
    RESPONDING,
    SEALED_SLAPS,
    SEATS,
    SELL,
    SLAP,
    STEP,
    TAKE,
    TOP,
    TRADE,
    TURN,
    VALUES,
    VISIBLE,
    WAIT,
)
from kuhstall.bots.kuhhandel.simulator.money import number, reaches, worth
from kuhstall.bots.kuhhandel.simulator.pedigrees import most
from kuhstall.bots.kuhhandel.simulator.turns import herd, out_of_patience, purse


@compiled
def offer_options(g: Row) -> None:
    """Write down what the acting seat may do; what each number means depends on the phase."""
    phase, seat = g[PHASE], g[ACTOR]
    if phase == TURN:
        _turn(g, seat)
    elif phase == BIDDING:
        _bidding(g, seat)
    elif phase == PREEMPTION:
        g[OPTIONS] = 1 if worth(g, purse(seat)) >= g[HIGH] else 0
    elif phase == PAYMENT:
        _payment(g, seat)
    elif phase == OFFERING:
        g[OPTIONS] = min(g[LEAST_OFFER], number(g, purse(seat)))
    elif phase == RESPONDING:
        g[OPTIONS] = 1 if number(g, purse(seat)) >= g[LEAST_COUNTER] else 0
        g[OPTIONS + 1] = g[LEAST_COUNTER]
    else:
        _pedigree_or_rat(g, seat)


@compiled
def _pedigree_or_rat(g: Row, seat: int) -> None:
    if g[PHASE] == COUNTDOWN:
        g[OPTIONS] = most(g, seat)
    elif g[PHASE] == HAMMER:
        g[OPTIONS] = 1 if number(g, purse(seat)) >= g[HIGH] else 0
    elif g[PHASE] == PEDIGREE_PAYMENT:
        g[OPTIONS] = g[HIGH]


@compiled
def _turn(g: Row, seat: int) -> None:
    """Write whether to draw a card, how many trades there are, and each as 8 x kind + seat."""
    drawing = g[TOP] < g[DECK_SIZE]
    g[OPTIONS] = 1 if drawing else 0
    g[OPTIONS + 1] = 0
    if drawing and g[IDLE] and out_of_patience(g):
        return
    for kind in range(KINDS):
        own = g[herd(seat) + kind]
        if not 0 < own < QUARTET:
            continue
        for other in range(g[SEATS]):
            if other != seat and g[HERDS + KINDS * other + kind]:
                g[OPTIONS + 2 + g[OPTIONS + 1]] = 8 * kind + other
                g[OPTIONS + 1] += 1


@compiled
def _bidding(g: Row, seat: int) -> None:
    """Write the least and the most to bid; both are 0 if all one can do is pass."""
    floor, top = g[HIGH] + STEP, limit(g, seat)
    if g[HONEST_BIDS]:
        top = min(top, worth(g, purse(seat)))
    g[OPTIONS] = floor if floor <= top else 0
    g[OPTIONS + 1] = top if floor <= top else 0


@compiled
def _payment(g: Row, seat: int) -> None:
    """Write what is due, whether to the point, and whether no card may be superfluous."""
    g[OPTIONS] = g[PRICE]
    exact = g[OVERPAY] == EXACT and reaches(g, purse(seat), g[PRICE])
    g[OPTIONS + 1] = 1 if exact else 0
    g[OPTIONS + 2] = 0 if g[OVERPAY] == ANY else 1


@compiled
def admits(g: Row) -> bool:
    """Whether what stands as a decision is among the options written down last."""
    phase, code, first = g[PHASE], g[DECISION], g[DECISION + 1]
    if phase == TURN:
        return _admits_turn(g, code, first, g[DECISION + 2])
    if phase == BIDDING:
        low, high = g[OPTIONS], g[OPTIONS + 1]
        raised = code == BID and low > 0 and low <= first <= high and (first - low) % STEP == 0
        return raised or code == PASS
    if phase == PREEMPTION:
        return code == SELL or (code == BUY_OUT and g[OPTIONS] == 1)
    if phase == PAYMENT:
        return code == PAY and _held(g) and _enough(g)
    if phase == OFFERING:
        return code == OFFER and _admits_laid(g, g[OPTIONS])
    if phase == RESPONDING:
        countered = code == COUNTER and g[OPTIONS] == 1 and _admits_laid(g, g[OPTIONS + 1])
        return countered or code == ACCEPT
    return _admits_pedigree_or_rat(g, code, first)


@compiled
def _admits_pedigree_or_rat(g: Row, code: int, first: int) -> bool:
    phase = g[PHASE]
    if phase == COUNTDOWN:
        slapped = code == SLAP and g[OPTIONS] > 0 and 0 <= first <= g[OPTIONS]
        return slapped or (code == WAIT and (g[OPTIONS] == 0 or not g[SEALED_SLAPS]))
    if phase == HAMMER:
        return code == SELL or (code == BUY_OUT and g[OPTIONS] == 1)
    if phase == PEDIGREE_PAYMENT:
        return code == PAY and _held(g) and number(g, DECIDED_CARDS) == g[OPTIONS]
    if phase == RAT_ROUND:
        return code == TAKE or (code == LAY and g[purse(g[ACTOR]) + first] > 0)
    return False


@compiled
def _admits_turn(g: Row, code: int, kind: int, seat: int) -> bool:
    if code == AUCTION:
        return g[OPTIONS] == 1
    if code == TRADE:
        for place in range(g[OPTIONS + 1]):
            if g[OPTIONS + 2 + place] == 8 * kind + seat:
                return True
    return False


@compiled
def _held(g: Row) -> bool:
    """Whether the acting seat has the cards that were decided on."""
    for value in range(CARDS):
        if not 0 <= g[DECIDED_CARDS + value] <= g[purse(g[ACTOR]) + value]:
            return False
    return True


@compiled
def _enough(g: Row) -> bool:
    paid = worth(g, DECIDED_CARDS)
    if paid < g[OPTIONS] or (g[OPTIONS + 1] and paid != g[OPTIONS]):
        return False
    least = smallest(g, DECIDED_CARDS)
    return not g[OPTIONS + 2] or least < 0 or paid - VALUES[least] < g[OPTIONS]


@compiled
def _admits_laid(g: Row, fewest: int) -> bool:
    shown = g[OFFER_COUNT] == CHOSEN or g[DECIDED] == (1 if g[OFFER_COUNT] == VISIBLE else 0)
    return shown and _held(g) and number(g, DECIDED_CARDS) >= fewest
