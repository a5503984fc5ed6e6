"""What is left of what people write, for others to read."""

import pytest

from kuhstall.server.wire.displayable_text import displayable

MARK = "\u0335"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ada", "Ada"),
        ("A\u202eda\u2066\u200b\x00\x1b\r\n", "Ada"),
        ("Vi\u0065\u0302\u0323t", "Vi\u0065\u0302\u0323t"),
        ("\u05d1\u05bc\u05b7\u0596\u05bd", "\u05d1\u05bc\u05b7\u0596\u05bd"),
        (f"Z{MARK * 300}a{MARK}", f"Z{MARK * 4}a{MARK}"),
        (f"Z{(MARK + chr(0)) * 9}", f"Z{MARK * 4}"),
        ("\u0489" * 9, "\u0489" * 4),
        ("", ""),
    ],
)
def test_marks_and_what_does_not_show_are_bounded(written: str, read: str) -> None:
    assert displayable(written) == read
