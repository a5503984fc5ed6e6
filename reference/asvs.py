"""The list of ASVS 5.0, from docs/security/asvs.toml: what each requirement comes to here."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from reference.writing import page as whole
from reference.writing import table

SOURCE: Final = Path(__file__).resolve().parents[1] / "docs" / "security" / "asvs.toml"
STANDINGS: Final = ("met", "does not apply", "gap")

_INTRO: Final = """\
The [OWASP Application Security Verification Standard](https://github.com/OWASP/ASVS) in version
5.0.0 lists what a web application has to do to be safe. Here is each of its requirements of levels
1 and 2. The number is the standard's; the words are ours and say only what it comes to for a card
game, so read the standard for what it demands. (It is published under CC BY-SA 4.0; none of its
text is here.)"""

_MEANING: Final = """\
- **met**: the test that is named first proves it, or would fail if it ceased to be so. What follows
  without a test's name is reasoning.
- **does not apply**: there is nothing here that it could be about, and the reason says so.
- **gap**: not met, not wholly met, or not proved. A gap is written down so that hosts can weigh it.

`tests/security/test_asvs.py` fails if a requirement is missing, if one that is met names no test,
or if a test that is named does not exist."""


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    level: int
    words: str
    standing: str
    proof: str


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    requirement: tuple[Requirement, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return msgspec.convert(data["chapter"], tuple[Chapter, ...])


def requirements() -> list[Requirement]:
    return [one for chapter in chapters() for one in chapter.requirement]


def counted(level: int, standing: str) -> int:
    """Count the requirements of a level with a standing."""
    return sum((one.level, one.standing) == (level, standing) for one in requirements())


def summed_up(level: int) -> str:
    """Word the counts of a level, as pages state them."""
    met, not_here, gaps = (counted(level, standing) for standing in STANDINGS)
    return f"{met + not_here + gaps}: {met} met, {not_here} do not apply, {gaps} gaps"


def page() -> str:
    sums = [
        (standing, *(str(counted(level, standing)) for level in (1, 2))) for standing in STANDINGS
    ]
    parts = [
        f"## {number}. {chapter.title}\n\n"
        + table(
            ["", "level", "what it comes to", "", "proof or reason"],
            [
                (one.number, str(one.level), one.words, _shown(one.standing), one.proof)
                for one in chapter.requirement
            ],
        )
        for number, chapter in enumerate(chapters(), 1)
    ]
    return whole(
        "ASVS 5.0, levels 1 and 2",
        _INTRO,
        table(["", "level 1", "level 2"], sums),
        _MEANING,
        *parts,
    )


def _shown(standing: str) -> str:
    return f"**{standing}**" if standing == "gap" else standing
