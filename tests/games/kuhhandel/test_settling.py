"""Two offers are compared: who gets the animals, and where the money goes."""

from typing import Any

import pytest

from kuhstall.games.kuhhandel.actions import Accept, Counter, Offer
from kuhstall.games.kuhhandel.editions import CLASSIC, FIRST, SECOND
from kuhstall.games.kuhhandel.events import TradeBegan, TradeSettled, TurnBegan
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.offering import Offering, Trade
from tests.games.kuhhandel.scenes import Stage, all_money, scene

MINE = (0, 0, 10, 10, 10, 10, 10, 50, 100)
YOURS = (0, 10, 10, 50, 50, 200)

Purses = tuple[Cards, Cards]


def trading(mine: int = 1, yours: int = 2, **rules: Any) -> Stage:
    """Seat 1 challenges seat 2 for sheep; they own so many each."""
    return scene(
        purses=((), MINE, YOURS),
        herds=({}, {"sheep": mine}, {"sheep": yours}),
        deck=("dog",),
        turn=1,
        **rules,
    ).trade("sheep", 2)


def bout(stage: Stage, offer: Cards, counter: Cards | None) -> TradeSettled:
    stage.do(1, Offer(offer))
    stage.do(2, Accept() if counter is None else Counter(counter))
    assert all_money(stage.table) == stage.table.edition.stock
    return stage.last(TradeSettled)


def purses(stage: Stage) -> Purses:
    return stage.world.purses[1], stage.world.purses[2]


def after(gave: Cards, got: Cards, purse: Cards) -> Cards:
    left = list(purse)
    for card in gave:
        left.remove(card)
    return tuple(sorted((*left, *got)))


def moved(offer: Cards, counter: Cards, to_challenger: Cards, to_challenged: Cards) -> Purses:
    return after(offer, to_challenger, MINE), after(counter, to_challenged, YOURS)


# --- who wins ----------------------------------------------------------------------------------


def test_the_higher_offer_wins_the_animal() -> None:
    stage = trading()
    settled = bout(stage, (0, 50), (0, 10, 10))
    assert (settled.winner, settled.tied, settled.accepted) == (1, False, False)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (2, 1)
    assert stage.log[-1] == TurnBegan(2)


def test_the_challenger_can_lose_the_animal() -> None:
    stage = trading()
    settled = bout(stage, (50,), (200,))
    assert settled.winner == 2
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (0, 3)
    assert stage.log[-1] == TurnBegan(2)


def test_accepting_gives_the_animal_for_the_offer() -> None:
    stage = trading()
    settled = bout(stage, (0, 50), None)
    assert (settled.winner, settled.accepted, settled.counter) == (1, True, None)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (2, 1)
    assert purses(stage) == moved((0, 50), (), (), (0, 50))


@pytest.mark.parametrize(
    ("mine", "yours", "stake"),
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 3, 1), (3, 1, 1), (2, 2, 2)],
)
@pytest.mark.parametrize("won", [True, False])
def test_c_03_trade_sizes(mine: int, yours: int, stake: int, won: bool) -> None:
    stage = trading(mine, yours)
    assert stage.last(TradeBegan) == TradeBegan(1, 2, "sheep", stake)
    bout(stage, (50,), (10,) if won else (200,))

    change = stake if won else -stake
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (mine + change, yours - change)


def test_c_03_third_holders_do_not_matter() -> None:
    stage = scene(
        purses=((), MINE, YOURS, ()),
        herds=({"sheep": 1}, {"sheep": 2}, {"sheep": 1}),
        turn=1,
    ).trade("sheep", 2)
    assert stage.last(TradeBegan).stake == 1


def test_c_24_pairs_are_traded_as_two_even_if_the_dove_needs_them() -> None:
    stage = scene(
        FIRST,
        purses=((), MINE[2:], ()),
        herds=({}, {"goat": 4, "sheep": 2}, {"sheep": 2}),
        turn=1,
    ).trade("sheep", 2)
    assert stage.last(TradeBegan).stake == 2
    assert stage.legal(1)
    stage.do(1, Offer(()))
    stage.do(2, Accept())
    assert stage.herd(1, "sheep") == 4


# --- ties --------------------------------------------------------------------------------------


def test_a_first_tie_leads_to_a_second_bout() -> None:
    stage = trading()
    settled = bout(stage, (50,), (0, 50))

    assert (settled.tied, settled.winner, settled.bout) == (True, None, 1)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (1, 2)
    assert stage.actors == (1,)


def test_a_05_the_second_offer_may_be_accepted() -> None:
    stage = trading()
    bout(stage, (50,), (50,))
    settled = bout(stage, (10,), None)

    assert (settled.bout, settled.accepted, settled.winner) == (2, True, 1)


def test_a_06_kind_size_and_traders_stay_in_the_second_bout() -> None:
    stage = trading(2, 2)
    bout(stage, (50,), (50,))

    assert stage.phase == Offering(Trade(1, 2, "sheep", 2, 2))
    settled = bout(stage, (100,), (10,))
    assert (settled.challenger, settled.challenged) == (1, 2)
    assert (settled.animal, settled.stake, settled.bout) == ("sheep", 2, 2)
    assert stage.herd(1, "sheep") == 4


def test_a_06_the_second_bout_is_played_with_the_hands_of_then() -> None:
    stage = trading()
    bout(stage, (10, 10, 10, 10, 10), (50,))  # exchanged

    assert purses(stage) == (
        (0, 0, 50, 50, 100),
        (0, 10, 10, 10, 10, 10, 10, 10, 50, 200),
    )
    assert stage.refused(1, Offer((10,))) == "not_yours"
    bout(stage, (50, 50), (10, 10))


@pytest.mark.parametrize("counter", [(50,), (0, 50), (10, 10)])
def test_d_26_a_second_tie_counts_as_won_by_the_challenger(counter: Cards) -> None:
    stage = trading(2, 2)
    bout(stage, (50,), (50,))
    settled = bout(stage, (10, 10) if counter == (10, 10) else (50,), counter)

    assert (settled.tied, settled.winner, settled.bout) == (True, 1, 2)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (4, 0)
    assert stage.log[-1] == TurnBegan(2)


def test_c_08_nothing_against_nothing_twice_is_won_by_the_challenger() -> None:
    stage = scene(purses=((), (0,), (0, 0)), herds=({}, {"sheep": 1}, {"sheep": 2}), turn=1).trade(
        "sheep", 2
    )
    assert bout(stage, (), (0,)).winner is None
    settled = bout(stage, (0, 0), (0,))

    assert (settled.winner, settled.tied, settled.bout) == (1, True, 2)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (2, 1)


def test_c_08_penniless_traders() -> None:
    stage = scene(
        purses=((), (), ()),
        herds=({}, {"sheep": 1}, {"sheep": 2}),
        turn=1,
        min_counter_cards=0,
    ).trade("sheep", 2)
    assert bout(stage, (), ()).winner is None
    settled = bout(stage, (), ())

    assert (settled.winner, settled.tied, settled.bout) == (1, True, 2)
    assert (stage.herd(1, "sheep"), stage.herd(2, "sheep")) == (2, 1)


# --- where the money goes ----------------------------------------------------------------------


@pytest.mark.parametrize("won", [True, False])
def test_d_11_exchange_each_keeps_the_others_offer(won: bool) -> None:
    offer, counter = ((100,), (10, 50)) if won else ((10,), (50, 50))
    stage = trading(trade_money="exchange")
    settled = bout(stage, offer, counter)

    assert (settled.winner == 1) == won
    assert purses(stage) == moved(offer, counter, counter, offer)


@pytest.mark.parametrize("won", [True, False])
def test_d_11_a_16_winner_pays_the_loser_keeps_both_offers(won: bool) -> None:
    offer, counter = ((100,), (10, 50)) if won else ((10,), (50, 50))
    stage = trading(trade_money="winner_pays")
    settled = bout(stage, offer, counter)
    both = (*offer, *counter)

    assert (settled.winner == 1) == won
    expected = moved(offer, counter, (), both) if won else moved(offer, counter, both, ())
    assert purses(stage) == expected


@pytest.mark.parametrize("won", [True, False])
def test_d_11_all_returned_everybody_has_the_own_offer_back(won: bool) -> None:
    offer, counter = ((100,), (10, 50)) if won else ((10,), (50, 50))
    stage = trading(trade_money="all_returned")
    settled = bout(stage, offer, counter)

    assert (settled.winner == 1) == won
    assert purses(stage) == (MINE, YOURS)
    assert stage.herd(1, "sheep") == (2 if won else 0)


def test_d_11_a_16_only_the_first_edition_lets_the_winner_pay() -> None:
    assert [edition.rules.trade_money for edition in CLASSIC] == [
        "exchange",
        "exchange",
        "winner_pays",
    ]


@pytest.mark.parametrize("trade_money", ["exchange", "winner_pays", "all_returned"])
def test_d_11_an_accepted_offer_is_kept_in_every_mode(trade_money: str) -> None:
    stage = trading(trade_money=trade_money)
    bout(stage, (0, 50), None)
    assert purses(stage) == moved((0, 50), (), (), (0, 50))


@pytest.mark.parametrize(
    ("trade_money", "tie_money", "exchanged"),
    [
        ("exchange", "auto", True),
        ("winner_pays", "auto", False),
        ("all_returned", "auto", False),
        ("exchange", "returned", False),
        ("exchange", "exchanged", True),
        ("winner_pays", "exchanged", True),
        ("all_returned", "exchanged", True),
        ("winner_pays", "returned", False),
    ],
)
def test_d_07_money_after_a_first_tie(trade_money: str, tie_money: str, exchanged: bool) -> None:
    stage = trading(trade_money=trade_money, tie_money=tie_money)
    offer, counter = (10, 10, 10, 10, 10), (0, 50)
    assert bout(stage, offer, counter).winner is None

    assert purses(stage) == (moved(offer, counter, counter, offer) if exchanged else (MINE, YOURS))


@pytest.mark.parametrize(
    ("rules", "exchanged"),
    [
        ({}, True),
        ({"second_tie_money": "returned"}, False),
        ({"tie_money": "returned"}, False),
        ({"tie_money": "returned", "second_tie_money": "returned"}, False),
        ({"trade_money": "winner_pays"}, False),
        ({"trade_money": "winner_pays", "tie_money": "exchanged"}, True),
        (
            {
                "trade_money": "winner_pays",
                "tie_money": "exchanged",
                "second_tie_money": "returned",
            },
            False,
        ),
        ({"trade_money": "all_returned"}, False),
    ],
)
def test_d_08_money_after_a_second_tie(rules: dict[str, Any], exchanged: bool) -> None:
    stage = trading(**rules)
    bout(stage, (50,), (50,))
    before = purses(stage)
    offer, counter = (10, 10, 10, 10, 10), (0, 50)
    settled = bout(stage, offer, counter)
    assert (settled.winner, settled.tied) == (1, True)
    mine, yours = before
    expected = (after(offer, counter, mine), after(counter, offer, yours))
    assert purses(stage) == (expected if exchanged else before)


# --- bluff cards -------------------------------------------------------------------------------


def test_d_10_only_the_first_edition_returns_bluff_cards() -> None:
    assert [edition.rules.return_zero_cards for edition in CLASSIC] == [False, False, True]


@pytest.mark.parametrize(
    ("trade_money", "to_challenger", "to_challenged"),
    [
        ("exchange", (0, 0, 10), (0, 50)),
        ("winner_pays", (0, 0), (0, 10, 50)),
        ("all_returned", (0, 0, 50), (0, 10)),
    ],
)
def test_d_10_bluff_cards_go_back_first(
    trade_money: str, to_challenger: Cards, to_challenged: Cards
) -> None:
    stage = trading(return_zero_cards=True, trade_money=trade_money)
    settled = bout(stage, (0, 0, 50), (0, 10))

    assert settled.to_challenger == to_challenger
    assert settled.to_challenged == to_challenged
    assert purses(stage) == moved((0, 0, 50), (0, 10), to_challenger, to_challenged)


def test_d_10_bluff_cards_change_hands_where_they_are_not_returned() -> None:
    stage = trading(return_zero_cards=False)
    settled = bout(stage, (0, 0, 50), (0, 10))
    assert (settled.to_challenger, settled.to_challenged) == ((0, 10), (0, 0, 50))


def test_d_10_bluff_cards_go_back_after_a_tie_too() -> None:
    stage = trading(return_zero_cards=True)
    settled = bout(stage, (0, 0, 50), (0, 50))
    assert (settled.to_challenger, settled.to_challenged) == ((0, 0, 50), (0, 50))
    assert purses(stage) == (MINE, YOURS)


def test_a_17_bluff_cards_go_back_when_the_offer_is_accepted() -> None:
    stage = trading(return_zero_cards=True)
    settled = bout(stage, (0, 0, 50), None)

    assert (settled.to_challenger, settled.to_challenged) == ((0, 0), (50,))
    assert settled.counts == (2, 1)
    assert purses(stage) == moved((0, 0, 50), (), (0, 0), (50,))


def test_a_17_bluff_cards_are_kept_on_acceptance_where_none_are_returned() -> None:
    stage = trading()
    settled = bout(stage, (0, 0, 50), None)
    assert (settled.to_challenger, settled.to_challenged) == ((), (0, 0, 50))


def test_the_first_edition_as_a_whole() -> None:
    stage = scene(
        FIRST, purses=((), (0, 10, 100), (0, 0, 50)), herds=({}, {"cow": 1}, {"cow": 1}), turn=1
    ).trade("cow", 2)
    settled = bout(stage, (0, 100), (0, 50))

    assert settled.winner == 1
    assert purses(stage) == ((0, 10), (0, 0, 50, 100))


def test_the_second_edition_as_a_whole() -> None:
    stage = scene(
        SECOND, purses=((), (0, 10, 100), (0, 0, 50)), herds=({}, {"cow": 1}, {"cow": 1}), turn=1
    ).trade("cow", 2)
    settled = bout(stage, (0, 100), (0, 50))

    assert settled.winner == 1
    assert purses(stage) == ((0, 10, 50), (0, 0, 100))
