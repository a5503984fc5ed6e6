"""What is in the box of Master, who may sit down, and the presets of RULINGS, section 6."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kuhstall.engine import Match, SeededChance, TableOpened
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.cards import ANIMALS, PEDIGREES, VALUES
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import MASTER, MASTER_ENGLISH, MASTERS
from kuhstall.games.kuhhandel.events import Dealt
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.master.dealing import UNSEEN
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.rule_options import came_later, names

VECTORS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "vectors.toml").read_text(encoding="utf-8")
)
TWO = VECTORS["master_two_player"]
every_edition = pytest.mark.parametrize("edition", MASTERS, ids=lambda edition: edition.key)


def cards(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(name[1:]): count for name, count in counts.items()})


def begun(edition: Edition, seats: int, seed: int = 1) -> Match:
    return Match(edition, seats, SeededChance(str(seed).encode()))


@every_edition
def test_m_01_fifty_four_cards_lie_in_the_deck(edition: Edition) -> None:
    expected = dict.fromkeys(ANIMALS, 4) | dict.fromkeys(PEDIGREES, 1) | {"rat": 4}
    assert Counter(edition.deck) == expected
    assert len(edition.deck) == 54
    assert Counter(begun(edition, 3).table.world.deck) == expected
    assert set(VALUES) == set(VECTORS["animal_values"])


@every_edition
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_only_two_to_six_may_sit_down(edition: Edition, seats: int) -> None:
    with pytest.raises(Refused, match="2 to 6 players") as refused:
        begun(edition, seats)
    assert refused.value.code == "seats"


@every_edition
@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_can_play(edition: Edition, seats: int) -> None:
    match = begun(edition, seats)
    assert match.table.world.seats == len(match.view(None).seats) == seats
    assert len(match.actors) == 1


@every_edition
def test_m_03_d_13_the_sixty_six_money_cards(edition: Edition) -> None:
    check = next(check for check in VECTORS["money_check"] if check["game"] == "master")

    assert Counter(edition.stock) == cards(check["stock"])
    assert len(edition.stock) == check["total"] == 66
    assert Counter(edition.purse) == cards(check["start"])
    assert (sum(edition.purse), len(edition.purse)) == (100, 7)
    assert edition.most_seats == check["max_players"]
    # Six players and four donkeys use up the stock to the last card.
    assert Counter((edition.purse + edition.payouts) * 6) == Counter(edition.stock)


@pytest.mark.parametrize("seats", range(3, 7))
def test_d_13_everybody_begins_with_the_same_purse(seats: int) -> None:
    match = begun(MASTER, seats)
    world = match.table.world

    assert world.purses == (MASTER.purse,) * seats
    assert sorted((*world.bank, *MASTER.purse * seats)) == sorted(MASTER.stock)
    assert match.log[1] == Dealt(world.deck, MASTER.purse, world.bank)
    assert match.view(None).bank == world.bank


@pytest.mark.parametrize("seat", range(6))
def test_d_19_start_player_is_a_seat(seat: int) -> None:
    match = begun(MASTER.with_rules({"start_player": f"seat:{seat}"}), 6)
    assert match.table.phase == Turn(seat)


def test_c_25_more_seats_than_the_bank_can_pay_are_refused() -> None:
    stock = list(MASTER.stock)
    stock.remove(500)
    short = MASTER.__class__(
        **{name: getattr(MASTER, name) for name in MASTER.__struct_fields__}
        | {"stock": tuple(stock)}
    )
    with pytest.raises(Refused) as refused:
        begun(short, 6)
    assert refused.value.code == "bank_short"
    assert begun(short, 5).actors


# --- two players -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_two_players_find_the_money_in_the_deck(seed: int) -> None:
    world = begun(MASTER, 2, seed).table.world
    money = Counter(card for card in world.deck if isinstance(card, int))

    assert Counter(world.purses[0]) == Counter(world.purses[1]) == cards(TWO["start_each"])
    assert Counter(world.bank) == cards(TWO["donkey_bank"])
    assert Counter(MASTER.mixed_in(2)) == cards(TWO["pool_before_removal"])
    assert len(MASTER.mixed_in(2)) == TWO["pool_size"]
    assert TWO["removed_unseen"] == UNSEEN
    assert money.total() == TWO["money_in_pile"]
    assert money <= Counter(MASTER.mixed_in(2))
    assert not money[0]
    assert MASTER.stock.count(0) - 2 * 2 == TWO["boxed_zero_cards"]
    assert len(world.deck) == TWO["pile_size"]


def test_which_cards_were_removed_is_drawn() -> None:
    left = [
        Counter(card for card in begun(MASTER, 2, seed).table.world.deck if isinstance(card, int))
        for seed in range(8)
    ]
    assert len({tuple(sorted(money.items())) for money in left}) > 4


@pytest.mark.parametrize("seed", range(3))
def test_d_15_two_player_zero_cards(seed: int) -> None:
    assert MASTER.rules.two_player_zero_cards == "keep_start"  # type: ignore[attr-defined]
    assert begun(MASTER, 2, seed).table.world.purses == (MASTER.purse,) * 2
    none = begun(MASTER_ENGLISH, 2, seed).table.world
    assert none.purses == ((10, 10, 10, 20, 50),) * 2
    assert len(none.deck) == 80
    assert 0 not in none.deck
    assert 0 not in none.bank


def test_d_15_concerns_two_players_only() -> None:
    assert begun(MASTER_ENGLISH, 3).table.world.purses == (MASTER.purse,) * 3


# --- presets -----------------------------------------------------------------------------------

PRESET: dict[str, Any] = {
    "auction_mode": "open",
    "gavel": "clock",
    "overbid": "restart_all",
    "bluff_bids": "allowed",
    "self_raise": True,
    "overpay": "exact_if_possible",
    "payment_visibility": "private",
    "offer_count": "visible",
    "hand_counts": "auto",
    "min_offer_cards": 0,
    "min_counter_cards": 1,
    "trade_money": "exchange",
    "return_zero_cards": False,
    "tie_money": "auto",
    "second_tie_money": "as_tie",
    "no_progress_limit": 60,
    "tie_break": "shared",
    "start_player": "random",
    "pedigree_mode": "realtime",
    "slap": "lottery",
    "slap_tie": "random",
    "rat_cover": "auto",
    "after_rat": "must_auction",
    "two_player_zero_cards": "keep_start",
    "division_donkey": "on_laying",
    "peek_next_back": True,
    "super_kuhhandel": False,
    "kassensturz": False,
}


@every_edition
def test_d_01_d_02_d_10_d_11_the_presets(edition: Edition) -> None:
    english = {"min_offer_cards": 1, "two_player_zero_cards": "none"}
    expected = PRESET | (english if edition is MASTER_ENGLISH else {})
    opened = begun(edition, 3).log[0]

    assert isinstance(opened, TableOpened)
    assert opened.rules == expected
    later = set(came_later(MasterRules))
    assert set(opened.rules) == set(names(MasterRules)) - later > set(names(HouseRules)) - later
    assert edition.with_rules(opened.rules).rules == edition.rules


@pytest.mark.parametrize("name", ["scoring", "dove", "dove_multiplied"])
def test_options_of_the_classic_game_are_unknown(name: str) -> None:
    with pytest.raises(Refused) as refused:
        MASTER.with_rules({name: "sum"})
    assert refused.value.code == "no_such_option"
