"""The page about strength: written anew by a command, but for what others have written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.kuhhandel.strength.keeping import Kept, Rounds
from bench.kuhhandel.strength.page import page

SHARE = {"share": 0.3775, "low": 0.3565, "high": 0.399, "games": 2000}
FOUND: dict[str, Any] = {
    "against_old:kuhhandel/2:4": SHARE,
    "together:kuhhandel/2": {"farmer": SHARE},
    "idea:farmer@1:accepts every offer": SHARE,
    "on_the_engine:kuhhandel/2:0": {"games": 2, "equal": 2, "won": 1.0, "micros": [100, 900]},
    "on_the_engine:kuhhandel/2:2": {"games": 2, "equal": 1, "won": 0.5, "micros": [200, 5000]},
}


def test_every_figure_is_on_the_page() -> None:
    told = page(FOUND, "")

    assert "| 3 `farmer@1`, `kuhhandel/2` | 25.0% | 37.8% | 35.6% – 39.9% | 2,000 |" in told
    assert "| accepts every offer | `farmer@1` | 37.8% |" in told
    assert "**3 of 4**" in told
    assert "`farmer@2` wins 37.5% of them" in told
    assert "5.00 ms (p99)" in told


def test_the_page_begins_as_the_command_writes_it_and_says_what_its_rows_are() -> None:
    head = page({}, "").partition("<!-- What follows")[0].rstrip()
    assert "everybody bids in turns" in head
    assert re.search(r"All rows but those of \*The level hard\* are from before", head)
    shown = Path("docs/bots/strength.md").read_text(encoding="utf-8")
    assert shown.startswith(head)


def test_who_searches_has_a_row_only_after_a_thousand_games() -> None:
    def told(parts: int) -> str:
        each = {"games": 40, "won": 20.0}
        played = {f"hard:champion:medium:{40 * part}": each for part in range(parts)}
        return page({"hard:against:kuhhandel/2:4:medium": SHARE, **played}, "")

    row = "| `champion` | 3 `medium`, `kuhhandel/2` | 25.0% | 50.0% |"
    assert row in told(25)
    assert row not in told(24)
    assert re.search(r"won 50.0% \(.*\) of 960 against three `medium`", told(24))
    removed = "had played before was removed"
    assert [removed in told(parts) for parts in (0, 24, 25)] == [True, True, False]


def test_what_others_have_written_is_kept() -> None:
    before = page(FOUND, "").replace("Not measured yet.", "Measured by somebody.")

    assert "Measured by somebody." in page(FOUND, before)


def test_a_section_without_a_new_figure_stays_as_it_is() -> None:
    before = page(FOUND, "")
    found = {"share": 0.31, "low": 0.29, "high": 0.33, "games": 4000, "cpu_seconds": 1980.0}
    played = {"population": 60, "rounds": 20, "games": 300}

    after = page({"exploiter": found | {"played": played}}, before)

    assert page({}, before) == before
    assert page({}, after) == after
    assert "33 minutes of the processor" in after
    assert all(line in after.splitlines() for line in before.splitlines())
    assert after.index("## Ideas against it") < after.index("## An exploiter")


def test_a_search_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    asked: list[str] = []

    def judge(
        drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str
    ) -> Sequence[float]:
        asked.append(seed)
        return [0.25 * len(drawn)]

    def search() -> tuple[Sequence[float], float]:
        rounds = Rounds(Kept(tmp_path / "kept.json"))
        return rounds.judged(judge)([(1.0,), (2.0,)], (1.5,), "1"), rounds.cpu_seconds

    assert search() == search()
    assert asked == ["1"]
