"""One word for one thing: the glossary against every catalogue, the browser's too."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kuhstall
from kuhstall.messages import LANGUAGES

MESSAGES = Path(kuhstall.__file__).parent / "messages"
WEB = Path(__file__).parents[2] / "web" / "src"
TERMS: list[dict[str, Any]] = tomllib.loads(
    (MESSAGES / "glossary.toml").read_text(encoding="utf-8")
)["term"]


def flat(texts: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, text in texts.items():
        if isinstance(text, dict):
            yield from flat(text, f"{path}.{key}")
        else:
            yield f"{path}.{key}", text


def catalogue(language: str) -> dict[str, str]:
    """Return all that people read in a language, by file and key."""
    files = [MESSAGES / f"{language}.json", *sorted(WEB.rglob(f"*.{language}.json"))]
    found: dict[str, str] = {}
    for file in files:
        texts = json.loads(file.read_text(encoding="utf-8"))
        found |= flat(texts, f"{file.parent.name}/{file.name}")
    return found


TEXTS = {language: catalogue(language) for language in LANGUAGES}


def strays(language: str, texts: dict[str, str]) -> list[str]:
    """Name the texts with a word that the glossary does not want."""
    words = [word for term in TERMS for word in term.get("never", {}).get(language, ())]
    if not words:  # a new language has a word for each thing before it has any that are not wanted
        return []
    unwanted = re.compile("|".join(f"(?:{word})" for word in words), re.IGNORECASE)
    return [f"{key}: {found[0]}" for key, text in texts.items() if (found := unwanted.search(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_forbidden_word_comes_back(language: str) -> None:
    assert strays(language, TEXTS[language]) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "{{seat}} bekommt das Zuchtpapier"),
        ("de", "Die Ratten decken ein Quartett zu"),
        ("de", "{{count}} mögliche Händel"),
        ("ru", "Ваш край"),
        ("ru", "Хлопнуть самому"),
        ("ru", "объявляют часы"),
        ("en", "You get the animal for nothing."),
        ("nl", "De ratten dekken een kwartet af"),
        ("nl", "Kuhhandel met {{seat}}"),
    ],
)
def test_a_planted_word_is_caught(language: str, text: str) -> None:
    assert strays(language, {"planted": text}), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_is_in_use(language: str) -> None:
    told = "\n".join(TEXTS[language].values()).lower()
    words = [term[language] for term in TERMS if language in term]
    assert [word for word in words if word.lower() not in told] == []


def test_every_term_has_its_word_in_all_languages_of_the_glossary() -> None:
    languages = set(TERMS[0]) - {"thing", "never"}
    assert {"en", "de", "ru", "nl"} <= languages <= set(LANGUAGES)
    assert len({term["thing"] for term in TERMS}) == len(TERMS)
    for term in TERMS:
        assert set(term) - {"never"} == {"thing", *languages}
        assert set(term.get("never", {})) <= languages


PEOPLE = (
    "auctioneer|barred|bidder|challenged|challenger|giver|loser|names?|other|payee|payer|player"
    "|rivals|seats?|viewer|winners?"
)
OBLIQUE = re.compile(
    r"(?:\b(?:без|благодаря|в|вместо|во|для|до|за|из|из-за|к|ко|кроме|между|на|над|о|об|от|перед|по"
    r"|под|после|при|про|против|ради|с|со|среди|у|через)|\w+(?:ть|ти|чь|йте|ите|ом|ого|ому|ами))"
    r" \{\{(?:" + PEOPLE + r")\}\}",
    re.IGNORECASE,
)
"""A name behind a preposition, an infinitive or a declined noun, where Russian would decline it."""


def undeclined(texts: dict[str, str]) -> list[str]:
    return [f"{key}: {found[0]}" for key, text in texts.items() if (found := OBLIQUE.search(text))]


def test_russian_texts_have_names_in_the_nominative_only() -> None:
    assert undeclined(TEXTS["ru"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Животное ушло к {{winner}} за {{amount}}",
        "Предложение от {{other}} принято",
        "торг с соперником {{other}}",
        "Заблокировать {{name}}?",
    ],
)
def test_a_name_that_russian_would_decline_is_caught(text: str) -> None:
    assert undeclined({"planted": text}), text


def test_the_catalogues_of_the_browser_are_among_them() -> None:
    assert any(key.startswith("paper/paper.de.json") for key in TEXTS["de"])
    assert any(key.startswith("i18n/home.ru.json") for key in TEXTS["ru"])
