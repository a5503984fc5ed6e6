"""What the ledger of a fault test notes as a contradiction, and what it does not."""

from __future__ import annotations

from typing import Any

from kuhstall.server.table.log import Step
from kuhstall.server.table.rows import PARTY
from tests.chaos.judge import Calm, Judge, Row, TableRow
from tests.chaos.ledger import Command, Ledger

START: dict[str, Any] = {"type": "ask", "request": {"type": "start"}}
BID: dict[str, Any] = {"type": "cmd", "moment": 1, "action": {"type": "bid", "amount": 10}}


def _ledger(frame: dict[str, Any]) -> Ledger:
    ledger = Ledger()
    ledger.sends(Command("c", "t", "Anna", frame))
    return ledger


def _kinds(ledger: Ledger) -> list[str]:
    return [violation.kind for violation in ledger.violations]


def test_a_refusal_by_role_may_be_followed_by_a_grant() -> None:
    ledger = _ledger(START)
    ledger.refused("c", "not_host", granted=False)
    assert ledger.commands["c"].decided
    ledger.accepted("c", 4)
    assert _kinds(ledger) == []


def test_an_older_attempt_may_be_refused_by_role_after_a_grant() -> None:
    ledger = _ledger(START)
    ledger.accepted("c", 4)
    ledger.refused("c", "not_host", granted=False)
    assert _kinds(ledger) == []


def test_what_was_granted_before_an_attempt_began_is_never_refused() -> None:
    ledger = _ledger(START)
    ledger.accepted("c", 4)
    ledger.refused("c", "not_host", granted=True)
    assert _kinds(ledger) == ["contradiction"]


def test_any_other_refusal_is_for_good() -> None:
    for frame, code in ((START, "seats_empty"), (BID, "too_low"), (BID, "wrong_stage")):
        ledger = _ledger(frame)
        ledger.refused("c", code, granted=False)
        ledger.accepted("c", 4)
        assert _kinds(ledger) == ["contradiction"], code
        ledger = _ledger(frame)
        ledger.accepted("c", 4)
        ledger.refused("c", code, granted=False)
        assert _kinds(ledger) == ["contradiction"], code


def test_the_judge_finds_what_was_refused_for_good_in_the_log() -> None:
    step = Step("t", 1, PARTY, "p/c", b"{}")
    kept = TableRow({"t": [Row(step, 0.0)]}, [], {"t": 1}, {"t": ""}, {"t": b""}, {"p": "Anna"})
    for code, found in (("not_host", []), ("seats_empty", ["refused"])):
        ledger = _ledger(START)
        ledger.refused("c", code, granted=False)
        Judge(ledger, kept, Calm(0.0, 0.0))._commands()
        assert _kinds(ledger) == found
