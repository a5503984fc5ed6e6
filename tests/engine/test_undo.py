"""Undo: a phase keeps a checkpoint, an event goes back to it, and no viewer ever sees it."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kuhstall.engine import (
    Chance,
    Illegal,
    Match,
    SeededChance,
    TookBack,
    Viewer,
    empty_table,
    fold,
    restore,
    sample,
)
from tests.engine.tiny import TINY, Done, Drafting, Name, Take, TakeBack

VIEWERS: tuple[Viewer, ...] = (0, 1, None)


def chance() -> Chance:
    return SeededChance(b"undo")


def taken() -> Match:
    """Seat 0 has taken a card and may still put it back."""
    match = Match(TINY, 2, chance())
    match.play(0, Name(2))
    match.play(1, Name(1))
    match.play(0, Take(match.view(0).display[0]))
    return match


def test_taking_back_restores_the_checkpoint() -> None:
    match = Match(TINY, 2, chance())
    match.play(0, Name(2))
    match.play(1, Name(1))
    before = match.table
    match.play(0, Take(match.view(0).display[0]))

    events = match.play(0, TakeBack())

    assert events == [TookBack(0)]
    assert match.table.world == before.world
    assert match.table.phase == before.phase
    assert match.table.moment == before.moment + 2


def test_restore_goes_back_in_all_but_the_moment() -> None:
    match = taken()
    phase = match.table.phase
    assert isinstance(phase, Drafting)
    assert phase.kept is not None

    table = restore(match.table, phase.kept)

    assert (table.world, table.phase) == (phase.kept.world, phase.kept.phase)
    assert table.moment == match.table.moment + 1


def test_a_log_with_undo_folds_to_the_live_table() -> None:
    match = taken()
    match.play(0, TakeBack())
    match.play(0, Take(match.view(0).display[1]))
    match.play(0, TakeBack())
    match.play(0, Take(match.view(0).display[0]))
    match.play(0, Done())

    assert [type(event) for event in match.log].count(TookBack) == 2
    assert fold(empty_table(TINY, 2), match.log[1:]) == match.table


def test_what_others_have_done_since_cannot_be_taken_back() -> None:
    match = taken()
    match.play(0, Done())

    with pytest.raises(Illegal, match="not_your_turn"):
        match.play(0, TakeBack())
    with pytest.raises(Illegal, match="not_offered"):
        match.play(1, TakeBack())


def test_a_checkpoint_is_in_no_view_and_cannot_be_sent() -> None:
    match = taken()

    for viewer in VIEWERS:
        shown = msgspec.json.encode(match.view(viewer))
        assert b"kept" not in shown
        assert b"world" not in shown
    with pytest.raises(TypeError):  # its edition holds functions
        msgspec.json.encode(match.table)
    with pytest.raises(TypeError):
        msgspec.json.encode(match.table.phase)


def test_views_do_not_depend_on_the_secrets_of_a_checkpoint() -> None:
    match = taken()
    phase = match.table.phase
    assert isinstance(phase, Drafting)
    assert phase.kept is not None
    other_deck = msgspec.structs.replace(phase.kept.world, deck=phase.kept.world.deck[::-1])
    kept = msgspec.structs.replace(phase.kept, world=other_deck)
    other = msgspec.structs.replace(match.table, phase=msgspec.structs.replace(phase, kept=kept))

    assert other != match.table
    for viewer in VIEWERS:
        assert TINY.game.view(other, viewer) == match.view(viewer)


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=6), st.integers(2, 4))
def test_random_games_with_undo_fold(seed: bytes, seats: int) -> None:
    source = SeededChance(seed)
    match = Match(TINY, seats, source)
    for _ in range(400):
        if not match.actors:
            break
        actor = match.actors[source.below("actor", len(match.actors))]
        match.play(actor, sample(match.options(actor), source))

    assert not match.actors
    assert sum(match.table.world.tokens) == TINY.rounds
    assert fold(empty_table(TINY, seats), match.log[1:]) == match.table
