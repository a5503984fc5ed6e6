"""The presets, the options, and the refusal of nonsense."""

from typing import Any

import msgspec
import pytest

from kuhstall.engine import Match, SeededChance
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import CLASSIC, FIRST, RUSSIAN, SECOND
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.rule_options import RuleOption, came_later, names, values

# The table of RULINGS, section 6.
PRESETS: dict[str, tuple[Any, Any, Any]] = {
    "auction_mode": ("open", "open", "open"),
    "gavel": ("clock", "clock", "clock"),
    "overbid": ("restart_excluded", "continue_excluded", "restart_excluded"),
    "bluff_bids": ("allowed", "allowed", "allowed"),
    "self_raise": (True, True, True),
    "overpay": ("exact_if_possible", "exact_if_possible", "exact_if_possible"),
    "payment_visibility": ("private", "private", "private"),
    "offer_count": ("visible", "offerer_choice", "visible"),
    "hand_counts": ("auto", "auto", "auto"),
    "min_offer_cards": (0, 0, 0),
    "min_counter_cards": (1, 1, 1),
    "trade_money": ("exchange", "exchange", "winner_pays"),
    "return_zero_cards": (False, False, True),
    "tie_money": ("auto", "auto", "auto"),
    "second_tie_money": ("as_tie", "as_tie", "as_tie"),
    "scoring": ("multiply", "multiply", "sum"),
    "dove": (False, False, True),
    "dove_multiplied": (False, False, False),
    "no_progress_limit": (60, 60, 60),
    "tie_break": ("shared", "shared", "shared"),
    "envelope_tie": ("random", "random", "random"),
    "start_player": ("random", "random", "random"),
}

VALUES: dict[str, tuple[str, ...]] = {
    "auction_mode": ("open", "turns", "sealed"),
    "gavel": ("clock", "auctioneer"),
    "overbid": ("restart_excluded", "continue_excluded", "restart_all"),
    "bluff_bids": ("allowed", "forbidden"),
    "self_raise": ("true", "false"),
    "overpay": ("exact_if_possible", "irredundant", "any"),
    "payment_visibility": ("private", "public"),
    "offer_count": ("visible", "hidden", "offerer_choice"),
    "hand_counts": ("auto", "public", "hidden"),
    "min_offer_cards": ("0", "1"),
    "min_counter_cards": ("0", "1"),
    "trade_money": ("exchange", "winner_pays", "all_returned"),
    "return_zero_cards": ("true", "false"),
    "tie_money": ("auto", "exchanged", "returned"),
    "second_tie_money": ("as_tie", "returned"),
    "scoring": ("multiply", "sum"),
    "dove": ("true", "false"),
    "dove_multiplied": ("true", "false"),
    "no_progress_limit": ("0", "1", "60", "10000"),
    "tie_break": ("shared", "quartets", "money"),
    "envelope_tie": ("random", "seat_order"),
    "start_player": ("random", "seat:0", "seat:2"),
}


LATER = came_later(ClassicRules)
TRIED = {name: values(ClassicRules, name) for name in LATER} | VALUES


def begun(edition: Edition, changes: dict[str, Any]) -> Match:
    return Match(edition.with_rules(changes), 3, SeededChance(b"1"))


def refusal(changes: dict[str, Any], edition: Edition = SECOND) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        begun(edition, changes)
    return refused.value.code, str(refused.value)


def test_the_presets_are_those_of_the_rulings() -> None:
    """What came later is at its default everywhere, unless the table says otherwise."""
    assert set(PRESETS) | set(LATER) == set(names(ClassicRules))
    for column, edition in enumerate((SECOND, RUSSIAN, FIRST)):
        expected = {**LATER, **{name: row[column] for name, row in PRESETS.items()}}
        assert {name: getattr(edition.rules, name) for name in names(ClassicRules)} == expected, (
            edition.key
        )


@pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)
@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in TRIED.items() for text in texts]
)
def test_every_value_can_be_set_by_its_text(edition: Edition, name: str, text: str) -> None:
    rules = edition.with_rules({name: text}).rules
    typed = {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)

    assert getattr(rules, name) == typed
    assert type(getattr(rules, name)) is type(typed)
    implied = edition.rules.implied.get(name, {}).get(typed, {})
    assert {other: getattr(rules, other) for other in implied} == implied
    others = [other for other in names(ClassicRules) if other not in {name, *implied}]
    assert [getattr(rules, o) for o in others] == [getattr(edition.rules, o) for o in others]


def offered(name: str) -> RuleOption:
    (option,) = [option for option in SECOND.house_rules() if option.name == name]
    return option


def test_d_03_every_table_offers_the_covering_hand() -> None:
    assert offered("offer_count").default == "visible"
    assert "offerer_choice" in offered("offer_count").values


def test_a_15_every_table_offers_the_gavel() -> None:
    assert offered("gavel").values == ("clock", "auctioneer")
    assert offered("gavel").default == "clock"


def test_a_10_bidding_in_turns_sets_what_nobody_has_set() -> None:
    def raises(**changes: Any) -> bool:
        return SECOND.with_rules(changes).rules.self_raise

    assert raises()
    assert not raises(auction_mode="turns")
    assert raises(auction_mode="turns", self_raise="true")
    assert raises(auction_mode="open")
    assert offered("self_raise").follows == ("auction_mode",)
    assert offered("auction_mode").follows is msgspec.UNSET


def test_every_option_has_its_values_tried() -> None:
    assert set(TRIED) == set(names(ClassicRules))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("auction_mode", "dutch"),
        ("gavel", "nobody"),
        ("overbid", ""),
        ("overbid", "RESTART_ALL"),
        ("self_raise", "perhaps"),
        ("min_offer_cards", "2"),
        ("min_counter_cards", "-1"),
        ("no_progress_limit", "-1"),
        ("no_progress_limit", "10001"),
        ("no_progress_limit", "many"),
        ("start_player", "seat:"),
        ("start_player", "seat:10"),
        ("start_player", "seat:-1"),
        ("start_player", "0"),
        ("start_player", 2),
        ("tie_break", None),
        ("scoring", ["sum"]),
    ],
)
def test_values_that_do_not_exist_are_refused(name: str, value: object) -> None:
    code, reason = refusal({name: value})

    assert code == "bad_value"
    assert name in reason


def test_options_that_do_not_exist_are_refused() -> None:
    code, reason = refusal({"rats": "true"})
    assert code == "no_such_option"
    assert reason.startswith("there is no option 'rats'; there are auction_mode, gavel, overbid,")


@pytest.mark.parametrize(
    ("changes", "code", "word"),
    [
        ({"hand_counts": "public", "offer_count": "hidden"}, "counts_betray_offers", "betray"),
        (
            {"hand_counts": "public", "offer_count": "offerer_choice"},
            "counts_betray_offers",
            "hand_counts=public",
        ),
        ({"dove_multiplied": True, "scoring": "multiply"}, "no_dove", "dove=true"),
        (
            {"dove": True, "dove_multiplied": True, "scoring": "sum"},
            "nothing_multiplied",
            "scoring=multiply",
        ),
        ({"gavel": "auctioneer", "auction_mode": "turns"}, "no_gavel", "auction_mode=open"),
        (
            {"start_player": "seat:3"},
            "no_such_seat",
            "start_player=4: this table has the seats 1 to 3",
        ),
    ],
)
def test_combinations_that_make_no_sense_are_refused_with_the_reason(
    changes: dict[str, Any], code: str, word: str
) -> None:
    found, reason = refusal(changes)

    assert found == code
    assert word in reason


@pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"hand_counts": "hidden", "offer_count": "visible"},
        {"dove": True, "dove_multiplied": True, "scoring": "multiply"},
        {"gavel": "auctioneer"},
        {"start_player": "seat:2"},
        {"bluff_bids": "forbidden", "overbid": "restart_all"},
    ],
)
def test_combinations_that_make_sense_are_played(edition: Edition, changes: dict[str, Any]) -> None:
    assert begun(edition, changes).actors
    shown = msgspec.to_builtins(begun(edition, changes).view(None))["rules"]
    assert shown.items() >= changes.items()
    assert tuple(shown) == names(ClassicRules)


def test_the_first_edition_can_be_played_with_its_printed_variants() -> None:
    match = begun(FIRST, {"trade_money": "exchange", "scoring": "multiply"})
    assert match.table.edition.rules.dove


@pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)
def test_house_rules_leave_the_edition_alone(edition: Edition) -> None:
    before = edition.rules
    edition.with_rules({"scoring": "sum", "no_progress_limit": 3})
    assert edition.rules is before
