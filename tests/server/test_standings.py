"""Season standings: the rule, and sums that do not depend on the order in which games come."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from kuhstall.server.features.groups.standings import (
    Meeting,
    Placed,
    Result,
    Score,
    all_meetings,
    all_scores,
    digest,
    distinct,
    meetings_of,
    places,
    points_of,
    ranked,
    recomputed,
    result_of,
    scores_of,
    season_of,
    without,
)

NEW_YEAR = 1_767_225_600.0
"""The first moment of 2026, UTC."""


def game(key: str, *people: str, at: float = NEW_YEAR, bots: int = 0) -> Result:
    """A game of these people, the winner first, with bots behind all of them."""
    placed = [Placed(seat, seat + 1, person) for seat, person in enumerate(people)]
    rest = range(len(people), len(people) + bots)
    placed += [Placed(seat, seat + 1, None, "Rosie") for seat in rest]
    return result_of(key, "kuhhandel", "kuhhandel/2", at, placed)


def night(count: int, seed: int = 1) -> list[Result]:
    """Games of three to five out of eight people."""
    chance = random.Random(seed)
    people = [f"p{n}" for n in range(8)]
    return [
        game(
            f"t{n}",
            *chance.sample(people, chance.randint(3, 5)),
            at=NEW_YEAR + (n - count / 2) * 3600,
            bots=chance.randint(0, 1),
        )
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("last", "points"),
    [(1, [3]), (2, [3, 0]), (3, [3, 2, 0]), (4, [3, 2, 1, 0]), (6, [3, 2, 1, 0, 0, 0])],
)
def test_first_second_and_third_get_points_and_the_last_none(
    last: int, points: Sequence[int]
) -> None:
    assert [points_of(place, last) for place in range(1, last + 1)] == points


def test_equal_points_share_a_place() -> None:
    assert places([40, 90, 40, 10]) == [2, 1, 2, 4]
    assert places([7, 7]) == [1, 1]


def test_a_game_alone_with_bots_does_not_count() -> None:
    assert scores_of(game("t", "anna", bots=3)) == []
    assert meetings_of(game("t", "anna", bots=3)) == []
    assert scores_of(replace(game("t", "anna", "ben"), counted=False)) == []


def test_bots_take_places_and_get_no_points() -> None:
    placed = (Placed(0, 1, None, "Rosie"), Placed(1, 2, "anna"), Placed(2, 3, "ben"))
    result = result_of("t", "kuhhandel", "", NEW_YEAR, placed)
    assert scores_of(result) == [Score(2026, "anna", 1, 0, 2), Score(2026, "ben", 1, 0, 0)]
    assert meetings_of(result) == [
        Meeting("anna", "ben", 1, 1, 0),
        Meeting("ben", "anna", 1, 0, 1),
    ]


def test_a_season_is_a_calendar_year() -> None:
    assert season_of(NEW_YEAR) == 2026
    assert season_of(NEW_YEAR - 1) == 2025
    scores = all_scores([game("a", "anna", "ben"), game("b", "ben", "anna", at=NEW_YEAR - 1)])
    assert [(one.season, one.person, one.points) for one in scores] == [
        (2025, "anna", 0),
        (2025, "ben", 3),
        (2026, "anna", 3),
        (2026, "ben", 0),
    ]


def test_equal_points_and_wins_share_a_place_in_the_standings() -> None:
    names = {"a": "Zoe", "b": "Anna", "c": "Carl", "d": "Dora"}
    scores = [
        Score(2026, "a", 3, 1, 6),
        Score(2026, "b", 9, 1, 6),
        Score(2026, "c", 9, 2, 6),
        Score(2026, "d", 9, 0, 1),
    ]
    found = [(place, one.person) for place, one in ranked(scores, names)]
    assert found == [(1, "c"), (2, "b"), (2, "a"), (4, "d")]


def test_games_that_come_twice_and_out_of_order_count_once() -> None:
    results = night(300)
    shuffled = results * 2
    random.Random(2).shuffle(shuffled)
    assert recomputed(shuffled) == recomputed(results)
    assert distinct(shuffled) == results
    assert len({one.season for one in all_scores(results)}) == 2
    # Sums as the server keeps them, one game at a time, are those of all games at once.
    kept: dict[tuple[int, str], Score] = {}
    for one in (score for result in reversed(results) for score in scores_of(result)):
        before = kept.get((one.season, one.person), Score(one.season, one.person, 0, 0, 0))
        kept[one.season, one.person] = Score(
            one.season,
            one.person,
            before.games + one.games,
            before.won + one.won,
            before.points + one.points,
        )
    assert digest(shuffled, kept.values(), all_meetings(shuffled)) == recomputed(results)


@pytest.mark.parametrize(
    "change",
    [
        {"at": NEW_YEAR + 9.5},
        {"counted": False},
        {"game": "master"},
        {"placed": (Placed(0, 2, "anna"), Placed(1, 1, "ben"))},
    ],
)
def test_another_game_has_another_digest(change: dict[str, object]) -> None:
    results = [game("t", "anna", "ben")]
    assert recomputed([replace(results[0], **change)]) != recomputed(results)


def test_an_erased_player_leaves_the_places_of_the_others() -> None:
    result = game("t", "anna", "ben", "carl")
    erased = without(result, ["carl"])
    assert [one.person for one in erased.placed] == ["anna", "ben"]
    # Ben was not the last.
    assert scores_of(erased) == scores_of(result)[:2]
    assert scores_of(without(result, ["ben", "carl"])) == scores_of(result)[:1]
    gone = without(result, ["anna", "ben", "carl"])
    assert recomputed([gone]) == recomputed([])
