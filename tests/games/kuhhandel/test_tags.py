"""The words of the wire and of stored logs. They never change: only new ones may come."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from kuhstall.engine import Option, TookBack
from kuhstall.games.kuhhandel.actions import PlaceBid
from kuhstall.games.kuhhandel.cards import ANIMALS, KINDS, PEDIGREES
from kuhstall.games.kuhhandel.editions import CLASSIC
from kuhstall.games.kuhhandel.events import Bid, ClassicEvent
from kuhstall.games.kuhhandel.master.events import MasterEvent, SlapPlan
from kuhstall.games.kuhhandel.master.view import MasterView, PhaseView
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.view import ClassicView, SeatView
from kuhstall.games.kuhhandel.wire import AnyAction, AnyEvent, View

ACTIONS: dict[str, tuple[str, ...]] = {
    "auction": (),
    "trade": ("animal", "seat"),
    "bid": ("amount",),
    "pass": (),
    "maximum": ("amount", "ahead"),
    "call": ("seat", "amount"),
    "sell": (),
    "preempt": (),
    "pay": ("cards",),
    "offer": ("cards", "show_count"),
    "accept": (),
    "counter": ("cards", "show_count"),
    "wait": (),
    "slap": ("count",),
    "slap_now": ("after",),
    "lay_card": ("card",),
    "take_rat": (),
    "pass_rat": ("times",),
    "divide": (),
    "keep": (),
    "give": (),
    "end_turn": (),
    "cover": ("animal",),
}
EVENTS: dict[str, tuple[str, ...]] = {
    "table_opened": ("edition", "version", "seats", "rules", "data"),
    "dealt": ("deck", "purse", "bank"),
    "turn_began": ("seat",),
    "auction_began": ("auctioneer",),
    "lot_revealed": ("auctioneer", "lot", "payout", "donkeys", "cap", "polled"),
    "bid_placed": ("seat", "amount", "polled"),
    "passed": ("seat", "polled"),
    "called_out": ("calls", "seat", "amount"),
    "gavel_fell": ("auctioneer", "seat", "amount"),
    "envelopes_asked": (),
    "envelopes_opened": ("auctioneer", "called", "kept", "ahead"),
    "lot_sold": ("auctioneer", "seat", "price"),
    "bought_out": ("auctioneer", "seat", "price"),
    "exposed": ("seat", "amount", "cards"),
    "bidding_reopened": ("barred", "limits", "bids", "high", "polled"),
    "paid": ("payer", "payee", "cards", "count", "open"),
    "lot_taken": ("seat", "lot", "price"),
    "trade_began": ("challenger", "challenged", "animal", "stake"),
    "offer_made": ("seat", "cards", "count", "shown"),
    "counter_made": ("seat", "cards", "count", "shown"),
    "trade_settled": (
        "challenger",
        "challenged",
        "animal",
        "stake",
        "bout",
        "accepted",
        "tied",
        "winner",
        "offer",
        "counter",
        "to_challenger",
        "to_challenged",
        "counts",
        "counted",
        "idle",
    ),
    "dove_taken": ("seat",),
    "game_ended": ("reason", "scores", "winners"),
    "pedigree_revealed": ("auctioneer", "animal", "count"),
    "counted_down": ("count", "plans"),
    "slapped": ("seat", "count", "rivals", "plans"),
    "slaps_opened": ("called", "kept"),
    "pedigree_sold": ("auctioneer", "seat", "price"),
    "pedigree_bought_out": ("auctioneer", "seat", "price"),
    "slap_exposed": ("seat", "count", "cards"),
    "countdown_reopened": ("barred", "limits", "count"),
    "pedigree_taken": ("seat", "animal", "price", "plans"),
    "rat_revealed": ("auctioneer", "polled"),
    "rat_settled": ("passed",),
    "card_laid": ("seat", "card", "pot", "polled"),
    "rat_taken": ("seat", "cards", "count", "again"),
    "division_began": ("seat", "card"),
    "divided": ("seat", "kept"),
    "card_taken": ("seat", "seen_by", "card", "money", "payout", "donkeys", "last"),
    "extra_offered": ("seat",),
    "turn_ended": ("seat",),
    "cover_asked": ("seat", "reason"),
    "quartet_covered": ("seat", "animal"),
}
OPTIONS: dict[str, tuple[str, ...]] = {
    "choice": ("actions",),
    "range": ("action", "field", "low", "high", "step"),
    "pick": ("action", "field", "pool", "fewest", "least", "exact", "lean", "most"),
    "placement": ("action", "piece_field", "spot_field", "pieces", "spots"),
}
PHASES: dict[str, tuple[str, ...]] = {
    "turn": ("seat",),
    "bidding": (
        "lot",
        "auctioneer",
        "cap",
        "barred",
        "limits",
        "bids",
        "high",
        "passed",
        "calls",
        "polled",
    ),
    "envelopes": ("lot", "auctioneer", "cap", "barred", "limits"),
    "preemption": ("lot", "auctioneer", "cap", "barred", "limits", "bids", "high"),
    "payment": ("lot", "auctioneer", "payer", "payee", "buyer", "price"),
    "offering": ("challenger", "challenged", "animal", "stake", "bout"),
    "responding": (
        "challenger",
        "challenged",
        "animal",
        "stake",
        "bout",
        "shown",
        "count",
        "offer",
    ),
    "countdown": ("animal", "auctioneer", "count", "barred", "limits", "plan"),
    "pedigree_hammer": ("animal", "auctioneer", "high"),
    "pedigree_payment": ("animal", "auctioneer", "payer", "payee", "price"),
    "rat_round": ("auctioneer", "polled", "pot", "laid"),
    "rat_envelopes": ("auctioneer", "first"),
    "dividing": ("seat", "card"),
    "extra": ("seat",),
    "covering": ("seat",),
    "ended": ("reason", "scores", "winners"),
    "between": (),
}
ASKED = ("asked", "sealed")

SHOWN = (
    "edition",
    "version",
    "viewer",
    "moment",
    "deck",
    "bank",
    "donkeys",
    "idle",
    "seats",
    "phase",
)


def members(union: Any) -> dict[str, type[Struct]]:
    return {kind.__struct_config__.tag: kind for kind in union.__args__}


def fields(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in msgspec.structs.fields(kind))


PINNED = [
    (AnyAction, ACTIONS, "type"),
    (AnyEvent, EVENTS, "type"),
    (Option, OPTIONS, "option"),
    (PhaseView, PHASES, "phase"),
]
pinned_unions = pytest.mark.parametrize(
    ("union", "pinned", "field"), PINNED, ids=["actions", "events", "options", "phases"]
)


@pinned_unions
def test_tags_never_change(union: Any, pinned: dict[str, tuple[str, ...]], field: str) -> None:
    assert list(members(union)) == list(pinned)


@pinned_unions
def test_tags_are_given_in_one_field_and_by_hand(
    union: Any, pinned: dict[str, tuple[str, ...]], field: str
) -> None:
    for tag, kind in members(union).items():
        assert kind.__struct_config__.tag_field == field
        assert tag != kind.__name__  # a tag that follows the name of the class would change with it


@pinned_unions
def test_fields_never_change_and_new_ones_have_a_default(
    union: Any, pinned: dict[str, tuple[str, ...]], field: str
) -> None:
    for tag, kind in members(union).items():
        known = pinned[tag]
        assert fields(kind)[: len(known)] == known, tag
        for new in msgspec.structs.fields(kind)[len(known) :]:
            assert not new.required, f"{tag}.{new.name}"


def test_fields_of_views_never_change() -> None:
    assert fields(ClassicView) == (*SHOWN, "rules", "dove", *ASKED)
    assert fields(MasterView) == (*SHOWN, "rules", "backs", "covered", *ASKED)
    assert members(View) == {"kuhhandel": ClassicView, "master": MasterView}
    assert {kind.__struct_config__.tag_field for kind in members(View).values()} == {"game"}
    assert fields(SeatView) == ("herd", "cards", "pedigrees", "purse", "payable")
    assert fields(SeatScore)[:5] == ("quartets", "animals", "factor", "dove", "total")
    assert fields(SeatScore)[5:] == ("covered", "matching", "others", "money")


def test_fields_of_parts_never_change() -> None:
    assert fields(Bid) == ("seat", "amount")
    assert fields(SlapPlan) == ("seat", "count", "after")


def test_cards_never_change_their_names() -> None:
    assert [*KINDS] == [
        *("rooster", "goose", "cat", "dog", "sheep", "goat", "donkey", "pig", "cow", "horse"),
        "rat",
    ]
    assert [*PEDIGREES] == [f"pedigree:{animal}" for animal in ANIMALS]


def test_the_events_are_those_of_the_classic_game_and_those_of_master() -> None:
    assert AnyEvent.__args__ == (*ClassicEvent.__args__, *MasterEvent.__args__)


def test_undo_has_its_tag_though_kuhhandel_does_not_use_it() -> None:
    assert TookBack.__struct_config__.tag == "took_back"


def test_actions_from_outside_may_have_no_unknown_field() -> None:
    union = CLASSIC[0].game.actions
    assert msgspec.json.decode(b'{"type":"bid","amount":10}', type=union) == PlaceBid(10)
    for text in (
        b'{"type":"bid","amount":10,"seat":1}',
        b'{"type":"bid","amount":"10"}',
        b'{"type":"bid","amount":true}',
        b'{"type":"bid"}',
        b'{"type":"steal","amount":10}',
        b'{"amount":10}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=union)
