"""The texts of mails and of the pages behind their links. No client needs them."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from kuhstall.messages import LANGUAGES, Catalogue


@cache
def words(language: str) -> Catalogue:
    """Return the texts in a language, or in English if there are none."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    source = resources.files(__package__).joinpath(f"{known}.json")
    return Catalogue(known, json.loads(source.read_text(encoding="utf-8")), strict=True)
