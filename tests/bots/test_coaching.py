"""A finished game with a coach: remarks for people, reasons of bots, nothing that nobody knew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import repeat
from typing import Any

import msgspec
import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.coach import Decision, decisions, review
from kuhstall.bots.coaching import MOST, Coaching, Played, Seated, coach_game
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import fold
from kuhstall.engine.match import Match
from kuhstall.engine.values import Event, Refused, Seat
from kuhstall.games.registry import find, replayed
from kuhstall.messages import LANGUAGES, Catalogue

BOTS = ("random", "medium", "easy", "farmer:bluffer")
EDITIONS = ("kuhhandel/2", "master")
PEOPLE = (0, 3)
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def key(seat: Seat) -> bytes:
    return f"coaching/{seat}".encode()


@cache
def log_of(edition: str) -> tuple[Event, ...]:
    game: Any = find(edition)
    match = Match(game, len(BOTS), QuickChance(f"coaching {edition}"))
    seated = [
        registry.make(name, edition, seat, SeededChance(key(seat)))
        for seat, name in enumerate(BOTS)
    ]
    for _ in play_out(match, seated, QuickChance(f"coaching {edition}/order")):
        pass
    return tuple(match.log)


def played(edition: str) -> Played:
    bots = {seat: Seated(BOTS[seat], key(seat)) for seat in range(4) if seat not in PEOPLE}
    return Played(log_of(edition), PEOPLE, bots)


@cache
def coaching(edition: str) -> Coaching:
    return coach_game(played(edition), lambda: 0.0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_people_are_told_what_cost_them_most_in_every_language(edition: str) -> None:
    remarks = coaching(edition).remarks
    assert {remark.seat for remark in remarks} == set(PEOPLE)
    for seat in PEOPLE:
        own = [remark for remark in remarks if remark.seat == seat]
        judged = review(log_of(edition), seat, registry.judge(edition, seat))
        assert [remark.step for remark in own] == [each.step for each in judged]
        assert [remark.cost for remark in own] == sorted((one.cost for one in own), reverse=True)
    for language in LANGUAGES:
        texts = Catalogue.load(language, strict=True)
        for remark in remarks:
            for line in (remark.played, remark.better, remark.reason):
                assert texts.line(line, NAMES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_say_why_in_every_language(edition: str) -> None:
    reasons = coaching(edition).reasons
    assert [reason.step for reason in reasons] == sorted(reason.step for reason in reasons)
    for seat in (1, 2):
        own = [reason for reason in reasons if reason.seat == seat]
        # The rest had no choice, paid, or kept a hand ready.
        assert len(own) > 0.6 * len(list(decisions(log_of(edition), seat)))
    for language in LANGUAGES:
        texts = Catalogue.load(language, strict=True)
        for reason in reasons:
            for line in (reason.action, reason.reason, *(other.action for other in reason.others)):
                assert texts.line(line, NAMES)


def test_a_bot_with_another_key_is_believed_only_where_it_would_have_done_the_same() -> None:
    game = played("kuhhandel/2")
    bots = {seat: Seated(bot.name, b"another") for seat, bot in game.bots.items()}
    others = coach_game(msgspec.structs.replace(game, bots=bots), lambda: 0.0).reasons
    known = coaching("kuhhandel/2").reasons
    assert 0 < len(others) < len(known)
    actions = {(reason.step, reason.seat): reason.action for reason in known}
    for reason in others:
        assert actions.get((reason.step, reason.seat), reason.action) == reason.action


def test_bots_that_cannot_say_why_say_nothing() -> None:
    game = Played(log_of("kuhhandel/2"), (), {0: Seated("random", key(0))})
    assert coach_game(game, lambda: 0.0) == Coaching((), ())


def test_it_stops_when_the_time_is_up() -> None:
    ticks: Iterator[float] = iter([0.0, 0.0, MOST, *repeat(MOST + 1.0, 10)])
    found = coach_game(played("kuhhandel/2"), lambda: next(ticks))
    assert {remark.seat for remark in found.remarks} == {PEOPLE[0]}
    assert found.reasons == ()


def test_a_running_game_is_not_talked_about() -> None:
    log = log_of("kuhhandel/2")[:-1]
    with pytest.raises(Refused, match="over"):
        coach_game(Played(log, PEOPLE, {}), lambda: 0.0)
    with pytest.raises(Refused, match="over"):
        coach_game(Played(log, (), {1: Seated("medium", key(1))}), lambda: 0.0)


# Nobody is judged by what they could not know


def peeks(log: tuple[Event, ...], seat: Seat, told: list[Decision]) -> list[str]:
    """List where a decision holds more, or other things, than the seat saw and heard."""
    table = replayed(log[:1])
    game = table.edition.game
    found = []
    by_step = {decision.step: decision for decision in told}
    for step, event in enumerate(log[1:], 1):
        decision = by_step.get(step)
        if decision is not None:
            heard = [game.redact(one, seat) for one in log]
            if decision.seen.view != game.view(table, seat):
                found.append(f"the view at {step}")
            if [*decision.seen.heard, *decision.later] != heard:
                found.append(f"what is heard at {step}")
        table = fold(table, [event])
    return found


@pytest.mark.parametrize("edition", [*EDITIONS, "kuhhandel/1"])
def test_the_coach_sees_what_the_seat_saw_and_a_planted_peek_is_caught(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_of(edition)
    game = type(replayed(log[:1]).edition.game)
    for seat in range(len(BOTS)):
        assert peeks(log, seat, list(decisions(log, seat))) == []
    with monkeypatch.context() as patch:
        patch.setattr(game, "redact", lambda self, event, viewer: event)
        unredacted = list(decisions(log, 1))
    assert peeks(log, 1, unredacted)
    with monkeypatch.context() as patch:
        patch.setattr(game, "view", lambda self, table, viewer: self.unveil(table))
        unveiled = list(decisions(log, 1))
    assert peeks(log, 1, unveiled)
