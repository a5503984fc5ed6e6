"""A cow trade up to the answer: what may be laid, and who learns what of it."""

from typing import Any

import pytest

from kuhstall.engine import Choice, Pick
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.actions import Accept, ChallengeTrade, Counter, Offer
from kuhstall.games.kuhhandel.editions import CLASSIC, RUSSIAN
from kuhstall.games.kuhhandel.events import CounterMade, OfferMade, TradeBegan, TradeSettled
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.view import OfferingView, RespondingView
from tests.games.kuhhandel.scenes import Stage, all_money, scene

MINE = (0, 10, 50)
YOURS = (0, 0, 10, 100)
THIRD = (10, 10)


def trading(mine: Cards = MINE, yours: Cards = YOURS, third: Cards = THIRD, **rules: Any) -> Stage:
    """Seat 0 challenges seat 1 for a cow; seat 2 looks on."""
    return scene(
        purses=(mine, yours, third), herds=({"cow": 1}, {"cow": 2}), deck=("dog",), **rules
    ).trade("cow", 1)


def offered(cards: Cards, *, show: bool = True, **rules: Any) -> Stage:
    stage = trading(**rules)
    stage.do(0, Offer(cards, show))
    return stage


def picked(stage: Stage, seat: int, kind: type[Offer | Counter]) -> set[Cards]:
    return {action.cards for action in stage.legal(seat) if isinstance(action, kind)}


def test_a_trade_is_opened_in_public() -> None:
    stage = trading()

    assert stage.log == [TradeBegan(0, 1, "cow", 1)]
    assert stage.view(None).phase == OfferingView(0, 1, "cow", stake=1, bout=1)
    assert stage.actors == (0,)
    assert stage.refused(1, Offer(())) == "not_your_turn"
    assert stage.refused(2, Offer(())) == "not_your_turn"


# --- how much ----------------------------------------------------------------------------------


def test_d_02_any_number_of_cards_may_be_offered_none_included() -> None:
    stage = trading()

    assert stage.options(0) == (Pick(Offer((), True), "cards", MINE, fewest=0),)
    assert picked(stage, 0, Offer) == {
        (), (0,), (10,), (50,), (0, 10), (0, 50), (10, 50), (0, 10, 50),
    }  # fmt: skip
    stage.do(0, Offer(()))
    assert stage.phase.offer == ()


def test_d_02_one_card_can_be_the_least() -> None:
    stage = trading(min_offer_cards=1)

    assert stage.refused(0, Offer(())) == "too_few"
    assert () not in picked(stage, 0, Offer)
    stage.do(0, Offer((0,)))


def test_d_02_who_has_no_card_may_offer_nothing_whatever_the_least() -> None:
    stage = trading(mine=(), min_offer_cards=1)

    assert stage.legal(0) == [Offer(())]
    stage.do(0, Offer(()))
    assert isinstance(stage.phase, Responding)


def test_d_04_a_counter_offer_has_at_least_one_card() -> None:
    stage = offered((10,))

    assert stage.options(1) == (
        Choice((Accept(),)),
        Pick(Counter((), True), "cards", YOURS, fewest=1),
    )
    assert stage.refused(1, Counter(())) == "too_few"
    stage.do(1, Counter((0,)))


def test_d_04_who_has_no_card_can_only_accept() -> None:
    stage = offered((10,), yours=())

    assert stage.options(1) == (Choice((Accept(),)),)
    assert stage.refused(1, Counter(())) == "not_offered"


def test_d_04_an_empty_counter_offer_can_be_allowed() -> None:
    for yours in (YOURS, ()):
        stage = offered((10,), yours=yours, min_counter_cards=0)
        assert () in picked(stage, 1, Counter)
        stage.do(1, Counter(()))
        assert stage.last(TradeSettled).winner == 0


def test_d_04_every_preset_asks_for_one_card() -> None:
    assert {edition.rules.min_counter_cards for edition in CLASSIC} == {1}


def test_only_cards_of_the_own_purse_can_be_laid() -> None:
    stage = trading()
    assert stage.refused(0, Offer((100,))) == "not_yours"
    assert stage.refused(0, Offer((10, 10))) == "not_yours"
    stage.do(0, Offer((10,)))
    assert stage.refused(1, Counter((50,))) == "not_yours"
    assert stage.refused(0, Accept()) == "not_your_turn"
    assert stage.refused(2, Accept()) == "not_your_turn"


def test_c_01_a_penniless_challenger_offers_nothing_and_may_win() -> None:
    stage = offered((), mine=())
    stage.do(1, Accept())

    assert stage.herd(0, "cow") == 2
    assert stage.herd(1, "cow") == 1
    assert stage.world.purses == ((), YOURS, THIRD)


def test_c_01_a_penniless_challenger_loses_to_anything_above_nothing() -> None:
    stage = offered((), mine=())
    stage.do(1, Counter((10,)))

    assert stage.herd(0, "cow") == 0
    assert stage.herd(1, "cow") == 3
    assert stage.world.purses == ((10,), (0, 0, 100), THIRD)


def test_c_23_an_offer_is_a_commitment() -> None:
    stage = offered((10,))

    assert stage.options(0) == ()
    assert stage.refused(0, Offer((50,))) == "not_your_turn"
    assert stage.world.purses[0] == (0, 50)  # it lies on the table
    assert sorted((*all_money(stage.table), *stage.phase.offer)) == sorted(
        stage.table.edition.stock
    )
    stage.do(1, Accept())
    assert stage.last(TradeSettled).offer == (10,)


def test_c_23_an_offer_of_unknown_number_is_a_commitment_too() -> None:
    stage = offered((10,), show=False, offer_count="offerer_choice")
    assert stage.refused(0, Offer((50,), False)) == "not_your_turn"
    assert stage.phase.offer == (10,)


def test_the_challenged_seat_cannot_refuse_the_trade() -> None:
    stage = offered((10,))
    assert not [a for a in stage.legal(1) if not isinstance(a, Accept | Counter)]
    assert stage.refused(1, ChallengeTrade("cow", 0)) == "not_offered"


# --- who sees the offer ------------------------------------------------------------------------


def test_d_23_an_offer_is_unseen_until_it_is_accepted() -> None:
    stage = offered((10, 50))

    assert stage.last(OfferMade, 1) == OfferMade(0, None, 2, shown=True)
    assert stage.view(1).phase == RespondingView(0, 1, "cow", 1, 1, True, 2, None)
    assert stage.view(0).phase == RespondingView(0, 1, "cow", 1, 1, True, 2, (10, 50))
    stage.do(1, Accept())
    assert stage.last(TradeSettled, 1).offer == (10, 50)


def test_d_23_the_answer_cannot_depend_on_unseen_cards() -> None:
    low, high = offered((0, 10)), offered((10, 50))

    assert low.options(1) == high.options(1)
    for viewer in (1, 2, None):
        assert low.view(viewer).phase == high.view(viewer).phase
        assert low.heard(viewer) == high.heard(viewer)


def test_a_counter_offer_shows_both_offers_to_both_traders_only() -> None:
    stage = offered((10,))
    stage.do(1, Counter((0, 100)))

    assert stage.last(CounterMade, 0) == CounterMade(1, None, 2, shown=True)
    for trader in (0, 1):
        settled = stage.last(TradeSettled, trader)
        assert (settled.offer, settled.counter) == ((10,), (0, 100))
        assert (settled.to_challenger, settled.to_challenged) == ((0, 100), (10,))
    for other in (2, None):
        settled = stage.last(TradeSettled, other)
        assert (settled.offer, settled.counter) == (None, None)
        assert (settled.to_challenger, settled.to_challenged) == (None, None)
        assert (settled.winner, settled.tied, settled.accepted) == (1, False, False)


def test_an_accepted_offer_is_shown_to_the_two_traders_only() -> None:
    stage = offered((0, 50), return_zero_cards=True)
    stage.do(1, Accept())

    assert stage.last(TradeSettled, 1).offer == (0, 50)  # the returned 0 included
    for other in (2, None):
        settled = stage.last(TradeSettled, other)
        assert (settled.offer, settled.to_challenged, settled.to_challenger) == (None, None, None)


# --- whether the number is shown ---------------------------------------------------------------


def test_d_03_the_number_of_cards_is_visible() -> None:
    stage = trading()
    assert stage.refused(0, Offer((10,), show_count=False)) == "not_offered"
    stage.do(0, Offer((0, 10)))

    for viewer in (1, 2, None):
        assert stage.last(OfferMade, viewer) == OfferMade(0, None, 2, shown=True)
        assert stage.view(viewer).phase.count == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("cards", [(), (0,), (10, 50), MINE])
def test_d_03_the_number_of_cards_can_be_hidden(cards: Cards) -> None:
    stage = trading(offer_count="hidden")
    assert stage.refused(0, Offer(cards, show_count=True)) == "not_offered"
    stage.do(0, Offer(cards, show_count=False))

    for viewer in (1, 2, None):  # the same for any number, none included
        assert stage.last(OfferMade, viewer) == OfferMade(0, None, None, shown=False)
        assert stage.view(viewer).phase == RespondingView(0, 1, "cow", 1, 1, False, None, None)
    assert stage.last(OfferMade, 0) == OfferMade(0, cards, len(cards), shown=False)


def test_d_03_the_one_who_lays_may_choose() -> None:
    stage = trading(offer_count="offerer_choice")

    assert stage.options(0) == (
        Pick(Offer((), True), "cards", MINE),
        Pick(Offer((), False), "cards", MINE),
    )
    stage.do(0, Offer((10,), show_count=True))
    assert stage.last(OfferMade, 2) == OfferMade(0, None, 1, shown=True)
    assert stage.options(1) == (
        Choice((Accept(),)),
        Pick(Counter((), True), "cards", YOURS, fewest=1),
        Pick(Counter((), False), "cards", YOURS, fewest=1),
    )
    stage.do(1, Counter((100,), show_count=False))
    assert stage.last(CounterMade, 2) == CounterMade(1, None, None, shown=False)


def test_d_03_a_shown_count_is_true() -> None:
    for cards in ((), (0,), (10, 50)):
        stage = offered(cards, show=True, offer_count="offerer_choice")
        assert stage.last(OfferMade, 2).count == len(cards)


def test_d_03_an_unshown_count_becomes_known_to_the_receiver_and_never_to_others() -> None:
    stage = offered((0, 10), show=False, offer_count="offerer_choice")
    stage.do(1, Accept())

    assert stage.last(TradeSettled, 1).counts == (0, 2)
    for other in (2, None):
        assert stage.last(TradeSettled, other).counts is None
        assert [seat.cards for seat in stage.view(other).seats][:2] == [None, None]


def test_d_03_the_russian_preset_lets_the_one_who_lays_choose() -> None:
    assert [edition.rules.offer_count for edition in CLASSIC] == [
        "visible",
        "offerer_choice",
        "visible",
    ]


@pytest.mark.parametrize("offer_count", ["hidden", "offerer_choice"])
def test_d_03_public_hand_counts_would_betray_a_hidden_number(offer_count: str) -> None:
    with pytest.raises(Refused) as refused:
        trading(offer_count=offer_count, hand_counts="public")
    assert refused.value.code == "counts_betray_offers"


# --- hand counts -------------------------------------------------------------------------------


def shown_counts(stage: Stage, viewer: int | None) -> list[int | None]:
    return [seat.cards for seat in stage.view(viewer).seats]


@pytest.mark.parametrize(
    ("rules", "public"),
    [
        ({}, True),
        ({"hand_counts": "public"}, True),
        ({"hand_counts": "hidden"}, False),
        ({"offer_count": "hidden"}, False),
        ({"offer_count": "offerer_choice"}, False),
        ({"offer_count": "hidden", "hand_counts": "hidden"}, False),
    ],
)
def test_a_04_hand_counts_are_public_where_offers_are_counted(
    rules: dict[str, Any], public: bool
) -> None:
    stage = trading(**rules)

    assert shown_counts(stage, None) == ([3, 4, 2] if public else [None] * 3)
    assert shown_counts(stage, 2) == ([3, 4, 2] if public else [None, None, 2])


def test_a_04_hidden_hand_counts_hide_how_many_cards_went_back() -> None:
    for hand_counts, counts in (("public", (1, 1)), ("hidden", None)):
        stage = offered((0, 10), hand_counts=hand_counts, return_zero_cards=True)
        stage.do(1, Accept())
        assert stage.last(TradeSettled, 2).counts == counts
        assert stage.last(TradeSettled, 1).counts == (1, 1)


def test_a_04_the_russian_preset_hides_them() -> None:
    stage = scene(RUSSIAN, purses=(MINE, YOURS, THIRD))
    assert shown_counts(stage, 0) == [3, None, None]
