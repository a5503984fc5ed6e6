"""The list of ASVS 5.0 is complete, and the tests that it names exist; some of them are here."""

import ast
import base64
import json
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kuhstall.server.logs import JsonFormatter
from kuhstall.server.wire.tickets import make_ticket
from reference.asvs import STANDINGS, counted, page, requirements, summed_up
from tests.server.serving import browser, serving

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = Path(__file__).with_name("asvs-5.0.0.txt")
NAMED = re.compile(r"`((?:tests|web)/[\w./-]+\.(?:py|ts))::([^`]+)`")


def numbers() -> dict[str, str]:
    """Read the numbers of the standard, each with its level."""
    lines = NUMBERS.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if not line.startswith("#"))


def is_there(path: str, name: str) -> bool:
    """Tell whether a file has a test of that name."""
    file = ROOT / path
    if not file.is_file():
        return False
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ts":
        return f'test("{name}"' in text
    defined = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(one, defined) and one.name == name for one in ast.parse(text).body)


def test_every_requirement_of_both_levels_is_answered_once() -> None:
    answered = [(row.number, str(row.level)) for row in requirements()]
    assert len(numbers()) == 253
    assert answered == list(numbers().items())


def test_what_is_met_is_proved_by_tests_that_exist() -> None:
    for row in requirements():
        named = NAMED.findall(row.proof)
        assert row.standing in STANDINGS, row.number
        assert row.proof, row.number
        assert row.words, row.number
        assert named or row.standing != "met", f"{row.number} is met, but no test says so"
        missing = [f"{path}::{name}" for path, name in named if not is_there(path, name)]
        assert not missing, row.number
        assert row.proof.count("::") == len(named), f"{row.number}: a test in no quotes"


def test_the_page_has_every_requirement_and_their_sums() -> None:
    text = page()
    assert all(f"| {row.number} | {row.level} |" in text for row in requirements())
    met, not_here, gaps = (counted(1, standing) for standing in STANDINGS)
    assert f"| met | {met} |" in text
    assert summed_up(1) == f"70: {met} met, {not_here} do not apply, {gaps} gaps"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("tests/security/test_asvs.py", "test_that_nobody_wrote"),
        ("tests/security/test_gone.py", "test_a_session_has_256_bits_and_nobody_traces"),
        ("web/e2e/security/payloads.e2e.ts", "a test that nobody wrote"),
    ],
)
def test_a_test_that_is_gone_is_noticed(path: str, name: str) -> None:
    assert not is_there(path, name)


def test_whatever_opens_something_has_256_bits() -> None:
    tickets = {make_ticket()[0] for _ in range(100)}
    assert len(tickets) == 100
    assert {len(base64.urlsafe_b64decode(f"{one}=")) for one in tickets} == {32}


@pytest.mark.anyio
async def test_a_session_has_256_bits_and_nobody_traces(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        await http.post(f"{here.url}/api/guests", json={})
        assert len(base64.urlsafe_b64decode(f"{http.cookies['kuhstall']}=")) == 32
        for path in ("/", "/api/me", "/healthz", "/ws/x"):
            answer = await http.request("TRACE", f"{here.url}{path}", headers={"X-Canary": "c"})
            assert answer.status_code in {404, 405}, path
            assert "canary" not in answer.text.lower()


def test_a_line_of_the_log_is_one_line_in_utc() -> None:
    forged = 'x\r\n{"level": "error"}\u2028\u0085\x1b[31m"'
    record = logging.LogRecord("x", logging.INFO, "f", 1, "told: %s", (forged,), None)
    line = JsonFormatter().format(record)
    assert not set(line) & {"\n", "\r", "\x1b"}
    told = json.loads(line)
    assert told["text"] == f"told: {forged}"
    at = datetime.fromisoformat(told["at"])
    assert at.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=1)


def test_times_to_mend_are_promised() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    promised = text.partition("## How soon")[2].partition("\n## ")[0]
    assert re.findall(r"\| (critical|high|other) \| (\d+) days \|", promised) == [
        ("critical", "2"),
        ("high", "7"),
        ("other", "30"),
    ]


def test_no_password_comes_with_the_program() -> None:
    """Compose stops where the password is empty, and the example has none to forget to change."""
    example = (ROOT / "deploy" / "env.example").read_text(encoding="utf-8")
    assert re.search(r"^POSTGRES_PASSWORD=$", example, re.MULTILINE)
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    assert compose.count("${POSTGRES_PASSWORD") == compose.count("${POSTGRES_PASSWORD:?") > 0
