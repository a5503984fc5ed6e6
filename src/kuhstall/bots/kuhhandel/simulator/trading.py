"""How the farmer trades in the simulator: with whom, about what, for how much, its answers."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.belief import lay
from kuhstall.bots.kuhhandel.simulator.bidding import MULTIPLIES, happens
from kuhstall.bots.kuhhandel.simulator.chance import below
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACCEPT,
    ANIMAL,
    ANIMALS,
    AUCTION,
    BEST,
    BOUT,
    CHALLENGED,
    CHARACTER,
    CHOSEN,
    COUNTER,
    COUNTERED,
    COUNTS,
    DECIDED,
    DECIDED_CARDS,
    DECISION,
    DRIFT_SUMS,
    DRIFTS,
    FRONT,
    GRACE,
    HAGGLE,
    HASTE,
    HIDDEN,
    HONOURED,
    LAYS_LEAN,
    MANNER,
    MANNERS,
    MASTER,
    MEEK,
    MIND,
    NOBODY,
    OFFER,
    OFFER_COUNT,
    OFFERED,
    OFFERS,
    OPTIONS,
    OWNER,
    PAYABLE,
    PEDIGREES,
    POINTS,
    RAT,
    REPLIES_LEAN,
    SPANS,
    STAKE,
    STAKES,
    TRADE,
    WARY,
)
from kuhstall.bots.kuhhandel.simulator.learned_weights import (
    deck_left,
    liking,
    stake_of,
    trade_scale,
)
from kuhstall.bots.kuhhandel.simulator.money import copy, list_payable, number, worth
from kuhstall.bots.kuhhandel.simulator.outlook import left, look, value
from kuhstall.bots.kuhhandel.simulator.picking import choose_laid, scale_sum
from kuhstall.bots.kuhhandel.simulator.stakes import (
    against,
    lost,
    meet,
    outcome,
    promise,
    won,
    write_stakes,
    write_sums,
)
from kuhstall.bots.kuhhandel.simulator.titles import rats_left
from kuhstall.bots.kuhhandel.simulator.turns import purse

_RUNGS = 12
_SPARE = 9
_SMALLEST = 10
_MEEK = 0.75


@compiled
def rungs(g: Row, most: int) -> int:
    """Return how many of the payable sums to try."""
    return min(g[PAYABLE], most)


@compiled
def rung(g: Row, most: int, step: int) -> int:
    """Return one of the payable sums, evenly spread, from the first to the last."""
    if g[PAYABLE] <= most:
        return g[PAYABLE + 1 + step]
    return g[PAYABLE + 1 + (g[PAYABLE] - 1) * step // (most - 1)]


@compiled
def choose_turn(g: Row, f: Reals, me: int) -> None:
    """Draw a card, or trade if that promises more. With the deck empty, trade."""
    drawing, trades = g[OPTIONS], g[OPTIONS + 1]
    best = 0
    if drawing + trades > 1:
        look(g, f, me)
        list_payable(g, purse(me))
        best, most = _best_trade(g, f, me, trades)
        if drawing and auction_promise(g, f, me) >= most:
            trades = 0
    if trades == 0:
        g[DECISION] = AUCTION
    else:
        g[DECISION] = TRADE
        g[DECISION + 1] = g[OPTIONS + 2 + best] // 8
        g[DECISION + 2] = g[OPTIONS + 2 + best] % 8


@compiled
def _best_trade(g: Row, f: Reals, me: int, trades: int) -> tuple[int, float]:
    """Find the trade that promises most, and what it promises."""
    for place in range(trades):
        meet(g, f, me, g[OPTIONS + 2 + place] % 8)  # one whim for each trade: the last one counts
    _write_drifts(g, f, me, trades)
    best, most = 0, -1e300
    for place in range(trades):
        kind, other = g[OPTIONS + 2 + place] // 8, g[OPTIONS + 2 + place] % 8
        _estimate(g, f, me, other, kind)
        found = -1e300
        for step in range(rungs(g, _RUNGS)):
            mine = float(rung(g, _RUNGS, step))
            found = max(found, promise(g, f, me, other, mine, mine))
        found += liking(g, f, me, other, kind)
        if found > most:
            best, most = place, found
    return best, most


@compiled
def _write_drifts(g: Row, f: Reals, me: int, trades: int) -> None:
    """Compute, once for each other seat, what spending and earning money alone would change."""
    nothing = (-1, -1, 0, -1, 0)
    unchanged = value(g, f, me, nothing, (-1, 0.0, -1, 0.0))
    for place in range(trades):
        other = g[OPTIONS + 2 + place] % 8
        for step in range(write_sums(g, f, me, other, DRIFT_SUMS + 6 * other)):
            spent = f[DRIFT_SUMS + 6 * other + 1 + step]
            after = value(g, f, me, nothing, (me, -spent, other, spent))
            f[DRIFTS + 5 * other + step] = after - unchanged


@compiled
def _estimate(g: Row, f: Reals, me: int, other: int, kind: int) -> None:
    """Estimate stakes, valuing money and animals separately."""
    stake = stake_of(g, me, other, kind)
    free = (-1, 0.0, -1, 0.0)
    win = value(g, f, me, outcome(me, other, kind, stake, 1), free)
    loss = value(g, f, me, outcome(me, other, kind, stake, 0), free)
    sums = int(f[DRIFT_SUMS + 6 * other])
    f[STAKES] = sums
    for step in range(sums):
        drift = f[DRIFTS + 5 * other + step]
        f[STAKES + 1 + step] = f[DRIFT_SUMS + 6 * other + 1 + step]
        f[STAKES + 6 + step] = win + drift
        f[STAKES + 11 + step] = loss + drift


@compiled
def auction_promise(g: Row, f: Reals, me: int) -> float:
    """Say what an auction promises: something of a lot got for nothing."""
    free = (-1, 0.0, -1, 0.0)
    rest = value(g, f, me, (-1, -1, 0, -1, 0), free)
    gain, cards = 0.0, 0
    for kind in range(ANIMALS):
        unowned = left(g, kind)
        if unowned:
            gain += unowned * (value(g, f, me, (kind, me, 1, -1, 0), free) - rest)
            cards += unowned
    if g[MASTER]:
        cards += rats_left(g)
        for animal in range(ANIMALS):
            if g[PEDIGREES + animal] == NOBODY:
                g[HONOURED] = animal
                g[HONOURED + 1] = me
                gain += value(g, f, me, (-1, -1, 0, -1, 0), free) - rest
                cards += 1
        g[HONOURED] = NOBODY
    patience = f[MIND * me + CHARACTER + 3] * (1 + f[MIND * me + HASTE] * deck_left(g))
    return rest + patience * gain / cards


@compiled
def offer(g: Row, f: Reals, me: int) -> None:  # complex: compiled; its innermost loop must be fast
    """Offer the sum that promises most, in few cards or in many: its looks count as well."""
    other, own, fewest = g[CHALLENGED], purse(me), g[OPTIONS]
    g[DECISION] = OFFER
    if _puts_up_a_front(g, f, me):
        choose_laid(g, own, 0, fewest, g[own])
        copy(g, DECIDED_CARDS, BEST)
        g[DECIDED] = 0 if g[OFFER_COUNT] == HIDDEN else 1
        return
    look(g, f, me)
    list_sensible(g, f, me)
    write_stakes(g, f, me, other, g[ANIMAL], g[STAKE])
    meet(g, f, me, other)
    bluffs = below(g, me, g[own] + 1)
    plain = not happens(g, me, f[MIND * me + CHARACTER + 6])
    cash = worth(g, own)
    most, chosen, laid = -1e300, 0, -1
    for way in range(2):  # shown, and hidden
        if g[OFFER_COUNT] != CHOSEN and way != (1 if g[OFFER_COUNT] == HIDDEN else 0):
            continue
        for style in range(2 if plain else 1):
            for step in range(rungs(g, _RUNGS)):
                mine, more = rung(g, _RUNGS, step), bluffs if style == 0 else -1
                choose_laid(g, own, mine, fewest, more)
                looks = cash * number(g, BEST) / max(1, number(g, own)) if way == 0 else cash / 2
                found = promise(g, f, me, other, float(worth(g, BEST)), looks)
                if found > most:
                    most, chosen, laid = found, mine, more
                    g[DECIDED] = 1 - way
    scale = trade_scale(g, f, me, other, f[MIND * me + OFFERED], LAYS_LEAN)
    choose_laid(g, own, scale_sum(g, chosen, scale), fewest, laid)
    copy(g, DECIDED_CARDS, BEST)


@compiled
def list_sensible(g: Row, f: Reals, me: int) -> None:
    """List the sums that can be paid and are not too much for what is at stake."""
    sums = list_payable(g, purse(me))
    if g[ANIMAL] == RAT:
        return
    most = f[MIND * me + HAGGLE] * g[STAKE] * (POINTS[g[ANIMAL]] + MULTIPLIES)
    while g[PAYABLE + sums] > most:
        sums -= 1
    g[PAYABLE] = sums


@compiled
def _puts_up_a_front(g: Row, f: Reals, me: int) -> bool:
    """Whether to offer nothing at all, and have it look like something."""
    front = f[MIND * me + FRONT]
    return front > 0.0 and g[purse(me)] > 0 and happens(g, me, front)


@compiled
def answer(g: Row, f: Reals, me: int) -> None:
    """Accept, or counter with the sum that promises most against what the offer may be."""
    g[DECISION] = ACCEPT
    if not g[OPTIONS]:
        return
    own = purse(me)
    look(g, f, me)
    list_sensible(g, f, me)
    write_stakes(g, f, me, g[OWNER], g[ANIMAL], g[STAKE])
    _imagine_offers(g, f, me)
    ties = 0.5 if g[BOUT] == 1 else 0.0
    best, chosen = 0.0, -1
    for step in range(5):
        best += lost(f, -f[OFFERS + step])
    best /= 5
    best -= f[MIND * me + MEEK] * (won(f, 0.0) - lost(f, 0.0))
    for step in range(rungs(g, 2 * _RUNGS)):
        mine = rung(g, 2 * _RUNGS, step)
        found = 0.0
        for theirs in range(5):
            found += against(g, f, float(mine), f[OFFERS + theirs], ties)
        found /= 5
        if found > best:
            best, chosen = found, mine
    if chosen < 0:
        return
    scale = trade_scale(g, f, me, g[OWNER], f[MIND * me + COUNTERED], REPLIES_LEAN)
    chosen = scale_sum(g, chosen, scale)
    if _gives_in(g, f, me, chosen):
        return
    way = below(g, me, 2 if g[OFFER_COUNT] == CHOSEN else 1)
    bluffs = below(g, me, g[own] + 1) if happens(g, me, f[MIND * me + CHARACTER + 6]) else -1
    choose_laid(g, own, chosen, g[OPTIONS + 1], bluffs)
    g[DECISION] = COUNTER
    g[DECIDED] = 0 if way == 1 or g[OFFER_COUNT] == HIDDEN else 1
    copy(g, DECIDED_CARDS, BEST)


@compiled
def _gives_in(g: Row, f: Reals, me: int, counter: int) -> bool:
    """Whether to accept, as people do, instead of a counter-offer that would seldom win."""
    grace, expected = f[MIND * me + GRACE], 0.0
    for step in range(5):
        expected += f[OFFERS + step]
    small = counter <= max(float(_SMALLEST), _MEEK * (expected / 5))
    return grace > 0.0 and small and happens(g, me, grace)


@compiled
def _imagine_offers(g: Row, f: Reals, me: int) -> None:
    """Imagine what may lie there face down: bluff cards, or about what it looks like."""
    other, mind = g[OWNER], MIND * me
    manner = mind + MANNERS + MANNER * other
    lay(g, f, me, other, f[mind + COUNTS + other], _SPARE)
    low, high, guess = f[SPANS + _SPARE], f[SPANS + _SPARE + 1], f[SPANS + _SPARE + 2]
    usual = 4 * guess + 1
    middle = guess * (f[manner + 2] + usual) / (f[manner + 3] + usual)
    whim = below(g, me, 100) / 100
    f[OFFERS] = low
    for step in range(4):
        theirs = middle * (step + whim) / 4 * f[mind + WARY]
        f[OFFERS + 1 + step] = min(max(theirs, low), high)
