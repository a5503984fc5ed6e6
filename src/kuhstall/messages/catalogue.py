"""Texts by key: the part of i18next that the catalogues use.

`{{name}}` is an argument, `$t(key)` another text, and a `count` chooses the plural form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, Final, Protocol

LANGUAGES: Final = ("en", "de", "ru", "nl")
"""A new one comes last: links in mails count on it. The pages list them in i18n/languages.ts."""

_PLACE: Final = re.compile(r"\$t\(([^()]*)\)|\{\{(\w+)\}\}")


class MissingText(LookupError):
    """A key, an argument or a seat that the catalogue or its caller does not have."""


class Line(Protocol):
    """A line of the log: a key, the seats it names, and its arguments."""

    @property
    def key(self) -> str: ...
    @property
    def seats(self) -> Mapping[str, int]: ...
    @property
    def args(self) -> Mapping[str, Any]: ...


class Catalogue:
    """The texts of one language.

    Nobody should lose a game to a missing text: without `strict`, its key stands in for it.
    """

    def __init__(self, language: str, texts: Mapping[str, Any], *, strict: bool = False) -> None:
        self.language = language
        self.strict = strict
        self.texts = dict(_flat(texts))

    @classmethod
    def load(cls, language: str, *, strict: bool = False) -> Catalogue:
        source = resources.files(__package__).joinpath(f"{language}.json")
        return cls(language, json.loads(source.read_text(encoding="utf-8")), strict=strict)

    def text(self, key: str, /, **args: Any) -> str:
        return self._text(key, args)

    def line(self, line: Line, names: Sequence[str]) -> str:
        """Word a line of the log. Seats that share a place are joined into one argument."""
        args = {role: self._name(seat, names) for role, seat in line.seats.items()}
        for name, value in line.args.items():
            args[name] = self.cards(value) if isinstance(value, tuple | list) else value
        if winners := [args[role] for role in line.seats if role.removeprefix("winner").isdigit()]:
            args["winners"] = self.joined(winners)
        return self._text(line.key, args)

    def joined(self, items: Sequence[str]) -> str:
        """List some items the way people do: "A, B and C"."""
        *most, last = items
        return self.text("list.and", left=", ".join(most), right=last) if most else last

    def cards(self, cards: Sequence[int]) -> str:
        """List money cards by value, lowest first: "2×0, 4×10, 50"."""
        counts = [(value, cards.count(value)) for value in sorted(set(cards))]
        shown = (f"{count}×{value}" if count > 1 else str(value) for value, count in counts)
        return ", ".join(shown) or self.text("cards.none")

    def _text(self, key: str, args: Mapping[str, Any]) -> str:
        template = self._template(key, args.get("count"))
        if template is None:
            return self._missing(key)
        # One pass: what an argument holds is never read as a template.
        return _PLACE.sub(lambda place: self._filled(place, args), template)

    def _template(self, key: str, count: object) -> str | None:
        if isinstance(count, int):
            for form in ("zero",) * (count == 0) + (plural(self.language, count),):
                if (template := self.texts.get(f"{key}_{form}")) is not None:
                    return template
        return self.texts.get(key)

    def _filled(self, place: re.Match[str], args: Mapping[str, Any]) -> str:
        nested, name = place.groups()
        if nested is not None:
            key = _PLACE.sub(lambda inner: self._filled(inner, args), nested)
            return self._text(key, args)
        return str(args[name]) if name in args else self._missing(place.group())

    def _name(self, seat: int, names: Sequence[str]) -> str:
        return names[seat] if 0 <= seat < len(names) else self._missing(f"seat {seat}")

    def _missing(self, what: str) -> str:
        if self.strict:
            raise MissingText(what)
        return what


def plural(language: str, count: int) -> str:
    """Name the plural form of a whole number (the rules of CLDR)."""
    if language != "ru":
        return "one" if abs(count) == 1 else "other"
    last, last_two = abs(count) % 10, abs(count) % 100
    if last == 1 and last_two != 11:
        return "one"
    return "few" if 2 <= last <= 4 and not 12 <= last_two <= 14 else "many"


def _flat(texts: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in texts.items():
        if isinstance(value, str):
            yield path + key, value
        else:
            yield from _flat(value, f"{path}{key}.")
