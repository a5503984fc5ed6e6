"""A donkey pays everybody before it is auctioned off."""

import pytest

from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import CLASSIC, SECOND
from kuhstall.games.kuhhandel.events import AuctionBegan, LotRevealed
from tests.games.kuhhandel.scenes import all_money, scene


@pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)
def test_donkeys_pay_50_100_200_and_500_to_everybody(edition: Edition) -> None:
    purses = (edition.purse,) * 5
    stage = scene(edition, purses=purses, deck=("donkey",) * 4)
    paid: tuple[int, ...] = ()
    for number, payout in enumerate((50, 100, 200, 500), start=1):
        events = stage.do(stage.actors[0], AuctionOff())
        paid += (payout,)
        assert isinstance(events[0], AuctionBegan)
        revealed = events[1]
        assert isinstance(revealed, LotRevealed)
        assert (revealed.lot, revealed.payout, revealed.donkeys) == ("donkey", payout, number)
        assert stage.world.purses == (tuple(sorted((*edition.purse, *paid))),) * 5
        assert stage.world.donkeys == stage.view(None).donkeys == number
        assert all_money(stage.table) == edition.stock
        stage.gavel()
    assert stage.world.bank == ()  # five players use up the stock


def test_other_animals_pay_nothing() -> None:
    stage = scene(purses=(SECOND.purse,) * 3, deck=("horse",)).auction()
    assert stage.last(LotRevealed).payout == 0
    assert stage.world.purses == (SECOND.purse,) * 3
    assert stage.world.donkeys == 0


def test_with_fewer_players_a_surplus_stays_in_the_bank() -> None:
    stage = scene(purses=(SECOND.purse,) * 3, deck=("donkey",) * 4)
    for _ in range(4):
        stage.auction()
        stage.gavel()

    bank = stage.world.bank
    assert sorted(bank) == sorted((0,) * 4 + (10,) * 8 + (50,) * 4 + (100, 200, 500) * 2)
    assert stage.view(None).bank == bank


def test_everybody_hears_of_a_payout() -> None:
    stage = scene(purses=((), (), ()), deck=("donkey",)).auction()
    for viewer in (0, 1, 2, None):
        assert stage.last(LotRevealed, viewer) == LotRevealed(0, "donkey", 50, 1, 420, None)
        assert [seat.cards for seat in stage.view(viewer).seats] == [1, 1, 1]
