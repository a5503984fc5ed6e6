"""A pedigree in the simulator: the countdown, handed in seat by seat, and its price."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.auction import hand_over
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, below
from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    BARRED,
    CONTINUE_EXCLUDED,
    COUNT,
    COUNTDOWN,
    COUNTS_PUBLIC,
    FIRST_COUNT,
    HAMMER,
    HELD,
    HIGH,
    HIGH_SEAT,
    HONEST_BIDS,
    IDLE,
    LIMITS,
    LOT,
    LUCKY,
    NOBODY,
    ON_SALE,
    OVERBID,
    OWNER,
    PAYEE,
    PAYER,
    PEDIGREE_PAYMENT,
    PEDIGREES,
    PHASE,
    PLANS,
    PRICED_IN_CARDS,
    RESTART_ALL,
    SEALED_SLAPS,
    SEATS,
    SLAP_EXPOSED,
    SLAPS_DRAWN,
    TITLES,
    TOP,
)
from kuhstall.bots.kuhhandel.simulator.money import number
from kuhstall.bots.kuhhandel.simulator.turns import next_turn, purse, say


@compiled
def count_down(g: Row, animal: int) -> None:
    """Begin to count a pedigree down."""
    g[TOP] += 1
    g[IDLE] = 0
    g[LOT] = NOBODY
    g[ON_SALE] = animal
    for seat in range(g[SEATS]):
        g[BARRED + seat] = 0
        g[LIMITS + seat] = NOBODY
    _start(g, FIRST_COUNT)


@compiled
def _start(g: Row, count: int) -> None:
    """Count from here, all plans forgotten; if no seat can slap, give the pedigree away."""
    g[COUNT] = count
    for seat in range(g[SEATS]):
        g[PLANS + seat] = 0
    if not _ask(g, 0):
        take(g, g[OWNER])


@compiled
def limit(g: Row, seat: int) -> int:
    """Return the highest count at which a seat may slap, from what everybody knows."""
    if seat == g[OWNER] or g[BARRED + seat]:
        return 0
    return FIRST_COUNT if g[LIMITS + seat] == NOBODY else g[LIMITS + seat]


@compiled
def most(g: Row, seat: int) -> int:
    """Return the highest count at which a seat may slap now."""
    found = limit(g, seat)
    if g[HONEST_BIDS] or g[COUNTS_PUBLIC]:
        found = min(found, number(g, purse(seat)))
    return min(found, g[COUNT])


@compiled
def _ask(g: Row, start: int) -> bool:
    """Ask the next seat that may slap; they all hand in something before any step is decided."""
    for seat in range(start, g[SEATS]):
        if limit(g, seat) > 0 and (not g[COUNTS_PUBLIC] or number(g, purse(seat)) > 0):
            g[PHASE] = COUNTDOWN
            g[ACTOR] = seat
            return True
    return False


@compiled
def hold(g: Row, count: int) -> None:
    """Hold what a seat has handed in: a count, or -1 to go on with its plan."""
    if count >= 0:
        g[HELD + g[ACTOR]] = count
    else:
        g[HELD + g[ACTOR]] = g[PLANS + g[ACTOR]]
    if not _ask(g, g[ACTOR] + 1):
        _unseal(g)


@compiled
def _unseal(g: Row) -> None:
    """Decide a step, everything open at once."""
    wanted = 0
    for seat in range(g[SEATS]):
        if limit(g, seat) > 0 and (not g[COUNTS_PUBLIC] or number(g, purse(seat)) > 0):
            g[PLANS + seat] = g[HELD + seat]
        wanted = max(wanted, g[PLANS + seat])
    if not g[SEALED_SLAPS] and wanted < g[COUNT]:
        wanted = 0
    if wanted:
        g[HIGH_SEAT] = _first(g, wanted)
        g[HIGH] = wanted
        g[PHASE] = HAMMER
        g[ACTOR] = g[OWNER]
    elif g[COUNT] == 1 or g[SEALED_SLAPS]:
        take(g, g[OWNER])
    else:
        g[COUNT] -= 1
        _ask(g, 0)


@compiled
def _first(g: Row, wanted: int) -> int:
    """Choose one of those who slap: by lot, or by the order of play."""
    slaps, nearest = 0, NOBODY
    seats = g[SEATS]
    for step in range(1, seats + 1):
        seat = (g[OWNER] + step) % seats
        if g[PLANS + seat] == wanted:
            slaps += 1
            if nearest == NOBODY:
                nearest = seat
    if slaps == 1 or not g[SLAPS_DRAWN]:
        return nearest
    if g[LUCKY] != NOBODY:
        return g[LUCKY]
    drawn = below(g, TABLE, slaps)
    for seat in range(seats):
        if g[PLANS + seat] == wanted:
            if drawn == 0:
                return seat
            drawn -= 1
    return NOBODY


@compiled
def buy_out(g: Row) -> None:
    _charge(g, g[OWNER], g[HIGH_SEAT])


@compiled
def sell(g: Row) -> None:
    """Sell to the slapper, whose purse is shown to all if it has too few cards."""
    bidder, price = g[HIGH_SEAT], g[HIGH]
    cards = number(g, purse(bidder))
    if cards >= price:
        _charge(g, bidder, g[OWNER])
        return
    say(g, SLAP_EXPOSED, bidder, 0, 0)
    if g[OVERBID] == RESTART_ALL:
        g[LIMITS + bidder] = cards
    else:
        g[BARRED + bidder] = 1
    count = price - 1 if g[OVERBID] == CONTINUE_EXCLUDED else FIRST_COUNT
    if count:
        _start(g, count)
    else:
        take(g, g[OWNER])


@compiled
def _charge(g: Row, payer: int, payee: int) -> None:
    g[PHASE] = PEDIGREE_PAYMENT
    g[ACTOR] = payer
    g[PAYER] = payer
    g[PAYEE] = payee
    say(g, PRICED_IN_CARDS, payer, g[HIGH], 0)


@compiled
def pay(g: Row) -> None:
    hand_over(g)
    take(g, g[PAYER])


@compiled
def take(g: Row, seat: int) -> None:
    """Give the pedigree to its new owner; the auctioneer's turn is over."""
    g[PEDIGREES + g[ON_SALE]] = seat
    g[TITLES] += 1
    g[TITLES + g[TITLES]] = g[ON_SALE]
    next_turn(g, g[OWNER])
