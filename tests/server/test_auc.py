"""The figure that `make oracle` judges by."""

from __future__ import annotations

import pytest

from tests.server.oracle import auc


@pytest.mark.parametrize(
    ("quiet", "acted", "expected"),
    [
        ([1, 2, 3], [4, 5], 1.0),
        ([4, 5], [1, 2, 3], 0.0),
        ([1, 1], [1, 1], 0.5),
        ([1, 3], [2, 4], 0.75),
        ([1, 2], [2], 0.75),
    ],
)
def test_how_often_the_longer_time_is_the_one_with_an_action(
    quiet: list[float], acted: list[float], expected: float
) -> None:
    assert auc(quiet, acted) == expected
