"""The bot on the page about bots is as short as the page says.

That it plays is proven where the examples are, with the files of the page.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_has_twenty_lines() -> None:
    (text,) = re.findall(r'```python title="miser.py"\n(.*?)```', PAGE, flags=re.DOTALL)
    assert len(text.splitlines()) <= 20
