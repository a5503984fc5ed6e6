"""One decision: what comes of it, up to the next one."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator import auction, pedigrees, rats, trade
from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPT,
    ACTOR,
    AUCTION,
    BID,
    BUY_OUT,
    COUNTER,
    DECISION,
    DECK,
    EVENTS_SAID,
    HAMMER,
    LAY,
    MOVES,
    OFFER,
    PASS,
    PAY,
    PEDIGREE,
    PEDIGREE_PAYMENT,
    PHASE,
    RAT,
    SELL,
    SLAP,
    TAKE,
    TOP,
    TRADE,
    WAIT,
)


@compiled
def act(g: Row) -> None:
    """Do what stands as a decision, which must be admitted."""
    g[EVENTS_SAID] = 0
    g[MOVES] += 1
    if g[DECISION] >= WAIT or g[PHASE] == HAMMER or g[PHASE] == PEDIGREE_PAYMENT:
        _act_on_pedigree_or_rat(g)
    elif g[DECISION] >= OFFER or g[DECISION] == TRADE:
        _act_in_trade(g)
    else:
        _act_in_auction(g)


@compiled
def _reveal(g: Row) -> None:
    """Turn up the top card."""
    card = g[DECK + g[TOP]]
    if card >= PEDIGREE:
        pedigrees.count_down(g, card - PEDIGREE)
    elif card == RAT:
        rats.send_round(g)
    else:
        auction.put_up(g)


@compiled
def _act_in_auction(g: Row) -> None:
    code = g[DECISION]
    if code == AUCTION:
        _reveal(g)
    elif code == PASS:
        auction.pass_on(g, g[ACTOR])
    elif code == BID:
        auction.place_bid(g, g[ACTOR], g[DECISION + 1])
    elif code == SELL:
        auction.sell(g)
    elif code == BUY_OUT:
        auction.buy_out(g)
    elif code == PAY:
        auction.pay(g)


@compiled
def _act_in_trade(g: Row) -> None:
    code = g[DECISION]
    if code == TRADE:
        trade.challenge(g, g[DECISION + 1], g[DECISION + 2])
    elif code == OFFER:
        trade.offer(g)
    elif code == ACCEPT:
        trade.accept(g)
    elif code == COUNTER:
        trade.counter(g)


@compiled
def _act_on_pedigree_or_rat(g: Row) -> None:
    code = g[DECISION]
    if code in (WAIT, SLAP):
        pedigrees.hold(g, g[DECISION + 1] if code == SLAP else -1)
    elif code == SELL:
        pedigrees.sell(g)
    elif code == BUY_OUT:
        pedigrees.buy_out(g)
    elif code == PAY:
        pedigrees.pay(g)
    elif code == LAY:
        rats.lay(g, g[DECISION + 1])
    elif code == TAKE and rats.take(g):
        _reveal(g)
