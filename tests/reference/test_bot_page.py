"""The bot on the page about bots plays, and is worth its twenty lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def code(title: str) -> str:
    (text,) = re.findall(rf'```python title="{title}"\n(.*?)```', PAGE, flags=re.DOTALL)
    return str(text)


def test_the_bot_has_twenty_lines() -> None:
    assert len(code("miser.py").splitlines()) <= 20


def test_the_bot_of_the_page_wins_more_than_its_share(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for title in ("miser.py", "tournament.py"):
        exec(compile(code(title), title, "exec"), names)  # noqa: S102 -- our own page
    (won,) = re.findall(r"the miser has won (\d+) of 20\n", capsys.readouterr().out)
    assert int(won) > 5
