"""From an edition to a row, and the deal: by the engine's log, or by the simulator's own chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, below
from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.games.kuhhandel.cards import ANIMALS, KIND, PEDIGREE_OF, RAT, VALUES, Card
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.money import Cards

_OVERBIDS: Final = ("restart_excluded", "continue_excluded", "restart_all")
_OVERPAYS: Final = ("exact_if_possible", "irredundant", "any")
_COUNTS: Final = ("visible", "hidden", "offerer_choice")
_MONEY: Final = ("exchange", "winner_pays", "all_returned")
_TIE_BREAKS: Final = ("shared", "quartets", "money")


def in_turns(edition: Edition) -> Edition:
    """Return the edition as the simulator plays it: everybody is asked in turn."""
    told: dict[str, Any] = {"auction_mode": "turns", "self_raise": False}
    if getattr(edition.rules, "pedigree_mode", "") == "envelopes":
        told["pedigree_mode"] = "sealed"
    if getattr(edition.rules, "rat_mode", "round") != "round":
        told["rat_mode"] = "round"
    return edition.with_rules(told)


def check(edition: Edition, seats: int) -> None:
    """Refuse what the simulator does not know. It would be wrong to play it by other rules."""
    edition.opened(seats)
    rules: Any = edition.rules
    unlike = [
        rules.auction_mode != "turns" or rules.self_raise,
        tuple(VALUES[animal] for animal in ANIMALS) != at.POINTS,
        bool(set(edition.stock) - set(at.VALUES)),
        edition.dove_pairs not in {(), (("rooster", "goose"), ("cat", "dog"), ("sheep", "goat"))},
        set(edition.shunned) - {RAT},
        edition.divides(seats),
        getattr(rules, "super_kuhhandel", False),
        getattr(rules, "slap", "lottery") != "lottery",
        getattr(rules, "pedigree_mode", "sealed") == "envelopes",
        getattr(rules, "rat_mode", "round") != "round",
        getattr(rules, "rat_cover", "auto") != "auto",
    ]
    if any(unlike):
        raise ValueError(f"the simulator does not play {edition.key} by these rules")


def write_rules(g: Row, edition: Edition, seats: int) -> None:
    """Write down what stays."""
    check(edition, seats)
    rules: Any = edition.rules
    g[at.SEATS] = seats
    g[at.OVERBID] = _OVERBIDS.index(rules.overbid)
    g[at.HONEST_BIDS] = rules.bluff_bids == "forbidden"
    g[at.OVERPAY] = _OVERPAYS.index(rules.overpay)
    g[at.OFFER_COUNT] = _COUNTS.index(rules.offer_count)
    g[at.COUNTS_PUBLIC] = rules.counts_are_public
    g[at.LEAST_OFFER] = rules.min_offer_cards
    g[at.LEAST_COUNTER] = rules.min_counter_cards
    g[at.TRADE_MONEY] = _MONEY.index(rules.trade_money)
    g[at.ZEROS_RETURN] = rules.return_zero_cards
    g[at.TIES_EXCHANGE] = rules.ties_exchange
    g[at.SECOND_TIES_EXCHANGE] = rules.second_ties_exchange
    g[at.PATIENCE] = rules.no_progress_limit
    g[at.TIE_BREAK] = _TIE_BREAKS.index(rules.tie_break)
    g[at.MULTIPLIED] = rules.quartets_multiply
    g[at.DOVE_PLAYED] = rules.has_dove
    g[at.DOVE_MULTIPLIED] = getattr(rules, "dove_multiplied", False)
    g[at.OPEN_PAYMENTS] = rules.payment_visibility == "public"
    g[at.MASTER] = bool(edition.shunned)
    g[at.AGAIN_AFTER_RAT] = getattr(rules, "after_rat", "") == "must_auction"
    g[at.SLAPS_DRAWN] = getattr(rules, "slap_tie", "") == "random"
    g[at.SEALED_SLAPS] = getattr(rules, "pedigree_mode", "") == "sealed"
    g[at.KASSENSTURZ] = getattr(rules, "kassensturz", False)
    g[at.START] = at.NOBODY
    if rules.start_player != "random":
        g[at.START] = int(rules.start_player.removeprefix("seat:"))
    for donkey, payout in enumerate(edition.payouts):
        g[at.PAYOUTS + donkey] = payout
    write_cards(g, at.PURSE, edition.purse)
    write_deck(g, edition.deck)


def write_cards(g: Row, place: int, cards: Cards) -> None:
    for value, amount in enumerate(at.VALUES):
        g[place + value] = cards.count(amount)


def write_deck(g: Row, deck: Sequence[Card]) -> None:
    g[at.DECK_SIZE] = len(deck)
    for place, card in enumerate(deck):
        g[at.DECK + place] = card_number(card)


def card_number(card: Any) -> int:
    """Return the number of a kind, or of a pedigree."""
    if card in PEDIGREE_OF:
        return at.PEDIGREE + KIND[PEDIGREE_OF[card]]
    return KIND[card]


@compiled
def deal(g: Row) -> None:
    """Shuffle and begin, as the engine does it with the same stream."""
    for last in range(g[at.DECK_SIZE] - 1, 0, -1):
        pick = below(g, TABLE, last + 1)
        kept = g[at.DECK + last]
        g[at.DECK + last] = g[at.DECK + pick]
        g[at.DECK + pick] = kept
    begin(g, below(g, TABLE, g[at.SEATS]) if g[at.START] < 0 else g[at.START])


@compiled
def begin(g: Row, seat: int) -> None:
    """Give everybody a purse, and this seat the first turn."""
    for place in range(g[at.SEATS]):
        for value in range(at.CARDS):
            g[at.PURSES + at.CARDS * place + value] = g[at.PURSE + value]
        for kind in range(at.KINDS):
            g[at.HERDS + at.KINDS * place + kind] = 0
    for animal in range(at.ANIMALS):
        g[at.PEDIGREES + animal] = at.NOBODY
    g[at.TITLES] = 0
    g[at.HONOURED] = at.NOBODY
    g[at.TOP] = 0
    g[at.DONKEYS] = 0
    g[at.IDLE] = 0
    g[at.MOVES] = 0
    g[at.DOVE] = at.NOBODY
    g[at.LOT] = at.NOBODY
    g[at.HIGH_SEAT] = at.NOBODY
    g[at.LUCKY] = at.NOBODY
    g[at.PHASE] = at.TURN
    g[at.OWNER] = seat
    g[at.ACTOR] = seat
