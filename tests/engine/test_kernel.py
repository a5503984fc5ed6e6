"""The kernel with the tiny game: checks, events, folding, moments."""

import ast
from pathlib import Path
from typing import Any

import pytest

from kuhstall.engine import (
    Action,
    Chance,
    Event,
    Illegal,
    Match,
    SeededChance,
    Table,
    TableOpened,
    Unexpected,
    act,
    begin,
    check,
    empty_table,
    fold,
    proceed,
    unseal,
)
from tests.engine import tiny
from tests.engine.tiny import TINY, Done, Name, Take, TakeBack


class Nonsense(Action, frozen=True, tag="nonsense"):
    """An action that belongs to no game."""


def chance() -> Chance:
    return SeededChance(b"kernel")


def drafting() -> Match:
    """Seat 2 has won the first token and is about to take a card."""
    match = Match(TINY, 3, chance())
    for seat in (0, 1):
        match.play(seat, Name(0))
    match.play(2, Name(3))
    return match


def code_of(table: Table[Any, Any], actor: int, action: Action) -> str:
    with pytest.raises(Illegal) as refused:
        check(table, actor, action)
    with pytest.raises(Illegal) as refused_again:
        act(table, actor, action, chance())
    assert refused.value.code == refused_again.value.code
    assert str(refused.value) == refused.value.code
    return refused.value.code


def test_the_tiny_game_uses_the_public_kernel_only() -> None:
    tree = ast.parse(Path(tiny.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {module for module in modules if module and "kuhstall" in module} == {"kuhstall.engine"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


def test_a_table_opens_with_all_that_is_needed_to_find_its_rules() -> None:
    table: tiny.TinyTable
    table, events = begin(TINY, 3, chance())

    assert events[0] == TableOpened("tiny", 1, 3, {"rounds": 2})
    assert isinstance(events[1], tiny.Dealt)
    assert table == fold(empty_table(TINY, 3), events[1:])


def test_the_deal_comes_from_the_chance_that_is_handed_in() -> None:
    seeds = (b"1", b"2", b"3")
    decks = [Match(TINY, 3, SeededChance(seed)).table.world.deck for seed in seeds]
    again = [Match(TINY, 3, SeededChance(seed)).table.world.deck for seed in seeds]

    assert len(set(decks)) > 1
    assert decks == again


def test_refusals_have_stable_codes() -> None:
    table = drafting().table
    naming = Match(TINY, 3, chance()).table

    assert code_of(table, 0, Take(1)) == "not_your_turn"
    assert code_of(table, 7, Take(1)) == "not_your_turn"
    assert code_of(table, 2, TakeBack()) == "not_offered"
    assert code_of(table, 2, Take(99)) == "not_offered"
    assert code_of(table, 2, Nonsense()) == "not_offered"
    assert code_of(naming, 2, Name(-1)) == "too_low"
    assert code_of(naming, 2, Name(4)) == "too_high"
    assert code_of(naming, 2, Name("3")) == "not_a_number"  # type: ignore[arg-type]


def test_a_refused_action_changes_nothing() -> None:
    match = drafting()
    table, log = match.table, list(match.log)

    for seat, action in [(0, Take(1)), (2, Done()), (2, Nonsense())]:
        with pytest.raises(Illegal):
            match.play(seat, action)

    assert match.table is table
    assert match.log == log


def test_acting_leaves_the_table_before_as_it_was() -> None:
    table = drafting().table
    before = (table.world, table.phase, table.moment)
    card = tiny.view(table, 2).display[0]

    after, events = act(table, 2, Take(card), chance())

    assert events == [tiny.Took(2, card)]
    assert (table.world, table.phase, table.moment) == before
    assert after.world.hands[2] == (card,)
    assert fold(table, events) == after


def test_an_event_out_of_place_is_found() -> None:
    table = drafting().table
    strays: list[Event] = [tiny.Dealt((1, 2, 3)), tiny.Named(0, 1, (1, 0, 0))]

    for event in strays:
        with pytest.raises(Unexpected, match=f"Drafting has no {type(event).__name__}"):
            fold(table, [event])
    with pytest.raises(Unexpected, match="Dealing has no Dealt"):
        fold(empty_table(TINY, 3), [tiny.Dealt(None)])  # a redacted log replays nothing


def test_an_ended_game_has_no_actors_and_no_options() -> None:
    match = Match(TINY, 2, chance())
    while match.actors:
        actor = match.actors[0]
        action = match.table.phase.default(match.table, actor)
        assert action is not None
        match.play(actor, action)

    assert isinstance(match.table.phase, tiny.Ended)
    assert [match.options(seat) for seat in range(2)] == [(), ()]
    assert match.table.phase.default(match.table, 0) is None
    assert proceed(match.table, chance()) == (match.table, [])
    assert fold(empty_table(TINY, 2), match.log[1:]) == match.table
    with pytest.raises(Unexpected):
        fold(match.table, [tiny.Took(0, 1)])


def test_moments_count_the_phases_entered() -> None:
    match = Match(TINY, 2, chance())
    moments = [match.table.moment]
    match.play(0, Name(1))
    moments.append(match.table.moment)  # held: no new moment
    match.play(1, Name(0))
    moments.append(match.table.moment)
    match.play(0, Take(match.view(0).display[0]))
    moments.append(match.table.moment)
    match.play(0, TakeBack())
    moments.append(match.table.moment)  # taking back counts on, too

    assert moments == [1, 1, 2, 3, 4]


def test_a_command_for_another_moment_is_stale() -> None:
    match = drafting()
    moment = match.table.moment
    card = match.view(2).display[0]

    for wrong in (moment - 1, moment + 1):
        with pytest.raises(Illegal, match="stale"):
            match.play(2, Take(card), wrong)
    match.play(2, Take(card), moment)
    with pytest.raises(Illegal, match="stale"):  # sent twice
        match.play(2, Take(card), moment)


def test_a_command_for_a_moment_before_an_undo_is_stale() -> None:
    match = drafting()
    card = match.view(2).display[0]
    moment = match.table.moment
    match.play(2, Take(card))
    match.play(2, TakeBack())

    assert match.table.phase == drafting().table.phase
    with pytest.raises(Illegal, match="stale"):
        match.play(2, Take(card), moment)


def test_sealed_and_open_phases_are_not_mistaken_for_each_other() -> None:
    naming = Match(TINY, 3, chance()).table

    with pytest.raises(Illegal, match=r"^sealed$"):
        act(naming, 0, Name(1), chance())
    with pytest.raises(Illegal, match=r"^not_sealed$"):
        unseal(drafting().table, {}, chance())


def test_what_a_seat_sees_is_its_view_its_options_and_what_it_has_heard() -> None:
    match = drafting()
    seen = match.seen(2)

    assert seen.seat == 2
    assert seen.view == tiny.view(match.table, 2)
    assert seen.options == match.options(2) != ()
    assert list(seen.heard) == [tiny.redact(event, 2) for event in match.log]  # type: ignore[arg-type]
    assert match.seen(0).options == ()
