"""What a farmer answers to questions that only Kuhhandel Master asks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.arena.chance import QuickChance
from kuhstall.bots.kuhhandel.master.memory import MasterMemory
from kuhstall.bots.kuhhandel.master.outlook import MasterOutlook
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.bots.kuhhandel.stakes import exact_stakes
from kuhstall.bots.registry import make
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import BuyOut, Offer, Pay, Sell
from kuhstall.games.kuhhandel.cards import NO_ANIMALS, Herd, Kind, grown
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.actions import (
    Cover,
    Give,
    Keep,
    LayCard,
    Slap,
    SlapNow,
    TakeRat,
    Wait,
)
from kuhstall.games.kuhhandel.master.events import SlapPlan
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.covering import Covering
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import Due, PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.master.phases.slapping import Sale
from kuhstall.games.kuhhandel.phases.offering import Offering, Trade


def herd(**counts: int) -> Herd:
    found = NO_ANIMALS
    kinds: dict[str, Kind] = {"rat": "rat", "horse": "horse", "cow": "cow", "dog": "dog"}
    kinds |= {"goose": "goose", "rooster": "rooster"}
    for name, count in counts.items():
        found = grown(found, kinds[name], count)
    return found


def laid_out(
    phase: Any, *herds: Herd, seats: int = 3, rules: dict[str, Any] | None = None, **changes: Any
) -> Match:
    """Return a match whose table is as given; purses are as dealt."""
    match = Match(find("master").with_rules(rules or {}), seats, QuickChance(1))
    owned = herds + (NO_ANIMALS,) * (seats - len(herds))
    gone = [sum(column) for column in zip(*owned, strict=True)]
    deck = list(match.table.world.deck)
    for kind, number in zip((*find("master").deck[:10], "rat"), gone, strict=True):
        for _ in range(number):
            deck.remove(kind)
    world = replace(match.table.world, herds=owned, deck=tuple(deck), **changes)
    match.table = replace(match.table, world=world, phase=phase)
    return match


def chosen(match: Match, seat: int = 0) -> Action:
    return make("farmer", "master", seat, QuickChance(1)).choose(match.seen(seat))


def sale(animal: Any = "horse", auctioneer: int = 1, count: int = 10) -> Countdown:
    return Countdown(Sale(animal, auctioneer), count)


def count_of(action: Action) -> int:
    assert isinstance(action, Slap)
    return action.count


def test_a_pedigree_of_the_own_quartet_is_wanted_more() -> None:
    own = count_of(chosen(laid_out(sale(), herd(horse=4, cow=4))))
    foreign = count_of(chosen(laid_out(sale(), herd(cow=1), herd(horse=4))))
    assert own > foreign > 0


def test_a_plan_for_later_is_made_once() -> None:
    match = laid_out(sale())
    plan = count_of(chosen(match))
    assert 0 < plan < 9
    match.table = replace(match.table, phase=Countdown(sale().sale, 9, (SlapPlan(0, plan),)))
    assert chosen(match) == Wait()


def test_the_quickest_hand_is_a_human_one() -> None:
    match = laid_out(sale(count=1), herd(horse=4), rules={"slap": "reflex"})
    action = chosen(match)
    assert isinstance(action, SlapNow)
    assert 250 <= action.after < 550


def test_a_sealed_number_is_one_that_can_be_paid() -> None:
    rules = {"pedigree_mode": "sealed", "hand_counts": "hidden"}
    match = laid_out(sale(), herd(horse=4, cow=4), rules=rules)
    assert 0 < count_of(chosen(match)) <= 7


def test_an_auctioneer_buys_out_what_it_needs_and_sells_what_it_does_not() -> None:
    hammer = PedigreeHammer(Sale("horse", 0), Bid(1, 2))
    assert chosen(laid_out(hammer, herd(horse=4, cow=4))) == BuyOut()
    dear = PedigreeHammer(Sale("rooster", 0), Bid(1, 7))
    assert chosen(laid_out(dear, herd(cow=1, rooster=0), herd(dog=1))) == Sell()


def test_a_pedigree_is_paid_with_the_cheapest_cards() -> None:
    phase = PedigreePayment(Due("cow", 1, 0, 1, 4))
    assert chosen(laid_out(phase)) == Pay((0, 0, 10, 10))


def test_a_rat_is_bought_off_with_the_card_of_least_worth() -> None:
    mine = herd(horse=4, cow=4, rat=3)
    assert chosen(laid_out(RatRound(2, 0), mine)) == LayCard(0)


def test_a_rat_is_taken_for_enough_money() -> None:
    match = laid_out(RatRound(2, 0))
    assert chosen(match) == LayCard(0)
    for card in (0, 10, 20, 50):
        for seat in range(3):
            match.play(seat, LayCard(card))
    assert chosen(match) == TakeRat()


@pytest.mark.parametrize(("honours", "covered"), [((("goose",), (), ()), "dog"), ((), "goose")])
def test_rats_cover_what_costs_least(honours: Any, covered: Any) -> None:
    changes = {"pedigrees": honours} if honours else {}
    mine = herd(goose=4, dog=4, cow=4, rat=4)
    assert chosen(laid_out(Covering(0, "complete"), mine, **changes)) == Cover(covered)


def divided(card: Any, below: Any, *herds: Herd) -> Action:
    match = laid_out(Dividing(0), *herds, seats=2)
    world = match.table.world
    deck = list(world.deck)
    deck.remove(card)
    deck.remove(below)
    match.table = replace(match.table, world=replace(world, deck=(card, below, *deck)))
    return chosen(match)


def test_dear_money_is_kept_and_small_money_is_given() -> None:
    assert divided(500, 10) == Keep()
    assert divided(10, 500) == Give()


def test_the_last_animal_of_a_quartet_is_kept() -> None:
    assert divided("horse", "dog", herd(horse=3), herd(cow=1)) == Keep()
    assert divided("cow", "dog", herd(horse=3), herd(cow=3)) == Keep()


def test_a_rat_is_given_away() -> None:
    assert divided("rat", "horse", herd(rat=3, cow=4), herd(dog=1)) == Give()


def outlook(match: Match) -> MasterOutlook:
    return MasterOutlook(match.view(0), 0, [100.0] * 3, Personality())


def test_the_outlook_of_what_is_decided_is_the_score() -> None:
    """Nothing is left to win: the bot expects what the score sheet says."""
    deck = find("master").deck
    herds = [NO_ANIMALS] * 3
    for place, kind in enumerate(deck[:10]):
        herds[place % 3] = grown(herds[place % 3], kind, 4)  # type: ignore[arg-type]
    herds[2] = grown(herds[2], "rat", 4)
    honours = (("rooster", "goose"), (), ("horse",))
    match = laid_out(RatRound(0, 0), *herds, pedigrees=honours)
    table = match.table
    scores = [table.edition.score(table.edition, table.world, seat).total for seat in range(3)]
    assert outlook(match).points()[:2] == scores[:2]
    assert outlook(match).points()[2] == pytest.approx(scores[2], rel=0.3)


def test_counted_money_is_points() -> None:
    plain = outlook(laid_out(RatRound(0, 0))).points()
    counted = outlook(laid_out(RatRound(0, 0), rules={"kassensturz": True})).points()
    assert [more - less for more, less in zip(counted, plain, strict=True)] == [100.0] * 3


def test_money_keeps_rats_away() -> None:
    found = outlook(laid_out(RatRound(0, 0), herd(rat=2), herd(rat=1)))
    rich, _, none = found._dangers([2, 1, 0], found._might([400.0, 100.0, 100.0]))
    poor, *_ = found._dangers([2, 1, 0], found._might([10.0, 100.0, 100.0]))
    assert none == 0 < rich < poor < 1


def test_to_win_a_trade_for_rats_is_to_be_rid_of_them() -> None:
    trade = Offering(Trade(0, 1, "rat", 2))
    match = laid_out(trade, herd(cow=4, rat=2), herd(horse=4, rat=2))
    now = MasterSituation(match.seen(0), MasterMemory(0), Personality(), QuickChance(1))
    rats = exact_stakes(now, 1, "rat", 2)
    assert rats.won(0) > now.outlook.worth() > rats.lost(0)
    assert isinstance(chosen(match), Offer)
