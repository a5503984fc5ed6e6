"""Views joined from pieces have the bytes of the plain way, over whole games of every game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.games.registry import EDITIONS, find
from kuhstall.server.table.view_pieces import ViewPieces, encode_view
from kuhstall.server.wire.frames import NOTHING, OwnAnswer, StepFrame, TimerView, encode_frame
from kuhstall.server.wire.views import StepPieces


def _tables(edition: str, seats: int, seed: int) -> list[Any]:
    """Play a game by chance; return every table it had."""
    return _played(edition, seats, seed)[0]


def _log(edition: str, seats: int, seed: int) -> list[Any]:
    return _played(edition, seats, seed)[1]


def _played(edition: str, seats: int, seed: int) -> tuple[list[Any], list[Any]]:
    chance = QuickChance(seed)
    match = Match(find(edition), seats, chance)
    tables = [match.table]
    while match.actors:
        actor = next((actor for actor in match.actors if match.options(actor)), None)
        if actor is None:
            match.close()
        else:
            match.play(actor, sample(match.options(actor), chance))
        tables.append(match.table)
    return tables, match.log


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_bytes_are_those_of_the_plain_way(edition: str, seed: int) -> None:
    seats = find(edition).most_seats if seed == 1 else find(edition).fewest_seats
    tables = _tables(edition, seats, seed)
    pieces = None
    for table in tables:
        pieces = ViewPieces(table, pieces)  # what has not changed since is not encoded anew
        for viewer in (*range(seats), None):
            assert bytes(pieces.view(viewer)) == bytes(encode_view(table, viewer))
    assert len(tables) > 20
    assert not tables[-1].phase.actors(tables[-1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_spectator_is_told_in_full_everybody_is(edition: str) -> None:
    """So a step whose events no spectator misses anything of is told in the same bytes to all."""
    seats = find(edition).fewest_seats
    redact, told = find(edition).game.redact, 0
    for event in _log(edition, seats, 3):
        if redact(event, None) is event:
            told += 1
            assert all(redact(event, seat) is event for seat in range(seats))
    assert told > 20


def test_a_game_without_parts_of_its_own_is_shown_the_plain_way() -> None:
    tables = _tables("kuhhandel/2", 3, 1)
    edition = tables[0].edition
    plain = msgspec.structs.replace(edition, game=msgspec.structs.replace(edition.game, own=None))
    for table in tables[:20]:
        told = ViewPieces(msgspec.structs.replace(table, edition=plain))
        assert bytes(told.view(1)) == bytes(encode_view(table, 1))


@pytest.mark.parametrize("viewer", [None, 0, 4])
@pytest.mark.parametrize("may", [(), ("pause", "leave")])
@pytest.mark.parametrize("party", [NOTHING, msgspec.Raw(b'{"stage":"playing"}')])
@pytest.mark.parametrize("timers", [(), (TimerView(0, 5, None, more=(1,)), TimerView(None, 6, 7))])
@pytest.mark.parametrize("answer", [UNSET, OwnAnswer(2, msgspec.Raw(b"{}"), NOTHING, "salt")])
def test_a_frame_of_pieces_has_the_bytes_of_an_encoded_one(
    viewer: int | None,
    may: tuple[str, ...],
    party: msgspec.Raw,
    timers: tuple[TimerView, ...],
    answer: OwnAnswer | UnsetType,
) -> None:
    events, lines, view, options = map(
        msgspec.Raw, (b'[{"a":1}]', b"[]", b'{"v":"\xc3\xa4"}', b"[2]")
    )
    step = StepFrame(12, viewer, may, party, events, lines, view, options, timers, answer)
    plain = encode_frame(step)
    joined = StepPieces(12, party, timers).frame(viewer, may, events, lines, view, options, answer)

    assert joined == plain
    fields = ["type", *StepFrame.__struct_fields__]
    assert list(msgspec.json.decode(plain)) == (fields[:-1] if answer is UNSET else fields)
