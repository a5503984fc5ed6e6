"""Error messages, in one line and in one language."""

from __future__ import annotations

import argparse
import errno
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from kuhstall.cli.language import language_of, surroundings
from kuhstall.cli.parsing import UsageError
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Refused
from kuhstall.games.spelling import nearest
from kuhstall.messages import Catalogue

EXPECTED: Final = (Refused, Unexpected, msgspec.MsgspecError, OSError)
"""Errors that are reported in one line, without a traceback."""

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
"""Details that a refusal may have besides its code, each with its own text."""

_MISUSES: Final = {
    name: re.compile(pattern, re.DOTALL)
    for name, pattern in {
        "choice": r"argument (?P<name>.+?): invalid choice: '(?P<given>.*?)'"
        r" \(choose from (?P<known>.*)\)",
        "unknown": r"unrecognized arguments: (?P<given>.*)",
        "required": r"the following arguments are required: (?P<name>.*)",
        "one_of": r"one of the arguments (?P<name>.*) is required",
        "value": r"argument (?P<name>.+?): expected (?:one|at least one) argument",
        "no_value": r"argument (?P<name>.+?): ignored explicit argument '(?P<given>.*)'",
        "together": r"argument (?P<name>.+?): not allowed with argument (?P<known>.*)",
        "ambiguous": r"ambiguous option: (?P<given>.*) could match (?P<known>.*)",
        "not_a_number": r"argument (?P<name>.+?): invalid (?:int|float) value: '(?P<given>.*)'",
        "count": r"argument (?P<name>.+?): '(?P<given>.*)' is not a number from 1 up",
        "house_rule": r"argument (?P<name>.+?): '(?P<given>.*)' is not of the form NAME=VALUE",
    }.items()
}
"""What argparse and our own types of arguments say, by the name of its text in the catalogue."""
_WORD: Final = re.compile(r"[^\s,']+")


def describe_error(args: argparse.Namespace, error: Exception) -> str:
    """Return the error message in the requested language.

    Reasons are written in English where they are raised; for any other language the message is made
    from the code and the details, so no English is left in it.
    """
    language = getattr(args, "lang", surroundings())
    if language == "en":
        return _in_english(error)
    texts = Catalogue.load(language)
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


def describe_misuse(error: UsageError, words: Sequence[str]) -> str:
    """Return what is wrong with the words, in their `--lang` or the language of the system.

    argparse writes English, so its message is taken apart and written again.
    """
    message = str(error)
    texts = Catalogue.load(language_of(words))
    for name, pattern in _MISUSES.items():
        if (parts := pattern.fullmatch(message)) is not None:
            near = _meant(error, parts)
            told = {key: value.replace("'", "") for key, value in parts.groupdict().items()}
            said = texts.text(f"complaint.usage.{name}", **told)
            return f"{said} {texts.text('complaint.near', near=near)}" if near else said
    return message


def _meant(error: UsageError, parts: re.Match[str]) -> str:
    """Return what the wrong word was probably meant for, or nothing."""
    details = parts.groupdict()
    known = error.known or _WORD.findall(details.get("known", ""))
    word = details.get("given", "").partition(" ")[0].partition("=")[0]
    return nearest(word, known)


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
