"""Removes from the message of an error what could be about a person, a table or a page.

The errors of browsers are English sentences that quote what they found. Quotations go, and so does
each word that looks like more than a word. A name of plain letters without quotation marks cannot
be told from a word; the errors of browsers and of our scripts contain none.
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
    """Return a message on one line, without what could be about somebody."""
    text = displayable(" ".join(message.split()))
    text = _without_quotations(text, is_cut=len(message) >= LONGEST)
    words = [GONE if _MORE_THAN_A_WORD.search(word) else word for word in text.split()]
    return " ".join(words)[:LONGEST]


def _without_quotations(text: str, *, is_cut: bool) -> str:
    """Remove all from the first quotation mark to the last, for what is quoted may contain some.

    If the last one has no other, or begins a word, what it began goes on to the end.
    """
    marks = list(_MARK.finditer(text))
    if not marks:
        return text
    after = text[marks[-1].end() :]
    if is_cut or len(marks) % 2 or after[:1].isalnum():
        after = ""
    return f"{text[: marks[0].start()]} {GONE} {after}"
