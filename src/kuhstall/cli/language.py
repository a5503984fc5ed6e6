"""The argument that chooses a language, and the catalogue it leads to."""

from __future__ import annotations

import argparse
import os

from kuhstall.messages import LANGUAGES, Catalogue


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=surroundings(), help="the language (yours, or English)"
    )


def surroundings() -> str:
    """Return the language that the system is set to, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := os.environ.get(name):
            return setting[:2] if setting[:2] in LANGUAGES else "en"
    return "en"


def catalogue(args: argparse.Namespace) -> Catalogue:
    return Catalogue.load(args.lang)
