"""Actions from a careless or hostile bot: refused, or acted on in a form of our own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import act
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.engine.values import Action, Illegal, Refused
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    ChallengeTrade,
    Counter,
    Offer,
    Pass,
    Sell,
)
from kuhstall.games.kuhhandel.events import TradeBegan
from kuhstall.games.registry import find, read_log, replayed, write_log
from tests.games.kuhhandel.scenes import scene


class Anything(Action, frozen=True, eq=False):
    """Claims to equal everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def round_trip(events: Any) -> Any:
    kinds: Any = find("kuhhandel/2").game.events
    return msgspec.json.decode(msgspec.json.encode(events), type=list[kinds])


def match_of(seed: bytes = b"hostile") -> Match:
    return Match(find("kuhhandel/2").with_rules({"auction_mode": "turns"}), 3, SeededChance(seed))


def test_an_object_that_equals_everything_is_refused_everywhere() -> None:
    match, player = match_of(), SeededChance(b"player")
    while actors := match.actors:
        with pytest.raises(Illegal):
            match.play(actors[0], Anything())
        match.play(actors[0], sample(match.options(actors[0]), player))


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_seat_that_is_merely_equal_becomes_a_seat(seat: Any) -> None:
    stage = scene(purses=((10,), (10,), (10,)), herds=({"cow": 1}, {"cow": 1}), deck=("pig",))
    _, events = act(stage.table, 0, ChallengeTrade("cow", seat), SeededChance(b""))
    assert events == [TradeBegan(0, 1, "cow", 1)]
    assert type(events[0].challenged) is int  # type: ignore[attr-defined]
    assert round_trip(events) == events


@pytest.mark.parametrize("actor", [True, 1.0, "1", None])
def test_an_actor_is_a_number(actor: Any) -> None:
    match = match_of()
    with pytest.raises(Illegal) as refused:
        match.play(actor, AuctionOff())
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize("kind", [Offer, Counter])
@pytest.mark.parametrize("show", [1, 0.0, 1.0])
def test_logs_stay_readable_whatever_a_bot_lays(kind: Any, show: Any) -> None:
    match, player = match_of(), SeededChance(b"trader")
    while actors := match.actors:
        actor = actors[0]
        action = sample(match.options(actor), player)
        if isinstance(action, kind):
            action = kind(tuple(reversed(action.cards)), show)
        try:
            match.play(actor, action)
        except Illegal:
            match.play(actor, sample(match.options(actor), player))
    assert read_log(write_log(match.log)) == match.log
    assert replayed(match.log) == match.table


def test_cards_in_any_order_are_laid_in_ours() -> None:
    match, player = match_of(), SeededChance(b"order")
    laid = 0
    while actors := match.actors:
        actor = actors[0]
        action = sample(match.options(actor), player)
        if isinstance(action, Offer | Counter) and len(set(action.cards)) > 1:
            cards = action.cards
            (event, *_) = match.play(actor, type(action)(tuple(reversed(cards))))
            assert event.cards == cards  # type: ignore[attr-defined]
            laid += 1
        else:
            match.play(actor, action)
    assert laid


@pytest.mark.parametrize("action", [Pass(), Sell(), Accept(), Offer((10,)), Counter(())])
def test_what_is_not_offered_is_refused(action: Action) -> None:
    match = match_of()
    with pytest.raises(Illegal) as refused:
        match.play(match.actors[0], action)
    assert refused.value.code == "not_offered"


def test_heard_is_a_value() -> None:
    match, player = match_of(), SeededChance(b"player")
    actor = match.actors[0]
    before = match.seen(actor).heard
    count = len(before)
    match.play(actor, sample(match.options(actor), player))
    assert len(before) == count
    assert len(match.heard(actor)) > count


@pytest.mark.parametrize("viewer", [3, -1, 99])
def test_nobody_looks_from_a_seat_that_is_not_there(viewer: int) -> None:
    match = match_of()
    with pytest.raises(ValueError, match="no seat"):
        match.view(viewer)
    with pytest.raises(ValueError, match="no seat"):
        match.heard(viewer)


def _log(**changes: Any) -> bytes:
    log = msgspec.json.decode(write_log(match_of().log))
    log[0] |= changes
    return msgspec.json.encode(log)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seats": -4}, "seats"),
        ({"seats": 100_000_000}, "seats"),
        ({"version": 99}, "newer_rules"),
        ({"edition": "kuhhandel/9"}, "no_such_edition"),
    ],
)
def test_the_opening_of_a_stored_log_is_checked(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        replayed(read_log(_log(**changes)))
    assert refused.value.code == code


def test_options_of_a_later_version_do_not_stop_a_replay() -> None:
    log = msgspec.json.decode(_log())
    log[0]["rules"]["weather"] = "rain"
    log[0]["stars"] = 5
    assert replayed(read_log(msgspec.json.encode(log))) == match_of().table
