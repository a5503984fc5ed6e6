"""The seating: the names, and which seats are people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from rich.text import Text

from kuhstall.bots.registry import called
from kuhstall.engine.values import Refused, Seat
from kuhstall.messages import Catalogue

LONGEST_NAME: Final = 16

_STYLES: Final = ("bright_blue", "dark_orange", "green", "magenta", "yellow", "cyan")


class Seating(Struct, frozen=True):
    """People are on the first seats, bots on the others."""

    names: tuple[str, ...]
    people: int

    def style(self, seat: Seat) -> str:
        return _STYLES[seat % len(_STYLES)]

    def coloured(self, line: str, style: str = "") -> Text:
        """Show every name in the colour of its seat."""
        text = Text(line, style=style)
        for seat, name in enumerate(self.names):
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", self.style(seat))
        return text


def clean(name: str) -> str:
    """Make a name displayable: without control characters, and of limited length."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]


def seated(
    texts: Catalogue, seats: int, people: int | None, names: Sequence[str], bot: str = "farmer"
) -> Seating:
    """Seat the people, named or not, and bots, none of which gets a person's name."""
    given = [name for name in map(clean, names) if name]
    count = max(len(given), 1) if people is None else people
    if not max(len(given), 1) <= count <= seats:
        reason = f"{count} people do not fit: from 1 to {seats} may play"
        raise Refused("people", reason, low=1, high=seats)
    given += [texts.text("seat.person", number=n + 1) for n in range(len(given), count)]
    if len(set(given)) < len(given):
        raise Refused("same_name", "two players have the same name")
    while len(given) < seats:
        given.append(called(bot, given))
    return Seating(tuple(given), count)
