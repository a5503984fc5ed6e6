"""How the farmer trades in the shadow: with whom, about what, for how much, and how it answers."""

from __future__ import annotations

from kuhstall.arena.kuhhandel.shadow.belief import lay
from kuhstall.arena.kuhhandel.shadow.bidding import happens
from kuhstall.arena.kuhhandel.shadow.chance import below
from kuhstall.arena.kuhhandel.shadow.compiling import Reals, Row, compiled
from kuhstall.arena.kuhhandel.shadow.layout import (
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
    GRACE,
    HERDS,
    HIDDEN,
    HONOURED,
    KINDS,
    MANNER,
    MANNERS,
    MASTER,
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
    SPANS,
    STAKE,
    STAKES,
    TRADE,
)
from kuhstall.arena.kuhhandel.shadow.money import copy, list_payable, number, worth
from kuhstall.arena.kuhhandel.shadow.outlook import left, look, value
from kuhstall.arena.kuhhandel.shadow.picking import choose_laid, scaled
from kuhstall.arena.kuhhandel.shadow.stakes import (
    against,
    lost,
    meet,
    outcome,
    promise,
    write_stakes,
    write_sums,
)
from kuhstall.arena.kuhhandel.shadow.titles import rats_left
from kuhstall.arena.kuhhandel.shadow.turns import purse

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
        for step in range(rungs(g, _RUNGS)):
            mine = float(rung(g, _RUNGS, step))
            found = promise(g, f, other, mine, mine)
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
    both = g[HERDS + KINDS * me + kind] == 2 and g[HERDS + KINDS * other + kind] == 2
    stake = 2 if both else 1
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
    return rest + f[MIND * me + CHARACTER + 3] * gain / cards


@compiled
def offer(g: Row, f: Reals, me: int) -> None:
    """Offer the sum that promises most, in few cards or in many: its looks count as well."""
    other, own, fewest = g[CHALLENGED], purse(me), g[OPTIONS]
    look(g, f, me)
    list_payable(g, own)
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
                found = promise(g, f, other, float(worth(g, BEST)), looks)
                if found > most:
                    most, chosen, laid = found, mine, more
                    g[DECIDED] = 1 - way
    choose_laid(g, own, scaled(g, chosen, f[MIND * me + OFFERED]), fewest, laid)
    copy(g, DECIDED_CARDS, BEST)
    g[DECISION] = OFFER


@compiled
def answer(g: Row, f: Reals, me: int) -> None:
    """Accept, or counter with the sum that promises most against what the offer may be."""
    g[DECISION] = ACCEPT
    if not g[OPTIONS]:
        return
    own = purse(me)
    look(g, f, me)
    list_payable(g, own)
    write_stakes(g, f, me, g[OWNER], g[ANIMAL], g[STAKE])
    _imagine_offers(g, f, me)
    ties = 0.5 if g[BOUT] == 1 else 0.0
    best, chosen = 0.0, -1
    for step in range(5):
        best += lost(f, -f[OFFERS + step])
    best /= 5
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
    chosen = scaled(g, chosen, f[MIND * me + COUNTERED])
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
        theirs = middle * (step + whim) / 4 * 2
        f[OFFERS + 1 + step] = min(max(theirs, low), high)
