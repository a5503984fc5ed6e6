"""What one seat can know of a purse."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.belief import Belief, Span, tighten
from kuhstall.bots.kuhhandel.master.memory import MasterMemory
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.engine.values import Event, TableOpened
from kuhstall.games.kuhhandel.events import (
    Dealt,
    Exposed,
    LotSold,
    OfferMade,
    Paid,
    TradeBegan,
    TradeSettled,
)
from kuhstall.games.kuhhandel.master.events import CardLaid, CardTaken, PedigreeSold, RatTaken

PURSE = (0, 0, 10, 10, 10, 10, 50)


def remembered(
    *events: Event, edition: str = "kuhhandel/2", seats: int = 3, **rules: object
) -> Memory:
    """Let seat 0 of three hear the opening and some events."""
    memory = MasterMemory(0) if edition.startswith("master") else Memory(0)
    opening = [TableOpened(edition, 1, seats, rules), Dealt(None, PURSE, (500,) * 3)]
    memory.listen([*opening, *events])
    return memory


def test_purses_are_known_at_the_start() -> None:
    assert all(belief.cards == PURSE for belief in remembered().purses)


def test_an_unseen_payment_is_known_where_only_one_is_possible() -> None:
    memory = remembered(LotSold(2, 1, 30), Paid(1, 2, None, 3, open=False))
    assert memory.purses[1].cards == (0, 0, 10, 50)
    assert memory.purses[2].cards == (0, 0, 10, 10, 10, 10, 10, 10, 10, 50)


def test_an_unseen_payment_is_bounded_by_its_price() -> None:
    memory = remembered(
        LotSold(2, 1, 50),
        Paid(1, 2, None, 1, open=False),
        OfferMade(1, None, 1, shown=True),
        trade(1, 2, accepted=True, counts=(0, 1)),
        LotSold(2, 1, 20),
        Paid(1, 2, None, 2, open=False),
    )
    poor, rich = memory.purses[1:]
    assert (poor.low, poor.high) == (0, 20)
    assert (rich.low, rich.high) == (160, 180)
    assert (poor.fewest, poor.most) == (3, 3)


def trade(challenger: int, challenged: int, **changes: object) -> TradeSettled:
    facts: dict[str, object] = {
        "challenger": challenger,
        "challenged": challenged,
        "animal": "cow",
        "stake": 1,
        "bout": 1,
        "accepted": False,
        "tied": False,
        "winner": challenger,
        "offer": None,
        "counter": None,
        "to_challenger": None,
        "to_challenged": None,
        "counts": None,
        "counted": True,
        "idle": 1,
    }
    return TradeSettled(**(facts | changes))  # type: ignore[arg-type]


def test_a_trade_among_others_is_bounded_by_its_winner() -> None:
    memory = remembered(
        TradeBegan(1, 2, "cow", 1),
        OfferMade(1, None, 2, shown=True),
        trade(1, 2, counts=(1, 2)),
    )
    loser, winner = memory.purses[2], memory.purses[1]
    assert (winner.low, winner.high) == (30, 80)
    assert (loser.low, loser.high) == (100, 150)
    assert winner.guess + loser.guess == 180


def test_offers_that_go_back_change_nothing() -> None:
    memory = remembered(trade(1, 2, tied=True, winner=None), tie_money="returned")
    assert memory.purses[1].cards == memory.purses[2].cards == PURSE


def test_a_shown_purse_is_exact() -> None:
    memory = remembered(trade(1, 2), Exposed(1, 500, (10, 50)))
    assert memory.purses[1].cards == (10, 50)
    assert memory.purses[2].low == memory.purses[2].high == 120


def test_a_pedigree_is_paid_with_any_cards() -> None:
    memory = remembered(PedigreeSold(2, 1, 2), Paid(1, 2, None, 2, open=False), edition="master")
    payer, payee = memory.purses[1:]
    assert (payer.low, payer.high, payer.most) == (30, 90, 5)
    assert (payee.low, payee.high, payee.most) == (90, 150, 9)
    assert payer.guess + payee.guess == 180


def test_what_is_laid_beside_a_rat_is_nobodys_until_it_is_taken() -> None:
    laid = [CardLaid(1, None, 1, 2), CardLaid(2, None, 2, 0), CardLaid(0, 10, 3, 1)]
    memory = remembered(*laid, edition="master")
    assert (memory.pot.low, memory.pot.high, memory.pot.most) == (10, 110, 3)
    assert memory.purses[0].cards == (0, 0, 10, 10, 10, 50)
    assert (memory.purses[1].low, memory.purses[1].high) == (40, 90)
    memory = remembered(*laid, RatTaken(2, None, 3, again=True), edition="master")
    assert memory.pot.most == 0
    assert (memory.purses[2].low, memory.purses[2].high, memory.purses[2].most) == (100, 150, 9)


def test_who_takes_the_rat_sees_what_the_others_laid() -> None:
    laid = [CardLaid(1, None, 1, 2), CardLaid(2, None, 2, 0)]
    memory = remembered(*laid, RatTaken(0, (50, 50), 2, again=True), edition="master")
    assert memory.purses[0].cards == (0, 0, 10, 10, 10, 10, 50, 50, 50)
    assert [belief.low for belief in memory.purses[1:]] == [40, 40]
    assert sum(belief.guess for belief in memory.purses[1:]) == 80


def test_money_drawn_unseen_is_one_of_the_cards_not_seen_yet() -> None:
    cards = [CardTaken(1, None, None, True, 0, 0, False), CardTaken(0, 0, 500, True, 0, 0, True)]
    other = remembered(*cards, edition="master", seats=2).purses[1]
    assert (other.low, other.high, other.most) == (100, 590, 8)
    seen = [CardTaken(0, 0, 500, True, 0, 0, True) for _ in range(4)]
    other = remembered(*seen, cards[0], edition="master", seats=2).purses[1]
    assert (other.low, other.high) == (100, 290)
    other = remembered(cards[0], *seen, edition="master", seats=2).purses[1]
    assert (other.low, other.high) == (100, 290)


def test_what_others_have_between_them_narrows_each() -> None:
    one = Belief(0, 100, 50, 1, 4, None)
    other = Belief(80, 90, 85, 2, 2, None)
    tighten([one, other], 150, 4)
    assert (one.low, one.high, one.fewest, one.most) == (60, 70, 2, 2)
    assert one.guess + other.guess == 150


def test_an_offer_from_a_known_purse_is_bounded_by_its_number() -> None:
    belief = Belief.exact(PURSE)
    assert belief.laid(2, 500) == Span(0, 60, 90 * 2 / 7)
    assert belief.laid(6, 500).low == 40
    assert belief.laid(0, 500) == Span(0, 0, 0)
    assert belief.laid(None, 500) == Span(0, 90, 45)
