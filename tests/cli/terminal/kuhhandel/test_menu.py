"""Menus and typed cards: what an answer means, and that nothing legal is out of reach."""

from __future__ import annotations

import pytest

from kuhstall.cli.terminal.asking_order import AskingOrder
from kuhstall.cli.terminal.kuhhandel import typed_cards
from kuhstall.cli.terminal.kuhhandel.master import countdown
from kuhstall.cli.terminal.kuhhandel.menu import Menu, Silence, menu, only_pick
from kuhstall.engine.option import Choice, Pick, Range
from kuhstall.engine.values import CLOCK
from kuhstall.games.kuhhandel.actions import CallOut, Offer, Pass, Pay, PlaceBid
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.view import CountdownView
from kuhstall.messages import Catalogue

BIDS = Range(PlaceBid(0), "amount", 60, 360, 10)
PURSE = (0, 0, 10, 10, 10, 50, 100)


def bids(cash: int) -> Menu:
    return menu((Choice((Pass(),)), BIDS), cash)


def test_amounts_that_can_be_paid_are_suggested() -> None:
    assert [getattr(entry, "amount", None) for entry in bids(90).entries] == [None, 60, 70, 80]
    assert [getattr(entry, "amount", None) for entry in bids(30).entries] == [None, 60]


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        ("1", Pass()),
        ("2", PlaceBid(60)),
        ("60", PlaceBid(60)),
        ("360", PlaceBid(360)),
        ("370", "too_high"),
        ("65", "off_step"),
        ("50", "too_low"),
        ("0", "too_low"),
        ("-1", "too_low"),
        ("bid", "not_a_number"),
        ("1.5", "not_a_number"),
        ("", "not_a_number"),
        ("9" * 400, "too_high"),
    ],
)
def test_an_answer_is_a_number_of_the_menu_or_an_amount(answer: str, meaning: object) -> None:
    assert bids(90).read(answer) == meaning


def test_a_number_beyond_the_menu_is_not_offered() -> None:
    assert menu((Choice((Pass(),)),), 0).read("2") == "not_offered"


def test_silence_is_a_choice_where_it_is_allowed() -> None:
    choices = menu((Choice((Pass(),)),), 0, silence=True)

    assert choices.read("2") == Silence()


def test_a_lone_pick_needs_no_menu() -> None:
    pick = Pick(Pay(()), "cards", PURSE, 0, 60)

    assert only_pick(menu((pick,), 0)) is pick
    assert only_pick(menu((Choice((Pass(),)), pick), 0)) is None


@pytest.mark.parametrize(
    ("answer", "cards"),
    [
        ("50 10 10", (50, 10, 10)),
        ("50,10, 10", (50, 10, 10)),
        ("50+10", (50, 10)),
        ("2x10 50", (10, 10, 50)),
        ("2X10", (10, 10)),
        ("2×10", (10, 10)),
        ("2*10", (10, 10)),
        ("2х10", (10, 10)),  # a Russian letter
        ("0 0", (0, 0)),
        ("-", ()),
        ("nichts", ()),
        ("none", ()),
        ("", None),
        ("ten", None),
        ("10x", None),
        ("x10", None),
        ("-10", None),
        ("1.5", None),
        ("10 none", None),
        ("99x10 99x10", None),
        ("0x10", None),
        ("9999999", None),
    ],
)
def test_cards_are_typed_by_value(answer: str, cards: tuple[int, ...] | None) -> None:
    assert typed_cards.read(answer, ("none", "nichts")) == cards


def test_enter_pays_the_least_and_offers_nothing() -> None:
    assert typed_cards.default(Pick(Pay(()), "cards", PURSE, 0, 60, exact=True, lean=True)) == (
        10,
        50,
    )
    assert typed_cards.default(Pick(Offer(()), "cards", PURSE)) is None


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (Pick(Offer(()), "cards", PURSE), "none"),
        (Pick(Offer(()), "cards", PURSE, fewest=1), "At least 1 card."),
        (Pick(Pay(()), "cards", PURSE, 0, 60, exact=True, lean=True), "exactly 60"),
        (Pick(Pay(()), "cards", PURSE, 0, 60, lean=True), "more than is needed"),
        (Pick(Pay(()), "cards", PURSE, 0, 60), "at least 60"),
        (Pick(Offer(()), "cards", ()), "none"),
        (Pick(Pay(()), "cards", PURSE, 3, most=3), "Exactly 3 cards. Enter alone pays 2×0, 10."),
    ],
)
def test_what_is_asked_of_cards_is_said(option: Pick, expected: str) -> None:
    assert expected in " ".join(typed_cards.demands(Catalogue.load("en", strict=True), option))


WAIT = Choice((Wait(),))


def slaps(high: int) -> Range:
    return Range(Slap(0), "count", 0, high)


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        ("7", Slap(7)),
        ("6", Slap(6)),
        ("1", Slap(1)),
        ("0", Slap(0)),
        ("8", "too_high"),
        ("-1", "too_low"),
        ("now", "not_a_number"),
    ],
)
def test_in_a_countdown_a_number_is_a_number_of_cards(answer: str, meaning: object) -> None:
    choices = countdown.menu((WAIT, slaps(7)), 7)

    assert choices.entries == (Wait(), Slap(7), Slap(0))
    assert choices.enter == Wait()
    assert choices.read(answer) == meaning


def test_who_cannot_slap_yet_may_say_when() -> None:
    choices = countdown.menu((WAIT, slaps(4)), 9)

    assert choices.entries == (Wait(), Slap(0))
    assert choices.read("4") == Slap(4)
    assert choices.read("9") == "too_high"
    assert countdown.most(choices) == 4


def test_a_sealed_number_has_to_be_named() -> None:
    choices = countdown.menu((slaps(10),), 10)

    assert choices.read("10") == Slap(10)
    assert choices.read("0") == Slap(0)
    assert countdown.most(choices) == 10


def test_who_has_no_cards_can_only_wait() -> None:
    assert countdown.menu((WAIT,), 5).enter == Wait()


def test_a_quick_hand_is_timed() -> None:
    options = (WAIT, Range(SlapNow(0), "after", 0, 10_000), slaps(4))
    choices = countdown.menu(options, 5)

    assert choices.read("5") == SlapNow(0)
    assert choices.read("4") == Slap(4)
    assert countdown.timed(SlapNow(0), options, 1.5) == SlapNow(1500)
    assert countdown.timed(SlapNow(0), options, 99) == SlapNow(10_000)
    assert countdown.timed(Slap(4), options, 1.5) == Slap(4)


def test_a_mind_made_up_is_not_asked_again_in_the_same_countdown() -> None:
    options = (WAIT, slaps(9))
    phase = CountdownView("cow", 0, 9, (), (), 0)
    minds = countdown.Minds()
    assert not minds.made_up(1, phase, options)
    minds.note(1, phase, Slap(0))

    assert minds.made_up(1, CountdownView("cow", 0, 8, (), (), 0), options)
    assert not minds.made_up(2, phase, options)
    assert not minds.made_up(1, CountdownView("pig", 0, 9, (), (), 0), options)
    assert not minds.made_up(1, CountdownView("cow", 0, 9, (2,), (), 0), options)
    assert minds.made_up(2, CountdownView("cow", 0, 9, (), (), 4), options)
    assert minds.made_up(2, phase, (WAIT,))
    assert not minds.made_up(1, phase, (slaps(9),))


def test_in_turns_the_one_who_is_polled_is_asked() -> None:
    assert AskingOrder(4, (PlaceBid,)).next((2,), 1) == 2


def test_in_open_bidding_everybody_is_asked_once_and_then_the_clock() -> None:
    order = AskingOrder(4, (PlaceBid,))
    asked = []
    for _ in range(4):
        actor = order.next((1, 2, 3, CLOCK), 1)
        asked.append(actor)
        order.answered(actor, None if actor != CLOCK else CallOut(None, 0))

    assert asked == [1, 2, 3, CLOCK]
    assert order.next((1, 2, 3, CLOCK), 1) == 1


def test_after_a_bid_all_others_are_asked_again_from_its_left() -> None:
    order = AskingOrder(4, (PlaceBid,))
    assert order.next((1, 2, 3, CLOCK), 0) == 1
    order.answered(1, None)
    assert order.next((1, 2, 3, CLOCK), 0) == 2
    order.answered(2, PlaceBid(10))

    asked = []
    for _ in range(3):
        actor = order.next((1, 2, 3, CLOCK), 0)
        asked.append(actor)
        order.answered(actor, None)
    assert asked == [3, 1, CLOCK]


def test_an_auctioneer_who_waits_is_asked_again_after_the_next_round() -> None:
    order = AskingOrder(3, (PlaceBid,))
    asked = []
    for _ in range(6):
        actor = order.next((1, 2, 0), 5)
        asked.append(actor)
        order.answered(actor, None)

    assert asked == [1, 2, 0, 1, 2, 0]
