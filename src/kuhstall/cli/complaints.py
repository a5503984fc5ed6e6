"""What is wrong, in one line and in one language."""

from __future__ import annotations

import argparse
import errno
from typing import Any, Final

from kuhstall.cli.language import catalogue
from kuhstall.engine.values import Refused
from kuhstall.messages import Catalogue

_FILES: Final = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
}
_DETAILS: Final = (("given",), ("low", "high"), ("near",), ("known",))
"""What a refusal may tell besides its code, each with a text of its own."""


def worded(args: argparse.Namespace, error: Exception) -> str:
    """Say what is wrong, in the language asked for.

    Reasons are written in English where they are found; in any other language the code and the
    detail are worded, and nothing is left in English.
    """
    language = getattr(args, "lang", "en")
    if language == "en":
        return _in_english(error)
    texts = catalogue(args)
    match error:
        case Refused() if "why" in error.detail:
            return f"{args.cards}: {_card_file(texts, error.detail)}"
        case Refused() if f"setup.{error.code}" in texts.texts:
            return _refusal(texts, error)
        case OSError():
            reason = texts.text(f"complaint.file.{_FILES.get(error.errno or 0, 'other')}")
            return reason if error.filename is None else f"{error.filename}: {reason}"
        case _:
            return str(error)


def _in_english(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _card_file(texts: Catalogue, detail: dict[str, Any]) -> str:
    reason = texts.text(f"card_file.{detail['why']}", **detail)
    return texts.text("card_file.at", line=detail["line"], reason=reason)


def _refusal(texts: Catalogue, refused: Refused) -> str:
    said = [texts.text(f"setup.{refused.code}")]
    for names in _DETAILS:
        if all(name in refused.detail for name in names):
            told = {name: refused.detail[name] for name in names}
            said.append(texts.text(f"complaint.{'_to_'.join(names)}", **told))
    where = f"{refused.detail['file']}: " if "file" in refused.detail else ""
    return where + " ".join(said)
