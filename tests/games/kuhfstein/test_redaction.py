"""What each viewer hears of an event: all that is public, and of what is hidden only the own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.games.kuhfstein.events import CardsExchanged, KuhfsteinDealt, Refilled, TilesExchanged
from kuhstall.games.kuhfstein.redaction import redact
from kuhstall.games.registry import read_log

REPLAYS = sorted((Path(__file__).parents[2] / "replays" / "kuhfstein").glob("*.json"))

SUPPLIES = ("tiles", "pile")
OWN = ("hands", "goals")
HIDING = (KuhfsteinDealt, TilesExchanged, CardsExchanged, Refilled)


def test_supplies_are_for_nobody_and_hands_and_goals_for_their_owner() -> None:
    shuffled: set[str] = set()
    for path in REPLAYS:
        log: list[Any] = list(read_log(path.read_bytes()))
        for event in log:
            if not isinstance(event, HIDING):
                assert all(redact(event, viewer) == event for viewer in (None, 0, 1))
                continue
            for viewer in (None, 0, 1):
                heard = redact(event, viewer)
                for field in event.__struct_fields__:
                    told, whole = getattr(heard, field), getattr(event, field)
                    if field in SUPPLIES:
                        assert told is None
                        shuffled.update([type(event).__name__] if whole is not None else [])
                    elif field in OWN:
                        assert told == tuple(
                            part if seat == viewer else None for seat, part in enumerate(whole)
                        )
                    else:
                        assert told == whole
    # What was never shuffled hides nothing, and proves nothing.
    assert shuffled == {kind.__name__ for kind in HIDING}


@pytest.mark.parametrize("kind", HIDING)
def test_every_field_that_hides_something_may_be_left_blank(kind: type[Any]) -> None:
    fields = {field.name: str(field.type) for field in msgspec.structs.fields(kind)}
    assert all("None" in fields[name] for name in (*SUPPLIES, *OWN) if name in fields)
