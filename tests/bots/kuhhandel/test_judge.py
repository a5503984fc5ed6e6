"""What the farmer thinks of others' decisions."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.coach import Judgement, decisions, review
from kuhstall.bots.kuhhandel import judge
from kuhstall.engine.match import Match
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Counter, Offer, PlaceBid
from kuhstall.games.kuhhandel.events import GavelFell, TradeSettled
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue

BOTS = ("random", "farmer", "random", "farmer:bold")
SEEDS = range(6)
LESS = {"review.offer_less", "review.offer_looks"}


@cache
def played(edition: str, seed: int) -> tuple[Event, ...]:
    game: Any = find(edition)
    match = Match(game, len(BOTS), QuickChance(f"judge {seed}"))
    seated = [
        registry.make(name, edition, seat, QuickChance(f"judge {seed}/{seat}"))
        for seat, name in enumerate(BOTS)
    ]
    for _ in play_out(match, seated, QuickChance(f"judge {seed}/order")):
        pass
    return tuple(match.log)


def judged(edition: str, seed: int, seat: Seat, most: int = 1000) -> list[Judgement]:
    return review(played(edition, seed), seat, registry.judge(edition, seat), most)


@pytest.mark.parametrize("edition", ["kuhhandel/2", "kuhhandel/1", "master"])
def test_chance_makes_dearer_mistakes_than_a_farmer(edition: str) -> None:
    def cost(seat: Seat) -> float:
        return sum(each.cost for seed in SEEDS for each in judged(edition, seed, seat, 3))

    assert cost(0) > 1.5 * cost(1)


def test_every_kind_of_mistake_is_found_and_worded_in_every_language() -> None:
    found = [
        each
        for edition in ("kuhhandel/2", "master")
        for seed in SEEDS
        for seat in range(len(BOTS))
        for each in judged(edition, seed, seat)
    ]

    assert {each.reason.key.removeprefix("review.") for each in found} == {
        "paid_too_much", "paid_for_nothing", "let_go", "let_go_cheap", "sold_cheap", "bought_dear",
        "offer_more", "offer_less", "accepted", "countered", "counter_more", "counter_less",
        "offer_looks",
    }  # fmt: skip
    for language in LANGUAGES:
        texts = Catalogue.load(language, strict=True)
        for each in found:
            assert texts.line(each.reason, ("Anna", "Ben", "Carl", "Dora"))


def test_the_same_is_judged_the_same_way_every_time() -> None:
    assert judged("kuhhandel/2", 0, 0) == judged("kuhhandel/2", 0, 0)


def test_whoever_let_a_lot_go_is_blamed_by_the_price_it_went_for() -> None:
    for seed in SEEDS:
        log = played("kuhhandel/2", seed)
        for each in judged("kuhhandel/2", seed, 0):
            if not each.reason.key.startswith("review.let_go"):
                continue
            sold = next(event for event in log[each.step :] if isinstance(event, GavelFell))
            assert sold.seat == each.reason.seats["winner"] != 0
            assert each.better == PlaceBid(sold.amount + 10)
            assert each.reason.args["worth"] > sold.amount


def test_only_what_could_be_paid_is_called_better() -> None:
    for seed in SEEDS:
        log = played("kuhhandel/2", seed)
        purses = {each.step: each.seen.view.seats[0].purse for each in decisions(log, 0)}
        for each in judged("kuhhandel/2", seed, 0):
            if isinstance(each.better, PlaceBid):
                assert each.better.amount <= sum(purses[each.step])
            if isinstance(each.better, BuyOut):
                assert each.reason.args["amount"] <= sum(purses[each.step])


def test_the_sum_that_is_named_is_that_of_the_cards() -> None:
    named = [
        each
        for edition in ("kuhhandel/2", "kuhhandel/1", "master")
        for seed in SEEDS
        for seat in range(len(BOTS))
        for each in judged(edition, seed, seat)
        if isinstance(each.better, Counter | Offer)
    ]
    assert named
    for each in named:
        assert isinstance(each.better, Counter | Offer)
        assert each.reason.args["better"] == sum(each.better.cards)


def test_nobody_is_blamed_for_a_trade_that_turned_out_well() -> None:
    """What won was not too little, what lost was not too much; and what would have been better?"""
    told = 0
    for seed in SEEDS:
        log = played("kuhhandel/2", seed)
        for seat in range(len(BOTS)):
            for each in judged("kuhhandel/2", seed, seat):
                assert each.cost >= 50
                key = each.reason.key.removeprefix("review.")
                settled = next((e for e in log[each.step :] if isinstance(e, TradeSettled)), None)
                if settled is None or settled.winner is None or "other" not in each.reason.seats:
                    continue
                told += 1
                if key in {"offer_more", "counter_more"}:
                    assert settled.winner != seat
                if key in {"offer_less", "offer_looks", "counter_less"}:
                    assert settled.winner == seat
                theirs = settled.counter if seat == settled.challenger else settled.offer
                if theirs is not None and key in {"offer_less", "counter_less", "accepted"}:
                    assert each.reason.args["better"] > sum(theirs)
    assert told > 20


def test_a_thicker_pile_is_called_one() -> None:
    for seed in SEEDS:
        for seat in range(len(BOTS)):
            for each in judged("kuhhandel/2", seed, seat):
                if isinstance(each.better, Offer) and isinstance(each.played, Offer):
                    thicker = len(each.better.cards) > len(each.played.cards)
                    cheaper = sum(each.better.cards) < sum(each.played.cards)
                    looks = thicker and cheaper and each.played.show_count
                    assert (each.reason.key == "review.offer_looks") == looks


def test_nobody_is_told_to_have_laid_nearly_the_same_sum() -> None:
    laid = [
        each.reason.args
        for seed in SEEDS
        for seat in range(len(BOTS))
        for each in judged("kuhhandel/2", seed, seat)
        if "better" in each.reason.args and "amount" in each.reason.args
    ]
    assert laid
    for args in laid:
        assert abs(args["amount"] - args["better"]) > 0.25 * max(args["amount"], args["better"])


def test_of_trades_in_endings_only_much_is_said_and_nothing_of_offering_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the rest, imagined games too often say the opposite: `bench.kuhhandel.judging`."""

    def told() -> list[Judgement]:
        return [
            each
            for seed in SEEDS
            for each in judged("kuhhandel/2", seed, 0)
            if "other" in each.reason.seats and not each.seen.view.deck
        ]

    assert all(each.cost >= 1500 for each in told())
    monkeypatch.setattr(judge, "_MUCH", 0)
    much = told()
    assert much
    assert all(each.reason.key not in LESS for each in much)
    monkeypatch.setattr(judge, "_WRONG", frozenset())
    assert any(each.reason.key in LESS for each in told())
