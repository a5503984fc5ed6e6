"""The farmer's money memory: what it makes of everything that happens."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.auction import smallest
from kuhstall.bots.kuhhandel.simulator.belief import (
    at_least,
    belief,
    get,
    give,
    know,
    known,
    lay,
    shift,
    span,
    tighten,
)
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPTED,
    ALL_RETURNED,
    ANY,
    BEST,
    CARDS,
    CHALLENGED,
    CHALLENGER,
    COUNTS,
    COUNTS_PUBLIC,
    EVENTS,
    EVENTS_SAID,
    EXACT,
    EXPOSED,
    FARMER,
    HEARD_PRICE,
    LAID,
    LAID_COUNTER,
    LAID_OFFER,
    LEFT,
    MANNER,
    MANNERS,
    MIND,
    MONEY,
    MONEY_CARDS,
    NOBODY,
    OPEN_PAYMENTS,
    OVERPAY,
    PAID,
    PAID_CARDS,
    PAID_OUT,
    PLAYERS,
    POT_SLOT,
    PRICED,
    PRICED_IN_CARDS,
    PURSE,
    RAT_CARD,
    RAT_TAKEN,
    SEATS,
    SECOND_TIES_EXCHANGE,
    SETTLED,
    SLAP_EXPOSED,
    SPANS,
    STEP,
    TIED,
    TIES_EXCHANGE,
    TO_CHALLENGED,
    TO_CHALLENGER,
    TRADE_MONEY,
    TRIED,
    VALUES,
    WINNER,
    WINNER_PAYS,
)
from kuhstall.bots.kuhhandel.simulator.money import clear, copy, number, place, reaches, worth
from kuhstall.bots.kuhhandel.simulator.picking import first_pick, next_pick
from kuhstall.bots.kuhhandel.simulator.turns import purse

_OFFER, _COUNTER, _FLOW, _SPARE = 0, 3, 6, 9
_CHEAP = 0.4


@compiled
def remember_nothing(g: Row, f: Reals) -> None:
    """Begin a memory for every farmer: all purses are equal and known at the start."""
    seats = g[SEATS]
    for me in range(seats):
        if g[PLAYERS + me] >= FARMER:
            mind = MIND * me
            f[mind + MONEY] = seats * worth(g, PURSE)
            f[mind + MONEY_CARDS] = seats * number(g, PURSE)
            clear(g, LEFT)
            know(g, f, me, POT_SLOT, LEFT)
            for seat in range(seats):
                know(g, f, me, seat, PURSE)
                f[mind + COUNTS + seat] = -1.0
                for habit in range(MANNER):
                    f[mind + MANNERS + MANNER * seat + habit] = 0.0


@compiled
def hear(g: Row, f: Reals) -> None:
    """Let every farmer hear what has just happened."""
    for me in range(g[SEATS]):
        if g[PLAYERS + me] >= FARMER:
            for said in range(g[EVENTS_SAID]):
                at = EVENTS + 4 * said
                _hear(g, f, me, g[at], (g[at + 1], g[at + 2], g[at + 3]))


@compiled
def _hear(g: Row, f: Reals, me: int, what: int, said: tuple[int, int, int]) -> None:
    if what == PAID_OUT:
        _paid_out(g, f, me, said[0])
    elif what == PRICED:
        f[MIND * me + HEARD_PRICE] = said[1]
        b = belief(me, said[0])
        if said[1] > f[b]:
            at_least(f, b, said[1], 0.0)
            tighten(g, f, me)
    elif what in (EXPOSED, SLAP_EXPOSED):
        know(g, f, me, said[0], purse(said[0]))
        tighten(g, f, me)
    elif what == PAID:
        _paid(g, f, me, said)
    elif what == LAID:
        if said[2] or said[0] == me:
            f[MIND * me + COUNTS + said[0]] = said[1]
            at_least(f, belief(me, said[0]), 0.0, said[1])
        else:
            f[MIND * me + COUNTS + said[0]] = -1.0
    elif what == SETTLED:
        _settle(g, f, me)
    else:
        _hear_more(g, f, me, what, said)


@compiled
def _hear_more(g: Row, f: Reals, me: int, what: int, said: tuple[int, int, int]) -> None:
    """Take in what only Kuhhandel Master has."""
    if what == PRICED_IN_CARDS:
        f[MIND * me + HEARD_PRICE] = -1.0
        b = belief(me, said[0])
        if said[1] > f[b + 3]:
            at_least(f, b, 0.0, said[1])
            tighten(g, f, me)
    elif what == RAT_CARD:
        _rat_card(g, f, me, said[0], said[1])
    elif what == RAT_TAKEN:
        _rat_taken(g, f, me, said[0], said[1])


@compiled
def _rat_card(g: Row, f: Reals, me: int, seat: int, value: int) -> None:
    """Put a card beside the rat: it belongs to no seat until the rat is taken."""
    b = belief(me, seat)
    if seat == me or (f[b + 5] != 0.0 and _alike(g, known(me, seat))):
        clear(g, LEFT)
        g[LEFT + value] = 1
        give(g, f, me, seat, LEFT)
        get(g, f, me, POT_SLOT, LEFT)
    else:
        lay(g, f, me, seat, 1.0, _FLOW)
        span(f, _FLOW, f[SPANS + _FLOW], f[SPANS + _FLOW + 1], _CHEAP * f[SPANS + _FLOW + 2])
        shift(f, b, _FLOW, -1, -1.0, -1.0)
        shift(f, belief(me, POT_SLOT), _FLOW, 1, 1.0, 1.0)
    tighten(g, f, me)


@compiled
def _alike(g: Row, cards: int) -> bool:
    """Whether all cards have one value."""
    values = 0
    for value in range(CARDS):
        if g[cards + value]:
            values += 1
    return values == 1


@compiled
def _rat_taken(g: Row, f: Reals, me: int, seat: int, count: int) -> None:
    pot = belief(me, POT_SLOT)
    if seat == me:
        # What lay there tells what the others have laid.
        know(g, f, me, POT_SLOT, PAID_CARDS)
        tighten(g, f, me)
    if f[pot + 5] != 0.0:
        get(g, f, me, seat, known(me, POT_SLOT))
    else:
        for part in range(3):
            f[SPANS + _FLOW + part] = f[pot + part]
        shift(f, belief(me, seat), _FLOW, 1, count, count)
    clear(g, LEFT)
    know(g, f, me, POT_SLOT, LEFT)
    tighten(g, f, me)


@compiled
def _paid_out(g: Row, f: Reals, me: int, payout: int) -> None:
    f[MIND * me + MONEY] += payout * g[SEATS]
    f[MIND * me + MONEY_CARDS] += g[SEATS]
    clear(g, LEFT)
    g[LEFT + place(payout)] = 1
    for seat in range(g[SEATS]):
        get(g, f, me, seat, LEFT)


@compiled
def _paid(g: Row, f: Reals, me: int, said: tuple[int, int, int]) -> None:
    payer, payee, count = said
    seen = g[OPEN_PAYMENTS] == 1 or me in (payer, payee)
    b = belief(me, payer)
    cards = PAID_CARDS
    if not seen and f[b + 5] != 0.0:
        seen = _possible(g, f, me, payer, count) == 1
        cards = BEST
    if seen:
        give(g, f, me, payer, cards)
        get(g, f, me, payee, cards)
    else:
        _bound_payment(g, f, me, payer, count)
        shift(f, b, _FLOW, -1, -count, -count)
        shift(f, belief(me, payee), _FLOW, 1, count, count)
    tighten(g, f, me)


@compiled
def _possible(g: Row, f: Reals, me: int, payer: int, count: int) -> int:
    """Count the payments that a known purse allows; bound them, and keep the first."""
    cards, price = known(me, payer), int(f[MIND * me + HEARD_PRICE])
    if price < 0:
        return _possible_cards(g, f, me, payer, count)
    exact = g[OVERPAY] == EXACT and reaches(g, cards, price)
    bounds = (price, price if exact else worth(g, cards), count)
    found = 0
    low = high = 0
    more = first_pick(g, cards, bounds, 0)
    while more:
        total = worth(g, TRIED)
        if g[OVERPAY] == ANY or total - VALUES[smallest(g, TRIED)] < price:
            if found == 0:
                low = high = total
                copy(g, BEST, TRIED)
            low, high = min(low, total), max(high, total)
            found += 1
        more = next_pick(g, cards, bounds, 0)
    span(f, _FLOW, low, high, price)
    return found


@compiled
def _possible_cards(g: Row, f: Reals, me: int, payer: int, count: int) -> int:
    """Say whether any so many cards of a purse would be the same cards; bound them."""
    cards = known(me, payer)
    lay(g, f, me, payer, count, _FLOW)
    low, high = f[SPANS + _FLOW], f[SPANS + _FLOW + 1]
    span(f, _FLOW, low, high, _CHEAP * f[SPANS + _FLOW + 2])
    missing, others = count, number(g, cards) - count
    alike = True
    for value in range(CARDS):
        held = g[cards + value]
        g[BEST + value] = min(missing, held)
        kept = min(others, held)
        alike = alike and g[BEST + value] == held - kept
        missing -= g[BEST + value]
        others -= kept
    return 1 if alike else 0


@compiled
def _bound_payment(g: Row, f: Reals, me: int, payer: int, count: int) -> None:
    """Bound an unseen payment of the price by the rule for overpaying."""
    b = belief(me, payer)
    if f[b + 5] != 0.0:
        return  # what is possible has bounded it already
    price = int(f[MIND * me + HEARD_PRICE])
    if price < 0:
        lay(g, f, me, payer, count, _FLOW)
        span(f, _FLOW, f[SPANS + _FLOW], f[SPANS + _FLOW + 1], _CHEAP * f[SPANS + _FLOW + 2])
        return
    high = min(f[b + 1], count * 500.0)
    if g[OVERPAY] != ANY and count > 1:
        high = min(high, (price * count - 1) // (count - 1) // STEP * STEP)
    span(f, _FLOW, price, high, price)


@compiled
def _settle(g: Row, f: Reals, me: int) -> None:
    mind = MIND * me
    f[mind + MANNERS + MANNER * g[CHALLENGED] + (0 if g[ACCEPTED] else 1)] += 1
    if me in (g[CHALLENGER], g[CHALLENGED]):
        _seen_trade(g, f, me)
    elif g[ACCEPTED] or not _is_returned(g):
        _unseen_trade(g, f, me)
    for seat in range(g[SEATS]):
        f[mind + COUNTS + seat] = -1.0
    tighten(g, f, me)


@compiled
def _is_returned(g: Row) -> bool:
    """Whether both countered offers went back card by card."""
    if g[TIED]:
        return not (g[TIES_EXCHANGE] if g[WINNER] == NOBODY else g[SECOND_TIES_EXCHANGE])
    return g[TRADE_MONEY] == ALL_RETURNED


@compiled
def _seen_trade(g: Row, f: Reals, me: int) -> None:
    own, other, mind = g[CHALLENGER], g[CHALLENGED], MIND * me
    if other == me:
        manner = mind + MANNERS + MANNER * own
        f[manner + 2] += worth(g, LAID_OFFER)
        lay(g, f, me, own, f[mind + COUNTS + own], _SPARE)
        f[manner + 3] += f[SPANS + _SPARE + 2]
    elif not g[ACCEPTED]:
        manner = mind + MANNERS + MANNER * other
        f[manner + 4] += worth(g, LAID_COUNTER)
        f[manner + 5] += f[belief(me, other) + 2]
    give(g, f, me, own, LAID_OFFER)
    give(g, f, me, other, LAID_COUNTER)
    get(g, f, me, own, TO_CHALLENGER)
    get(g, f, me, other, TO_CHALLENGED)


@compiled
def _unseen_trade(g: Row, f: Reals, me: int) -> None:
    own, other, counts = g[CHALLENGER], g[CHALLENGED], MIND * me + COUNTS
    b, c = belief(me, own), belief(me, other)
    offered, answered = f[counts + own], f[counts + other]
    lay(g, f, me, own, offered, _OFFER)
    if g[ACCEPTED]:
        span(f, _COUNTER, 0.0, 0.0, 0.0)
    else:
        lay(g, f, me, other, answered, _COUNTER)
    if not g[ACCEPTED] and not g[TIED]:
        if g[WINNER] == own:
            _above(f, _OFFER, _COUNTER)
        else:
            _above(f, _COUNTER, _OFFER)
    at_least(f, b, f[SPANS + _OFFER], 0.0)
    at_least(f, c, f[SPANS + _COUNTER], 0.0)
    _flow(g, f)
    there = f[b + 4] if offered < 0 else offered
    back = 0.0 if g[ACCEPTED] else (f[c + 4] if answered < 0 else answered)
    fewer, more = -back, there
    if g[COUNTS_PUBLIC]:
        fewer = more = number(g, TO_CHALLENGED) - back
    shift(f, b, _FLOW, -1, -more, -fewer)
    shift(f, c, _FLOW, 1, fewer, more)


@compiled
def _above(f: Reals, more: int, less: int) -> None:
    """Use that one hidden sum was the higher one."""
    high, low = f[SPANS + more + 1], f[SPANS + less]
    span(f, more, max(f[SPANS + more], low + STEP), high, f[SPANS + more + 2])
    span(f, less, low, min(f[SPANS + less + 1], high - STEP), f[SPANS + less + 2])


@compiled
def _flow(g: Row, f: Reals) -> None:
    """Bound what went, on balance, from the challenger to the challenged seat."""
    offer, counter, flow = SPANS + _OFFER, SPANS + _COUNTER, SPANS + _FLOW
    won = g[WINNER] == g[CHALLENGER]
    if g[ACCEPTED] or (not g[TIED] and won and g[TRADE_MONEY] == WINNER_PAYS):
        for part in range(3):
            f[flow + part] = f[offer + part]
    elif g[TIED]:
        span(f, _FLOW, 0.0, 0.0, 0.0)
    elif g[TRADE_MONEY] == WINNER_PAYS:
        f[flow] = -f[counter + 1]
        f[flow + 1] = -f[counter]
        f[flow + 2] = -f[counter + 2]
    else:
        low, high = f[offer] - f[counter + 1], f[offer + 1] - f[counter]
        if won:
            low = max(low, float(STEP))
        else:
            high = min(high, -float(STEP))
        span(f, _FLOW, low, high, f[offer + 2] - f[counter + 2])
