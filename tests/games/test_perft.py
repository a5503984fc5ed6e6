"""Counts of all sequences of actions on a reduced deck: a changed rule changes them."""

import argparse
import json
from typing import Any

import pytest

from kuhstall.arena.kuhhandel.perft import KINDS, opening, reduce_edition, trading
from kuhstall.arena.perft import perft
from kuhstall.cli.perft import define
from kuhstall.engine import Action, options
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.actions import AuctionOff, ChallengeTrade
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.editions import CLASSIC, find

KEYS = [edition.key for edition in CLASSIC]
every_edition = pytest.mark.parametrize("key", KEYS)

# By hand: 1 auction. 2 seats may pass or bid 10, 20 or 30, and the clock calls: 4 + 4 + 1 = 9.
# After a pass (2 ways) the other may do 4 things and the clock 1; after a bid of 10 (2 ways) both
# may do 3 and the clock 1, after 20 both 2 and the clock 1; 30 is the cap, so only selling is left
# (the auctioneer has 10); after a call 4 + 4 + 1: 2 * 5 + 2 * 7 + 2 * 5 + 2 * 1 + 9 = 45.
OPEN = {
    "kuhhandel/2": [1, 9, 45, 173, 579, 1763, 5159, 14959],
    "kuhhandel/2-ru": [1, 9, 45, 173, 573, 1703, 4781, 13127],
    "kuhhandel/1": [1, 9, 45, 173, 579, 1763, 5159, 14959],
}

# By hand: 1 auction. The polled seat may pass or bid 10, 20 or 30: 4. After the pass the next seat
# may do the same 4 things, after 10 it may do 3, after 20 it may do 2, after 30 only the
# auctioneer may do something, 1: 10.
TURNS = {
    "kuhhandel/2": [1, 4, 10, 20, 42, 84, 158, 304, 611, 1268, 2672, 5583, 11541, 24237],
    "kuhhandel/2-ru": [1, 4, 10, 20, 39, 72, 123, 230, 468, 951, 1953, 4038, 8590, 21107],
    "kuhhandel/1": [1, 4, 10, 20, 42, 84, 158, 304, 611, 1268, 2672, 5583, 11536, 24248],
}

# By hand: 3 kinds, each shared by all 3 seats: 6 trades. Purses of one 0, three 10 and two 20 give
# 2 * 4 * 3 = 24 offers, and 24 answers: 23 counters with at least one card, and the acceptance.
# Where the number may be shown or not, 48 offers and 2 * 23 + 1 answers.
TRADING = {
    "kuhhandel/2": [6, 6 * 24, 6 * 24 * 24, 25972],
    "kuhhandel/2-ru": [6, 6 * 48, 6 * 48 * 47, 144592],
    "kuhhandel/1": [6, 6 * 24, 6 * 24 * 24, 26668],
}

MODES = [("open", OPEN), ("turns", TURNS)]


def table(key: str, start: Any, seats: int = 3, **rules: Any) -> KuhTable:
    found: KuhTable = start(reduce_edition(find(key).with_rules(rules), seats), seats)
    return found


@every_edition
@pytest.mark.parametrize(("auction_mode", "counts"), MODES, ids=["open", "turns"])
def test_from_the_deal(key: str, auction_mode: str, counts: dict[str, list[int]]) -> None:
    start = table(key, opening, auction_mode=auction_mode, self_raise=True)
    assert perft(start, len(counts[key])) == counts[key]


def test_a_10_from_the_deal_where_nobody_is_asked_to_outbid_himself() -> None:
    # By hand: of the ten ways to the third answer, two are a bid that all others have passed at.
    start = table("kuhhandel/2", opening, auction_mode="turns")
    assert perft(start, 4) == [1, 4, 10, 18]


@every_edition
@pytest.mark.parametrize("auction_mode", ["open", "turns"])
def test_from_the_last_card(key: str, auction_mode: str) -> None:
    start = table(key, trading, auction_mode=auction_mode)
    assert perft(start, len(TRADING[key])) == TRADING[key]


@every_edition
def test_five_seats_by_other_house_rules(key: str) -> None:
    rules = {"gavel": "auctioneer", "self_raise": False, "overbid": "restart_all"}
    # Four bidders and five bids: 4 * 6 + 1.
    assert perft(table(key, opening, 5, **rules), 6) == [1, 25, 289, 2433, 17329, 113669]


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ({"bluff_bids": "forbidden"}, [1, 5, 17]),
        ({"self_raise": False}, [1, 9, 35]),
        ({"auction_mode": "turns", "bluff_bids": "forbidden"}, [1, 2, 3]),
    ],
)
def test_a_house_rule_changes_the_counts(rules: dict[str, Any], counts: list[int]) -> None:
    assert perft(table("kuhhandel/2", opening, **rules), 3) == counts


def test_the_reduced_deck_lies_as_it_comes_out_of_the_box() -> None:
    start = table("kuhhandel/2", opening)

    assert start.world.deck == tuple(animal for animal in KINDS for _ in range(4))
    assert start.world.purses == ((0, 10),) * 3
    assert list(_legal(start, 0)) == [AuctionOff()]


def test_from_the_last_card_on_all_must_trade() -> None:
    start = table("kuhhandel/2", trading)

    assert not start.world.deck
    assert start.world.purses == ((0, 10, 10, 10, 20, 20),) * 3
    assert all(isinstance(action, ChallengeTrade) for action in _legal(start, 0))


def _legal(start: KuhTable, seat: int) -> list[Action]:
    return [action for option in options(start, seat) for action in option.expand()]


# --- the command -------------------------------------------------------------------------------


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    define(parser)
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("kuhhandel/1", "--depth", "3", "--set", "auction_mode=turns", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "edition": "kuhhandel/1",
        "players": 3,
        "depth": 3,
        "opening": [1, 4, 10],
        "trading": [6, 144, 3456],
    }


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--depth", "3") == 0
    assert capsys.readouterr().out.splitlines() == [
        "depth   opening   trading",
        "    1         1         6",
        "    2         9       144",
        "    3        45     3,456",
    ]


@pytest.mark.parametrize("depth", ["0", "-1", "deep", ""])
def test_the_command_refuses_nonsense(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--depth", depth)
    assert "at least 1" in capsys.readouterr().err or depth == "-1"


def test_the_command_refuses_what_the_rules_refuse() -> None:
    with pytest.raises(Refused):
        run("--players", "2")
    with pytest.raises(Refused):
        run("--set", "gavel=auctioneer", "--set", "auction_mode=turns")
