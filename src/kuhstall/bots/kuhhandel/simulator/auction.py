"""An auction with strict turns: from the card that is turned up to what is paid for it."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    BARRED,
    BIDDING,
    BIDS,
    CAP,
    CARDS,
    CONTINUE_EXCLUDED,
    DECIDED_CARDS,
    DECK,
    DONKEY,
    DONKEYS,
    EXPOSED,
    HIGH,
    HIGH_SEAT,
    IDLE,
    LIMITS,
    LOT,
    NOBODY,
    OVERBID,
    OWNER,
    PAID,
    PAID_CARDS,
    PAID_OUT,
    PASSED,
    PAYEE,
    PAYER,
    PAYMENT,
    PAYOUTS,
    PHASE,
    PREEMPTION,
    PRICE,
    PRICED,
    PURSE,
    RESTART_ALL,
    SEATS,
    STEP,
    TOP,
)
from kuhstall.bots.kuhhandel.simulator.money import add, copy, number, place, subtract, worth
from kuhstall.bots.kuhhandel.simulator.turns import herd, next_turn, purse, say


@compiled
def put_up(g: Row) -> None:
    """Turn up an animal and ask for bids; a donkey pays everybody first."""
    seats = g[SEATS]
    g[LOT] = g[DECK + g[TOP]]
    g[TOP] += 1
    g[IDLE] = 0
    if g[LOT] == DONKEY:
        payout = g[PAYOUTS + g[DONKEYS]]
        g[DONKEYS] += 1
        for seat in range(seats):
            g[purse(seat) + place(payout)] += 1
        say(g, PAID_OUT, payout, 0, 0)
    each = worth(g, PURSE)
    for donkey in range(g[DONKEYS]):
        each += g[PAYOUTS + donkey]
    g[CAP] = seats * each
    for seat in range(seats):
        g[BARRED + seat] = 0
        g[LIMITS + seat] = NOBODY
    _strike_bids(g)
    _ask(g, g[OWNER])


@compiled
def _strike_bids(g: Row) -> None:
    for seat in range(g[SEATS]):
        g[BIDS + seat] = 0
        g[PASSED + seat] = 0
    g[HIGH_SEAT] = NOBODY
    g[HIGH] = 0


@compiled
def limit(g: Row, seat: int) -> int:
    """Return the most that a seat may bid, by what everybody knows."""
    if g[LIMITS + seat] == NOBODY:
        return g[CAP]
    return min(g[LIMITS + seat], g[CAP])


@compiled
def _may_raise(g: Row, seat: int) -> bool:
    if seat == g[OWNER] or g[BARRED + seat] or g[PASSED + seat] or seat == g[HIGH_SEAT]:
        return False
    return g[HIGH] + STEP <= limit(g, seat)


@compiled
def _ask(g: Row, after: int) -> None:
    """Poll the next seat that may raise; if there is none, the bidding is over."""
    seats = g[SEATS]
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if _may_raise(g, seat):
            g[PHASE] = BIDDING
            g[ACTOR] = seat
            return
    if g[HIGH_SEAT] == NOBODY:
        _take_lot(g, g[OWNER])
    else:
        g[PHASE] = PREEMPTION
        g[ACTOR] = g[OWNER]


@compiled
def _take_lot(g: Row, seat: int) -> None:
    g[herd(seat) + g[LOT]] += 1
    g[LOT] = NOBODY
    next_turn(g, g[OWNER])


@compiled
def place_bid(g: Row, seat: int, amount: int) -> None:
    g[BIDS + seat] = amount
    g[HIGH_SEAT] = seat
    g[HIGH] = amount
    for other in range(g[SEATS]):
        g[PASSED + other] = 0
    _ask(g, seat)


@compiled
def pass_on(g: Row, seat: int) -> None:
    g[PASSED + seat] = 1
    _ask(g, seat)


@compiled
def buy_out(g: Row) -> None:
    _charge(g, g[OWNER], g[HIGH_SEAT])


@compiled
def sell(g: Row) -> None:
    """Sell to the highest bidder, whose purse is shown to all if it does not suffice."""
    bidder = g[HIGH_SEAT]
    cash = worth(g, purse(bidder))
    if cash >= g[HIGH]:
        _charge(g, bidder, g[OWNER])
        return
    say(g, EXPOSED, bidder, 0, 0)
    if g[OVERBID] == RESTART_ALL:
        g[LIMITS + bidder] = cash
    else:
        g[BARRED + bidder] = 1
    if g[OVERBID] == CONTINUE_EXCLUDED:
        _strike_one(g, bidder)
    else:
        _strike_bids(g)
    _ask(g, g[OWNER])


@compiled
def _strike_one(g: Row, bidder: int) -> None:
    """Strike out the bids of the seat that could not pay; the best of the others stands (A-13)."""
    g[BIDS + bidder] = 0
    g[HIGH_SEAT] = NOBODY
    g[HIGH] = 0
    for seat in range(g[SEATS]):
        g[PASSED + seat] = 0
        if g[BIDS + seat] > g[HIGH]:
            g[HIGH_SEAT] = seat
            g[HIGH] = g[BIDS + seat]


@compiled
def _charge(g: Row, payer: int, payee: int) -> None:
    g[PHASE] = PAYMENT
    g[ACTOR] = payer
    g[PAYER] = payer
    g[PAYEE] = payee
    g[PRICE] = g[HIGH]
    say(g, PRICED, payer, g[HIGH], 0)


@compiled
def hand_over(g: Row) -> None:
    """Move what was decided from the payer to the payee."""
    copy(g, PAID_CARDS, DECIDED_CARDS)
    subtract(g, purse(g[PAYER]), PAID_CARDS)
    add(g, purse(g[PAYEE]), PAID_CARDS)
    say(g, PAID, g[PAYER], g[PAYEE], number(g, PAID_CARDS))


@compiled
def pay(g: Row) -> None:
    hand_over(g)
    _take_lot(g, g[PAYER])


@compiled
def smallest(g: Row, at: int) -> int:
    """Return the place of the smallest card; -1 if there is none."""
    for value in range(CARDS):
        if g[at + value]:
            return value
    return -1
