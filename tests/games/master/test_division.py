"""The game for two: one looks at the top card, and the other gets what the one does not."""

from typing import Any

import pytest

from kuhstall.engine import Choice
from kuhstall.games.kuhhandel.actions import AuctionOff, ChallengeTrade
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.kuhhandel.master.actions import Divide, Give, Keep
from kuhstall.games.kuhhandel.master.events import CardTaken, Divided, DivisionBegan
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.view import DividingView
from tests.games.master.scenes import COW, THREE, MasterStage, scene

TWO = THREE[:2]


def two(*deck: Any, **rules: Any) -> MasterStage:
    return scene(**({"purses": TWO, "deck": deck} | rules))


def test_two_players_divide_or_trade() -> None:
    stage = two("cow", "pig", herds=({"dog": 1, "rat": 1}, {"dog": 1, "rat": 2}))
    assert stage.legal(0) == [Divide(), ChallengeTrade("dog", 1), ChallengeTrade("rat", 1)]
    assert stage.refused(0, AuctionOff()) == "not_offered"


def test_three_players_do_not_divide() -> None:
    assert scene(deck=("cow",)).refused(0, Divide()) == "not_offered"


def test_dividing_is_irrevocable_and_the_card_stays_in_the_deck_until_then() -> None:
    stage = two("cow", "pig", herds=({"dog": 1}, {"dog": 1}))
    size = len(stage.world.deck)
    assert stage.do(0, Divide()) == [DivisionBegan(0, "cow")]
    assert isinstance(stage.phase, Dividing)
    assert stage.options(0) == (Choice((Keep(), Give())),)
    assert len(stage.world.deck) == stage.seen(1).deck == size
    assert stage.refused(0, ChallengeTrade("dog", 1)) == "not_offered"
    assert stage.options(1) == ()


def test_the_top_card_is_seen_by_one_alone() -> None:
    stage = two("cow", "pig")
    stage.do(0, Divide())
    shown = {viewer: stage.seen(viewer).phase for viewer in (0, 1, None)}
    hidden = DividingView(0, None)
    assert shown == {0: DividingView(0, "cow"), 1: hidden, None: hidden}
    assert stage.last(DivisionBegan, 1) == stage.last(DivisionBegan, None) == DivisionBegan(0, None)


@pytest.mark.parametrize(("action", "mine", "theirs"), [(Keep(), 0, 1), (Give(), 1, 0)])
def test_who_keeps_gives_the_next_card_and_who_gives_gets_it(
    action: Any, mine: int, theirs: int
) -> None:
    stage = two("cow", COW)
    events = stage.divide(action)

    assert events == [
        Divided(0, kept=mine == 0),
        CardTaken(mine, 0, "cow", False, 0, 0, False),
        CardTaken(theirs, None, COW, False, 0, 0, True),
        TurnBegan(1),
    ]
    assert stage.herd(mine, "cow") == 1
    assert stage.world.pedigrees[theirs] == ("cow",)


def test_rats_are_simply_laid_open() -> None:
    stage = two("rat", "rat")
    stage.divide(Keep())
    assert (stage.rats(0), stage.rats(1)) == (1, 1)
    assert stage.log[-1] == TurnBegan(1)


def test_d_16_nobody_sees_the_others_card_before_or_after() -> None:
    stage = two(500, 200)
    stage.divide(Give())
    first, second = ({v: stage.heard(v)[place].card for v in (0, 1, None)} for place in (2, 3))  # type: ignore[attr-defined]

    assert first == {0: 500, 1: 500, None: None}  # seat 0 has looked, seat 1 has got it
    assert second == {0: 200, 1: None, None: None}
    assert stage.world.purses == ((*TWO[0], 200), (*TWO[1], 500))


def test_d_16_what_is_kept_stays_the_keepers_secret() -> None:
    stage = two(500, 200)
    stage.divide(Keep())
    first, second = ({v: stage.heard(v)[place].card for v in (0, 1, None)} for place in (2, 3))  # type: ignore[attr-defined]

    assert first == {0: 500, 1: None, None: None}
    assert second == {0: None, 1: 200, None: None}
    assert [seat.cards for seat in stage.seen(None).seats] == [8, 8]


def test_a_20_the_backs_that_can_be_seen() -> None:
    stage = two("cow", 50, 100, "rat")
    assert stage.seen(0).backs == stage.seen(1).backs == stage.seen(None).backs == ("animal",)
    stage.do(0, Divide())
    assert stage.seen(0).backs == stage.seen(1).backs == ("animal", "money")
    stage.do(0, Keep())
    assert stage.seen(0).backs == ("money",)


def test_a_20_peek_next_back_off() -> None:
    stage = two("cow", 50, peek_next_back=False)
    stage.do(0, Divide())
    assert stage.seen(0).backs == stage.seen(1).backs == ("animal",)


def test_a_20_more_players_have_one_kind_of_backs() -> None:
    assert scene(deck=("cow",)).seen(0).backs == ()


@pytest.mark.parametrize("action", [Keep(), Give()])
def test_c_09_m_08_a_donkey_pays_both_when_it_is_laid_open(action: Any) -> None:
    stage = two("donkey", "cow")
    stage.do(0, Divide())
    assert stage.world.purses == TWO  # the look pays nothing
    assert stage.seen(1).donkeys == 0
    stage.do(0, action)

    assert [event.payout for event in stage.log if isinstance(event, CardTaken)] == [50, 0]
    assert stage.world.purses == (((*TWO[0], 50),) * 2)
    assert stage.world.donkeys == 1


def test_c_09_two_donkeys_pay_one_after_the_other() -> None:
    stage = two("donkey", "donkey", "cow", "donkey")
    stage.divide(Keep())
    stage.divide(Keep())
    paid = [(e.payout, e.donkeys) for e in stage.log if isinstance(e, CardTaken)]

    assert paid == [(50, 1), (100, 2), (0, 2), (200, 3)]
    assert stage.cash(0) == stage.cash(1) == 100 + 50 + 100 + 200


def test_c_09_m_08_division_donkey_off() -> None:
    stage = two("donkey", "donkey", division_donkey="off")
    stage.divide(Keep())
    assert stage.world.purses == TWO
    assert stage.world.donkeys == 2


def test_an_odd_last_card_goes_to_one() -> None:
    stage = two("cow", herds=({"cow": 1}, {"cow": 2}), rest=1)
    events = stage.divide(Give())
    assert events[1] == CardTaken(1, 0, "cow", False, 0, 4, True)
    assert not stage.world.deck


def test_default_is_to_keep() -> None:
    stage = two("cow", "pig")
    assert stage.default(0) == Divide()
    stage.do(0, Divide())
    assert (stage.default(0), stage.default(1)) == (Keep(), None)


def test_trades_of_two_end() -> None:
    """With an empty deck 1:3 becomes 4:0 or 2:2, and 2:2 becomes 4:0."""
    stage = two(herds=({"cow": 1}, {"cow": 3}), rest=1)
    assert stage.legal(0) == [ChallengeTrade("cow", 1)]
