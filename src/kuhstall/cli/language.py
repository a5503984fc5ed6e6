"""The argument that chooses a language, and its catalogue."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from kuhstall.messages import LANGUAGES, Catalogue


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=surroundings(), help="the language (yours, or English)"
    )


def surroundings() -> str:
    """Return the language of the system, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := os.environ.get(name):
            return setting[:2] if setting[:2] in LANGUAGES else "en"
    return "en"


def language_of(words: Sequence[str]) -> str:
    """Return the language that is asked for on a command line that could not be parsed."""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        name, _, value = word.partition("=")
        if name == "--lang" and (value or after) in LANGUAGES:
            return value or after
    return surroundings()


def catalogue(args: argparse.Namespace) -> Catalogue:
    return Catalogue.load(args.lang)
