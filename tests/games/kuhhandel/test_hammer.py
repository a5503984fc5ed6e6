"""The gavel has fallen: the auctioneer sells or buys out the highest bidder, and the payer pays."""

from typing import Any

import pytest

from kuhstall.engine import Choice, Pick
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.actions import BuyOut, Pay, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.editions import CLASSIC
from kuhstall.games.kuhhandel.events import BoughtOut, LotSold, LotTaken, Paid, TurnBegan
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.view import PaymentView
from tests.games.kuhhandel.scenes import Stage, all_money, scene

COW: tuple[Animal, ...] = ("cow",)


def hammer(
    auctioneer: Cards, bidder: Cards, price: int, third: Cards = (0, 10), **rules: Any
) -> Stage:
    """Seat 1 auctions off a cow, seat 2 is the highest bidder."""
    stage = scene(purses=(third, auctioneer, bidder), deck=COW, turn=1, **rules)
    stage.auction((2, price))
    stage.gavel()
    return stage


def paying(purse: Cards, price: int, overpay: str) -> Stage:
    stage = hammer((0, 10), purse, price, overpay=overpay)
    stage.do(1, Sell())
    return stage


def payments(stage: Stage) -> set[Cards]:
    return {action.cards for action in stage.legal(2) if isinstance(action, Pay)}


def test_selling_makes_the_bidder_pay_the_auctioneer() -> None:
    stage = hammer((50,), (10, 50), 60)

    assert stage.do(1, Sell()) == [LotSold(1, 2, 60)]
    assert stage.view(0).phase == PaymentView("cow", 1, payer=2, payee=1, buyer=2, price=60)
    assert stage.actors == (2,)
    assert stage.refused(1, Pay((50,))) == "not_your_turn"
    events = stage.do(2, Pay((10, 50)))
    assert events == [Paid(2, 1, (10, 50), 2, open=False), LotTaken(2, "cow", 60), TurnBegan(2)]
    assert stage.world.purses == ((0, 10), (10, 50, 50), ())
    assert stage.herd(2, "cow") == 1
    assert all_money(stage.table) == stage.table.edition.stock


def test_buying_out_makes_the_auctioneer_pay_the_bidder() -> None:
    stage = hammer((0, 100), (10,), 60)

    assert stage.do(1, BuyOut()) == [BoughtOut(1, 2, 60)]
    assert stage.phase == Payment("cow", 1, payer=1, payee=2, buyer=1, price=60)
    events = stage.do(1, Pay((100,)))
    assert events == [Paid(1, 2, (100,), 1, open=False), LotTaken(1, "cow", 60), TurnBegan(2)]
    assert stage.world.purses == ((0, 10), (0,), (10, 100))
    assert stage.herd(1, "cow") == 1


@pytest.mark.parametrize(
    ("purse", "price", "able"),
    [((50,), 60, False), ((10, 50), 60, True), ((100,), 60, True), ((), 10, False)],
)
def test_c_02_m_05_buying_out_needs_the_cash(purse: Cards, price: int, able: bool) -> None:
    stage = hammer(purse, (100,), price)

    assert stage.options(1) == (Choice((Sell(), BuyOut()) if able else (Sell(),)),)
    if not able:
        assert stage.refused(1, BuyOut()) == "not_offered"
        assert stage.world.purses[1] == purse


def test_c_02_the_refusal_reveals_nothing() -> None:
    poor = hammer((50,), (100,), 60, third=(200,))
    rich = hammer((200,), (100,), 60, third=(50,))
    poor.refused(1, BuyOut())

    for viewer in (2, None):
        assert poor.heard(viewer) == rich.heard(viewer)
        assert poor.view(viewer) == rich.view(viewer)
        if viewer is not None:
            assert poor.options(viewer) == rich.options(viewer) == ()


def test_c_02_overpaying_binds_the_auctioneer_too() -> None:
    stage = hammer((0, 500), (100,), 60)
    stage.do(1, BuyOut())

    assert stage.legal(1) == [Pay((500,))]
    stage.do(1, Pay((500,)))
    assert stage.world.purses == ((0, 10), (0,), (100, 500))


def test_only_the_auctioneer_decides() -> None:
    stage = hammer((50,), (100,), 60)
    for seat in (0, 2):
        assert stage.options(seat) == ()
        assert stage.refused(seat, Sell()) == "not_your_turn"


# --- payments ----------------------------------------------------------------------------------

PURSE = (0, 0, 10, 10, 10, 50, 100)


def test_a_01_a_02_exact_if_possible_takes_only_exact_sets() -> None:
    assert payments(paying(PURSE, 60, "exact_if_possible")) == {(10, 50)}
    assert payments(paying((10, 10, 10, 10, 10, 50), 50, "exact_if_possible")) == {
        (50,),
        (10, 10, 10, 10, 10),
    }


def test_a_01_who_cannot_pay_exactly_must_pay_more_and_chooses_how() -> None:
    # 90 cannot be made; every set from which no card can be left out will do.
    assert payments(paying(PURSE, 90, "exact_if_possible")) == {(100,)}
    assert payments(paying((10, 10, 50, 50, 100), 90, "exact_if_possible")) == {(50, 50), (100,)}
    assert payments(paying((50, 50, 200), 70, "exact_if_possible")) == {(50, 50), (200,)}


def test_a_02_zeros_and_gifts_are_refused() -> None:
    stage = paying(PURSE, 60, "exact_if_possible")

    assert stage.refused(2, Pay((0, 10, 50))) == "wasteful"
    assert stage.refused(2, Pay((100,))) == "not_exact"
    assert stage.refused(2, Pay((50,))) == "too_little"
    assert stage.refused(2, Pay((10, 10, 10, 10, 50))) == "not_yours"
    assert stage.refused(2, Pay((200,))) == "not_yours"
    assert stage.refused(2, Pay(())) == "too_little"


def test_a_01_a_02_irredundant_allows_all_sets_without_a_superfluous_card() -> None:
    stage = paying(PURSE, 60, "irredundant")

    assert payments(stage) == {(10, 50), (100,)}
    assert stage.refused(2, Pay((50, 100))) == "wasteful"
    assert stage.refused(2, Pay((0, 100))) == "wasteful"


def test_a_01_a_02_any_allows_every_set_that_is_enough() -> None:
    stage = paying((0, 10, 50, 100), 60, "any")

    assert payments(stage) == {
        (10, 50),
        (0, 10, 50),
        (100,),
        (0, 100),
        (10, 100),
        (0, 10, 100),
        (50, 100),
        (0, 50, 100),
        (10, 50, 100),
        (0, 10, 50, 100),
    }
    assert stage.refused(2, Pay((0, 50))) == "too_little"


def test_a_01_the_order_of_the_cards_does_not_matter() -> None:
    stage = paying(PURSE, 60, "exact_if_possible")
    stage.do(2, Pay((50, 10)))

    assert stage.last(Paid).cards == (10, 50)
    assert stage.world.purses[2] == (0, 0, 10, 10, 100)


def test_a_01_the_option_is_a_pick_from_the_own_purse() -> None:
    stage = paying(PURSE, 60, "exact_if_possible")
    assert stage.options(2) == (
        Pick(Pay(()), "cards", PURSE, fewest=0, least=60, exact=True, lean=True),
    )


@pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)
def test_a_01_a_02_every_preset_is_exact_if_possible(edition: object) -> None:
    assert edition.rules.overpay == "exact_if_possible"  # type: ignore[attr-defined]


# --- who sees a payment ------------------------------------------------------------------------


def test_a_03_a_payment_is_private_but_for_its_number_of_cards() -> None:
    stage = paying(PURSE, 60, "exact_if_possible")
    stage.do(2, Pay((10, 50)))

    for trader in (1, 2):
        assert stage.last(Paid, trader) == Paid(2, 1, (10, 50), 2, open=False)
    for other in (0, None):
        assert stage.last(Paid, other) == Paid(2, 1, None, 2, open=False)


def test_a_03_a_payment_can_be_public() -> None:
    stage = hammer((), PURSE, 60, payment_visibility="public")
    stage.do(1, Sell())
    stage.do(2, Pay((10, 50)))

    for viewer in (0, 1, 2, None):
        assert stage.last(Paid, viewer) == Paid(2, 1, (10, 50), 2, open=True)


def test_a_03_a_payer_sees_only_the_own_purse() -> None:
    stage = paying(PURSE, 60, "exact_if_possible")

    for viewer in (0, 1, 2, None):
        shown = [seat.purse for seat in stage.view(viewer).seats]
        assert shown == [p if s == viewer else None for s, p in enumerate(stage.world.purses)]


def test_nonsense_is_no_overpay_rule() -> None:
    with pytest.raises(Refused):
        paying(PURSE, 60, "change_is_given")
