"""Parsing of typed money cards: by value, "50 10 10", or by count and value, "2x10 50"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kuhstall.engine.option import Pick
from kuhstall.games.kuhhandel.actions import Pay
from kuhstall.messages import Catalogue

MOST_CARDS: Final = 99

_BETWEEN: Final = re.compile(r"[\s,;+]+")
_CARDS: Final = re.compile(r"(?:([0-9]{1,2})[x×*\u0445])?([0-9]{1,5})")
"""The last of the four characters is the letter on a Russian keyboard in place of x."""
_NOTHING: Final = "-"


def read(answer: str, nothing: Sequence[str]) -> tuple[int, ...] | None:
    """Parse cards; None if the answer is not a list of cards."""
    words = [word for word in _BETWEEN.split(answer.lower()) if word]
    if words and all(word in (_NOTHING, *nothing) for word in words):
        return ()
    cards: list[int] = []
    for word in words:
        typed = _CARDS.fullmatch(word)
        if typed is None:
            return None
        cards += [int(typed[2])] * int(typed[1] or 1)
    return tuple(cards) if 0 < len(cards) <= MOST_CARDS else None


def default(option: Pick) -> tuple[int, ...] | None:
    """Return the cards that Enter alone lays: for a payment the cheapest, otherwise none."""
    if not isinstance(option.action, Pay):
        return None
    if option.most is not None:  # only their number counts
        return tuple(sorted(option.pool)[: option.most])
    cheapest = option.cheapest()
    return cheapest.cards if isinstance(cheapest, Pay) else None


def demands(texts: Catalogue, option: Pick) -> list[str]:
    """List what is required of the cards."""
    text = texts.text
    example = [card for card in option.pool if card][: option.most or 3] or option.pool[:1]
    lines = [text("option.pick", example=" ".join(map(str, reversed(example))))]
    if option.least:
        key = "option.pick_exact" if option.exact else "option.pick_least"
        lines.append(text(key, least=option.least))
        if option.lean and not option.exact:
            lines.append(text("option.pick_lean"))
    elif option.most is not None:
        lines.append(text("option.pick_number", count=option.most))
    elif option.fewest:
        lines.append(text("option.pick_fewest", count=option.fewest))
    else:
        lines.append(text("option.pick_none", word=text("terminal.words.none")))
    cards = default(option)
    if cards is not None:
        lines.append(text("option.pick_default", cards=texts.cards(cards)))
    return lines
