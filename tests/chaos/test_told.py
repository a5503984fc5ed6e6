"""What is lost and what is told twice is told apart from what nobody can know."""

from __future__ import annotations

import pytest

from tests.chaos.judge import TableRow
from tests.chaos.outside import LEASE, Outside, Taken
from tests.chaos.told import NEAR, Noted, PushRow, WebhookRow, Witness, told_twice, untold

NOTHING = TableRow({}, [], {}, {}, {}, {})
FAULT = [(9.0, 11.0)]


@pytest.fixture
def outside() -> Outside:
    return Outside()


def _lost(outside: Outside, *seen: Noted, windows: list[tuple[float, float]] | None = None) -> str:
    witness = Witness("", outside)
    for noted in seen:
        witness.saw(noted)
    return "; ".join(untold(NOTHING, witness, outside, windows or []))


def _noted(push: PushRow, entries: int = 0) -> Noted:
    return Noted(30.0, entries, (), [push])


def test_who_is_noted_as_told_has_been(outside: Outside) -> None:
    told = PushRow("anna", 20.0, looked=False, waits=True, fresh=False)
    assert "noted as told" in _lost(outside, _noted(told))
    outside.messages["anna"] = [Taken(19.0, True, said=False)]
    assert not _lost(outside, _noted(told))
    outside.messages["anna"].append(Taken(19.5, False, said=True))
    assert "noted as told" in _lost(outside, _noted(told))
    # Who slept with the second message in their hands may send it after the first.
    assert not _lost(outside, _noted(told), windows=[(15.0, 20.0 - LEASE)])
    assert "noted as told" in _lost(outside, _noted(told), windows=FAULT)


def test_that_an_address_is_noted_is_looked_at_at_any_time(outside: Outside) -> None:
    seen = [
        Noted(1.0, 0, [WebhookRow("t", 4, 4, nobody=False)], ()),
        Noted(2.0, 0, [WebhookRow("u", 5, 5, nobody=True)], ()),
        Noted(3.0, 0, (), ()),
    ]
    assert _lost(outside, *seen) == "t: 4 is noted as told, and was not"
    outside.moments["t"] = [Taken(0.5, 4, said=True)]
    assert not _lost(outside, *seen)


@pytest.mark.parametrize(
    ("told", "looked", "waits", "fresh", "lost"),
    [
        (None, False, True, True, True),
        (20.0, True, True, True, True),
        (20.0, False, False, False, True),  # nobody took the message away
        (20.0, False, True, True, False),  # it still shows
        (20.0, True, True, False, False),
        (None, False, True, False, False),
        (None, False, False, False, False),
    ],
)
def test_nobody_is_left_who_was_not_told(  # noqa: PLR0917
    outside: Outside, told: float | None, looked: bool, waits: bool, fresh: bool, lost: bool
) -> None:
    outside.messages["anna"] = [Taken(19.0, True, said=True)]
    push = PushRow("anna", told, looked, waits, fresh)
    assert bool(_lost(outside, _noted(push))) is lost
    assert "nobody passes on" in _lost(outside, _noted(push, entries=1))


def test_who_shall_still_see_a_message_does(outside: Outside) -> None:
    outside.messages["anna"] = [Taken(19.0, True, said=True), Taken(21.0, False, said=False)]
    push = PushRow("anna", 20.0, looked=False, waits=True, fresh=True)
    assert "sees nothing" in _lost(outside, _noted(push))


def test_what_comes_twice_is_told_twice_unless_nobody_could_know(outside: Outside) -> None:
    def found(said: bool, at: float, looks: list[float] | None = None) -> int:
        outside.moments["t"] = [Taken(at, 4, said), Taken(at + 3, 5, said=True)]
        outside.moments["t"].append(Taken(at + 4, 4, said=True))
        again = [Taken(at, True, said), Taken(at + 4, True, said=True)]
        outside.messages["anna"] = [*again, Taken(at + 5, False, said=True)]
        return len(list(told_twice(outside, FAULT, {"anna": looks or []})))

    assert found(said=True, at=20.0) == 2
    assert found(said=True, at=20.0, looks=[22.0]) == 1
    assert found(said=False, at=20.0) == 0
    assert found(said=True, at=10.0) == 0
    assert found(said=True, at=11.0 + NEAR) == 2
