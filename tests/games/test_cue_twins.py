"""What the sounds and faces of the browser are held to is what the twins show today."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.cue_twins import GAMES, ROOT, steps, written


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_sights_for_the_browser_are_ours(game: str) -> None:
    remedy = "python -m tests.games.cue_twins"
    assert (ROOT / f"{game}.json").read_bytes() == written(steps(GAMES[game])), remedy


@pytest.mark.parametrize("game", GAMES)
def test_the_sights_differ(game: str) -> None:
    """What is public is the same in all sights of a step; the test would be empty otherwise."""
    found = msgspec.json.decode((ROOT / f"{game}.json").read_bytes())
    assert len(found) > 40
    for step in found:
        assert len({msgspec.json.encode(sight) for sight in step}) == len(step) > 1
        kinds = {tuple(event["type"] for event in sight["events"]) for sight in step}
        assert len(kinds) == 1
    told = sum(sight["events"] != step[0]["events"] for step in found for sight in step)
    assert told > (0 if game == "kuhfstein" else 20)
