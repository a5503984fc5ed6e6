"""Removes from an error message what could identify a person, a table or a page.

Browsers report errors in English sentences that quote what they found. Quotations are removed, and
so is each word that is not plain letters. A name of plain letters without quotation marks looks
like any other word; the errors of browsers and of our scripts contain none.
"""

from __future__ import annotations

import re
from typing import Final

from kuhstall.server.features.browser_errors.reports import LONGEST
from kuhstall.server.wire.displayable_text import displayable

GONE: Final = "…"

_MARK: Final = re.compile(
    r"""["`\u00b4\u00ab\u00bb\u2018\u201a-\u201f\u2039\u203a]
    |(?<![A-Za-z])['\u2019]|['\u2019](?![A-Za-z])""",
    re.VERBOSE,
)
"""A quotation mark in any language. The apostrophe in a word, as in "can't", is none."""

_MORE_THAN_A_WORD: Final = re.compile(
    r"""[^\x00-\x7f]         # a name, as scripts and the errors of browsers are ASCII
    |[/\\@%&=?\#]            # an address, a path, an e-mail address, a query
    |:\S                     # data:…, mailto:…, a time, an address of IPv6, an object in JSON
    |\d[.,;-]\d              # an address of IPv4, a date, the number of a telephone
    |(?:\d\D?){5}\d          # a long number
    |[\w+-]{16}              # an id, a token
    |[a-z_-]\d|\d[a-z_-]     # letters and digits, as in codes
    |\w-\w                   # groups of letters, as in codes
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def redact(message: str) -> str:
    """Return a message on one line, without what could identify a person."""
    text = displayable(" ".join(message.split()))
    text = _without_quotations(text, is_cut=len(message) >= LONGEST)
    words = [GONE if _MORE_THAN_A_WORD.search(word) else word for word in text.split()]
    return " ".join(words)[:LONGEST]


def _without_quotations(text: str, *, is_cut: bool) -> str:
    """Remove everything from the first quotation mark to the last; a quotation may contain more.

    If the last mark opens a quotation, remove everything up to the end.
    """
    marks = list(_MARK.finditer(text))
    if not marks:
        return text
    after = text[marks[-1].end() :]
    if is_cut or len(marks) % 2 or after[:1].isalnum():
        after = ""
    return f"{text[: marks[0].start()]} {GONE} {after}"
