"""What is in the box, who may sit down, and how a game begins."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine import Match, SeededChance, TableOpened
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.cards import ANIMALS, VALUES
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import CLASSIC, EDITIONS, FIRST, RUSSIAN, SECOND
from kuhstall.games.kuhhandel.events import Dealt, TurnBegan
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.registry import EDITIONS as REGISTERED
from kuhstall.games.registry import find
from kuhstall.games.rule_options import came_later, names

VECTORS = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "vectors.toml").read_text(encoding="utf-8")
)
every_edition = pytest.mark.parametrize("edition", CLASSIC, ids=lambda edition: edition.key)


def begun(edition: Edition, seats: int, seed: int = 1) -> Match:
    return Match(edition, seats, SeededChance(str(seed).encode()))


def test_m_01_values_of_the_animals() -> None:
    assert VECTORS["animal_values"] == VALUES
    assert tuple(VALUES) == ANIMALS
    assert sum(VALUES.values()) == 3850


@every_edition
def test_the_deck_has_four_of_each_kind(edition: Edition) -> None:
    assert Counter(edition.deck) == dict.fromkeys(ANIMALS, 4)
    deck = begun(edition, 3).table.world.deck
    assert Counter(deck) == Counter(edition.deck)


@every_edition
@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_m_02_only_three_to_five_may_sit_down(edition: Edition, seats: int) -> None:
    with pytest.raises(Refused, match="3 to 5 players") as refused:
        begun(edition, seats)
    assert refused.value.code == "seats"


@every_edition
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_m_02_three_to_five_can_play(edition: Edition, seats: int) -> None:
    match = begun(edition, seats)
    assert match.table.world.seats == len(match.view(None).seats) == seats
    assert len(match.actors) == 1


@pytest.mark.parametrize("check", VECTORS["money_check"][:2], ids=lambda check: check["game"])
def test_d_13_start_money_and_stock(check: dict[str, Any]) -> None:
    edition = {"classic2": SECOND, "classic1": FIRST}[check["game"]]
    stock = {int(name[1:]): count for name, count in check["stock"].items()}
    start = {int(name[1:]): count for name, count in check["start"].items()}

    assert Counter(edition.stock) == stock
    assert len(edition.stock) == check["total"] == 55
    assert Counter(edition.purse) == start
    assert edition.most_seats == check["max_players"]
    # Five players and four donkeys use up the stock to the last card.
    used = Counter(edition.purse * 5) + Counter(edition.payouts * 5)
    assert used == Counter(edition.stock)


@pytest.mark.parametrize(("edition", "cash"), [(SECOND, 90), (RUSSIAN, 90), (FIRST, 50)])
@pytest.mark.parametrize("seats", [3, 5])
def test_d_13_everybody_begins_with_the_same_purse(edition: Edition, cash: int, seats: int) -> None:
    match = begun(edition, seats)
    world = match.table.world

    assert world.purses == (edition.purse,) * seats
    assert (sum(edition.purse), len(edition.purse)) == (cash, 7)
    assert sorted((*world.bank, *edition.purse * seats)) == sorted(edition.stock)
    assert match.view(None).bank == world.bank
    assert match.log[1] == Dealt(world.deck, edition.purse, world.bank)


def test_d_14_spare_cards_are_not_in_the_game() -> None:
    # 000 has one spare card, 004 five blanks: they are neither animals nor money.
    for edition in CLASSIC:
        assert len(edition.deck) == 40
        assert set(edition.deck) == set(ANIMALS)
        assert len(edition.stock) == 55
    assert (RUSSIAN.deck, RUSSIAN.stock, RUSSIAN.purse) == (
        SECOND.deck,
        SECOND.stock,
        SECOND.purse,
    )


def test_d_19_start_player_is_drawn() -> None:
    starts = Counter(begun(SECOND, 4, seed).view(None).phase.seat for seed in range(80))

    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) >= 8


@pytest.mark.parametrize("seat", range(5))
def test_d_19_start_player_is_a_seat(seat: int) -> None:
    match = begun(SECOND.with_rules({"start_player": f"seat:{seat}"}), 5)

    assert match.table.phase == Turn(seat)
    assert match.log[-1] == TurnBegan(seat)
    assert match.actors == (seat,)


def test_d_19_start_player_draws_from_a_stream_of_its_own() -> None:
    drawn = begun(SECOND, 4)
    fixed = begun(SECOND.with_rules({"start_player": "seat:2"}), 4)

    assert drawn.table.world == fixed.table.world


def test_c_25_more_seats_than_the_bank_can_pay_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        begun(replace(SECOND, most_seats=6), 6)
    assert refused.value.code == "bank_short"


@pytest.mark.parametrize("short_of", [10, 50, 500])
def test_c_25_a_bank_that_is_one_card_short_is_refused(short_of: int) -> None:
    stock = list(SECOND.stock)
    stock.remove(short_of)
    edition = replace(SECOND, stock=tuple(stock))

    with pytest.raises(Refused) as refused:
        begun(edition, 5)
    assert refused.value.code == "bank_short"
    assert begun(edition, 4).actors


@every_edition
def test_the_first_event_names_all_that_the_rules_depend_on(edition: Edition) -> None:
    match = begun(edition.with_rules({"no_progress_limit": 7}), 3)
    opened = match.log[0]

    assert isinstance(opened, TableOpened)
    assert (opened.edition, opened.version, opened.seats) == (edition.key, edition.version, 3)
    assert set(opened.rules) == set(names(ClassicRules)) - set(came_later(ClassicRules))
    assert opened.rules["no_progress_limit"] == 7
    assert edition.with_rules(opened.rules).rules == match.table.edition.rules


def test_editions_are_found_by_key() -> None:
    keys = ["kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1", "master", "master-en"]
    assert list(REGISTERED) == [*keys, "kuhfstein"]
    for edition in EDITIONS:
        assert find(edition.key) is edition
    with pytest.raises(Refused, match="There are kuhhandel/2") as refused:
        find("kuhhandel/3")
    assert refused.value.code == "no_such_edition"
