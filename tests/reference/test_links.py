"""A dead link in the built site is found, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from reference.links import dead

INNER = '<h1 id="top">Inner</h1><a href="../index.html">home</a><img src="cow.webp">'
LANDING = '<a href="inner/page.html#top">in</a><a href="https://example.org/gone">out</a>'


@pytest.mark.parametrize(
    ("added", "found"),
    [
        ("", []),
        ('<a href="gone.html">x</a>', ["index.html: gone.html"]),
        ('<a href="inner/page.html#gone">x</a>', ["index.html: inner/page.html#gone"]),
        ('<a href="#gone">x</a>', ["index.html: #gone"]),
        ('<img src="gone.webp">', ["index.html: gone.webp"]),
        ('<script src="gone.js"></script>', ["index.html: gone.js"]),
    ],
)
def test_a_planted_link_is_found(added: str, found: list[str], tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "page.html").write_text(INNER, encoding="utf-8")
    (tmp_path / "inner" / "cow.webp").touch()
    (tmp_path / "index.html").write_text(LANDING + added, encoding="utf-8")
    assert list(dead(tmp_path)) == found
