"""Options: they admit, list and draw the same set of actions."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kuhstall.engine import (
    Action,
    Chance,
    Choice,
    Option,
    Pick,
    Placement,
    Range,
    SeededChance,
    Spot,
    sample,
)
from kuhstall.engine.option import reaches, worths


class Go(Action, frozen=True, tag="go"):
    way: str = "north"


class Say(Action, frozen=True, tag="say"):
    number: int
    aloud: bool = True


class Lay(Action, frozen=True, tag="lay"):
    cards: tuple[int, ...]
    shown: bool = True


class Put(Action, frozen=True, tag="put"):
    piece: int
    spot: Spot
    upright: bool = True


NOWHERE = Spot(0, 0)

steady = settings(deadline=None, max_examples=200)


def chance() -> Chance:
    return SeededChance(b"options")


def draws(option: Option, count: int = 40) -> list[Action]:
    source = chance()
    return [option.sample(source) for _ in range(count)]


# --- choice ------------------------------------------------------------------------------------

ways = st.sampled_from("abcdef").map(Go)


@steady
@given(st.lists(ways, min_size=1, unique=True), ways)
def test_choice_admits_what_it_expands(actions: list[Action], other: Action) -> None:
    option = Choice(tuple(actions))

    assert list(option.expand()) == actions
    assert option.admits(other) == (other in actions)
    assert option.refusal(other) == (None if other in actions else "not_offered")
    assert set(draws(option)) <= set(actions)


def test_choice_draws_everything() -> None:
    option = Choice((Go("a"), Go("b"), Go("c")))
    counts = Counter(draws(option, 3000))

    assert set(counts) == set(option.actions)
    assert min(counts.values()) > 850


# --- range -------------------------------------------------------------------------------------


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    low, step, steps = draw(st.integers(-20, 50)), draw(st.integers(1, 10)), draw(st.integers(0, 9))
    spare = draw(st.integers(0, step - 1))  # the upper end need not be reached
    return Range(Say(0), "number", low, low + step * steps + spare, step)


@steady
@given(ranges(), st.integers(-40, 180))
def test_range_admits_what_it_expands(option: Range, number: int) -> None:
    numbers = [action.number for action in option.expand() if isinstance(action, Say)]

    assert numbers == list(range(option.low, option.high + 1, option.step))
    assert option.admits(Say(number)) == (number in numbers)
    assert all(action in list(option.expand()) for action in draws(option))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Say(30), None),
        (Say(10), "too_low"),
        (Say(60), "too_high"),
        (Say(35), "off_step"),
        (Say("30"), "not_a_number"),  # type: ignore[arg-type]
        (Say(True), "not_a_number"),
        (Say(30.0), "not_a_number"),  # type: ignore[arg-type]
        (Say(30, aloud=False), "not_offered"),
        (Go(), "not_offered"),
    ],
)
def test_range_says_what_is_wrong(action: Action, code: str | None) -> None:
    assert Range(Say(0), "number", 20, 50, 10).refusal(action) == code


# --- pick --------------------------------------------------------------------------------------


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    pool = draw(st.lists(st.sampled_from((0, 0, 10, 10, 20, 50, 100)), max_size=7))
    return Pick(
        Lay(()),
        "cards",
        tuple(sorted(pool)),
        fewest=draw(st.integers(0, 3)),
        least=draw(st.sampled_from((0, 0, 10, 20, 30, 50, 60, 70, 100))),
        exact=draw(st.booleans()),
        lean=draw(st.booleans()),
        most=draw(st.none() | st.integers(0, 5)),
    )


def multisets(pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {
        tuple(sorted(cards)) for size in range(len(pool) + 1) for cards in combinations(pool, size)
    }


def fits(option: Pick, cards: tuple[int, ...]) -> bool:
    """The bounds, as the option's own description words them."""
    if len(cards) < option.fewest or sum(cards) < option.least:
        return False
    if option.most is not None and len(cards) > option.most:
        return False
    if option.exact and sum(cards) != option.least:
        return False
    return not (option.lean and any(sum(cards) - card >= option.least for card in cards))


def laid(actions: Iterator[Action] | list[Action]) -> list[tuple[int, ...]]:
    return [action.cards for action in actions if isinstance(action, Lay)]


@steady
@given(picks())
def test_pick_expands_every_multiset_within_its_bounds_once(option: Pick) -> None:
    expanded = laid(option.expand())

    assert len(expanded) == len(set(expanded))
    assert set(expanded) == {cards for cards in multisets(option.pool) if fits(option, cards)}


@steady
@given(picks(), st.lists(st.sampled_from((0, 10, 20, 50, 100)), max_size=7))
def test_pick_admits_what_it_expands(option: Pick, cards: list[int]) -> None:
    expanded = set(laid(option.expand()))

    assert option.admits(Lay(tuple(cards))) == (tuple(sorted(cards)) in expanded)
    for own in multisets(option.pool):
        assert option.admits(Lay(own)) == (own in expanded)


@settings(deadline=None, max_examples=500)
@given(picks(), st.binary(max_size=4))
def test_pick_draws_what_it_expands(option: Pick, seed: bytes) -> None:
    expanded = set(laid(option.expand()))
    assume(expanded)
    source = SeededChance(seed)

    assert {*laid([option.sample(source) for _ in range(12)])} <= expanded


@steady
@given(picks())
def test_the_cheapest_pick_is_worth_least_and_has_the_fewest_items(option: Pick) -> None:
    expanded = laid(option.expand())
    assume(expanded)
    (cheapest,) = laid([option.cheapest()])

    assert cheapest in expanded
    assert (sum(cheapest), len(cheapest)) == min((sum(cards), len(cards)) for cards in expanded)


def test_the_cheapest_pick_of_a_whole_bank_is_found_without_trying_all() -> None:
    bank = (0,) * 10 + (10,) * 20 + (50,) * 10 + (100,) * 5 + (200,) * 5 + (500,) * 5

    for least, cards in [
        (10, (10,)),
        (490, (10,) * 4 + (50, 200, 200)),
        (4700, tuple(card for card in bank if card)),
    ]:
        option = Pick(Lay(()), "cards", bank, least=least, lean=True)
        assert laid([option.cheapest()]) == [cards]


@steady
@given(st.lists(st.sampled_from((0, 10, 20, 50, 100, 500)), max_size=9))
def test_the_sums_of_a_pool(cards: list[int]) -> None:
    pool = tuple(sorted(cards))
    sums = {sum(picked) for picked in multisets(pool)}

    assert worths(pool) == tuple(sorted(sums))
    for worth in range(0, 600, 10):
        assert reaches(pool, worth) == (worth in sums)


@pytest.mark.parametrize(
    "option",
    [
        Pick(Lay(()), "cards", (0, 0, 10, 50)),
        Pick(Lay(()), "cards", (0, 0, 10, 50), fewest=2),
        Pick(Lay(()), "cards", (0, 10, 10, 50, 100), least=40),
        Pick(Lay(()), "cards", (0, 10, 10, 50, 100), least=40, lean=True),
        Pick(Lay(()), "cards", (0, 10, 10, 20, 50, 50), least=70, exact=True, lean=True),
        Pick(Lay(()), "cards", (0, 10, 10, 20, 50), least=20, exact=True),
    ],
    ids=["any", "fewest", "least", "lean", "exact-lean", "exact"],
)
def test_pick_can_draw_everything_it_expands(option: Pick) -> None:
    assert set(laid(draws(option, 1500))) == set(laid(option.expand()))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Lay((10, 50)), None),
        (Lay((50, 10)), None),
        (Lay((20,)), "not_yours"),
        (Lay((50, 50)), "not_yours"),
        (Lay((True,)), "not_yours"),
        (Lay((10.0,)), "not_yours"),  # type: ignore[arg-type]
        (Lay([10, 50]), "not_yours"),  # type: ignore[arg-type]
        (Lay(None), "not_yours"),  # type: ignore[arg-type]
        (Lay((50,)), "too_few"),
        (Lay((0, 10)), "too_little"),
        (Lay((10, 100)), "not_exact"),
        (Lay((0, 10, 50)), "wasteful"),
        (Lay((10, 50), shown=False), "not_offered"),
        (Go(), "not_offered"),
    ],
)
def test_pick_says_what_is_wrong(action: Action, code: str | None) -> None:
    option = Pick(Lay(()), "cards", (0, 10, 50, 100), fewest=2, least=60, exact=True, lean=True)
    assert option.refusal(action) == code


# --- placement ---------------------------------------------------------------------------------

spots = st.builds(
    Spot,
    st.integers(-1, 1),
    st.integers(-1, 1),
    st.integers(0, 3),
    st.none() | st.tuples(st.integers(0, 1), st.integers(0, 1)),
)


@steady
@given(
    st.lists(st.integers(0, 5), min_size=1, unique=True),
    st.lists(spots, min_size=1, max_size=5, unique=True),
    st.integers(0, 5),
    spots,
)
def test_placement_admits_what_it_expands(
    pieces: list[int], places: list[Spot], piece: int, spot: Spot
) -> None:
    option = Placement(Put(0, NOWHERE), "piece", "spot", tuple(pieces), tuple(places))
    expanded = list(option.expand())

    assert len(set(expanded)) == len(expanded) == len(pieces) * len(places)
    assert option.admits(Put(piece, spot)) == (Put(piece, spot) in expanded)
    assert set(draws(option)) <= set(expanded)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Put(1, Spot(0, 1)), None),
        (Put(3, Spot(0, 1)), "no_such_piece"),
        (Put(1, Spot(0, 1, turn=1)), "no_such_spot"),
        (Put(1, Spot(0, 1), upright=False), "not_offered"),
        (Go(), "not_offered"),
    ],
)
def test_placement_says_what_is_wrong(action: Action, code: str | None) -> None:
    option = Placement(Put(0, NOWHERE), "piece", "spot", (1, 2), (Spot(0, 1), Spot(1, 0)))
    assert option.refusal(action) == code


# --- all of them -------------------------------------------------------------------------------


def test_drawing_from_several_options_draws_from_each() -> None:
    options = (Choice((Go("a"),)), Range(Say(0), "number", 1, 3), Pick(Lay(()), "cards", (10,)))
    source = chance()
    drawn = {sample(options, source) for _ in range(200)}

    assert drawn == {action for option in options for action in option.expand()}


@pytest.mark.parametrize(
    ("option", "tag"),
    [
        (Choice((Go(),)), "choice"),
        (Range(Say(0), "number", 1, 3), "range"),
        (Pick(Lay(()), "cards", (10,)), "pick"),
        (Placement(Put(0, NOWHERE), "piece", "spot", (1,), (NOWHERE,)), "placement"),
    ],
)
def test_tags_of_options_never_change(option: Option, tag: str) -> None:
    assert msgspec.to_builtins(option)["option"] == tag
