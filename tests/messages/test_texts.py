"""The texts: the same keys and arguments in every language, and none left untranslated."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import kuhstall
from kuhstall.games.kuhfstein.actions import AnyAction as AnyLandAction
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.kuhfstein.landscape import TERRAINS
from kuhstall.games.kuhfstein.phases.final import Reason
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhhandel.cards import KINDS
from kuhstall.games.kuhhandel.house_rules import ClassicRules
from kuhstall.games.kuhhandel.master.house_rules import MasterRules
from kuhstall.games.kuhhandel.wire import AnyAction
from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import names, worded_values
from kuhstall.messages import LANGUAGES, Catalogue

SRC = Path(kuhstall.__file__).parent
TEXTS = {language: Catalogue.load(language, strict=True).texts for language in LANGUAGES}
OTHERS = [language for language in LANGUAGES if language != "en"]

TWO = {"one", "other"}
FORMS = {"ru": {"one", "few", "many", "other"}}
"""The plural forms of a language that has others than English."""

PLURAL = re.compile(r"(.+)_(zero|one|two|few|many|other)")
PLACE = re.compile(r"\{\{\w+\}\}|\$t\([^()]*\)")

SAME_AS_ENGLISH = {
    "edition.master.title",  # the name of the game
    "edition.kuhfstein.title",
    "rule.start_player.values.seat",  # only the name of the seat
}
SAME_WORD = {"nl": {"animal.rat", "animal_short.rat", "animal_count.rat"}}
CARD_FILE = {"TOML", "[[card]]", "id, rows", "points", "cows, any", "shape", "(rows)"}
LATIN_IN_RUSSIAN = {
    "Ray",
    "kuhstall[ray]",
    "kuhstall[train]",
    "Enter",
    "Ctrl-C",
    "--host",
    "--terminal",
    "--people",
    "2x10",
    "RAY_AUTH_MODE=token",
    "RAY_AUTH_TOKEN",
} | CARD_FILE


def forms(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language by key, plural forms together."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for key, text in TEXTS[language].items():
        plural = PLURAL.fullmatch(key)
        if plural and f"{plural[1]}_other" in TEXTS[language]:
            found[plural[1]][plural[2]] = text
        else:
            found[key][""] = text
    return found


def known(key: str, language: str = "en") -> bool:
    return key in forms(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_just_those_of_the_language(language: str) -> None:
    for key, texts in forms(language).items():
        if set(texts) != {""}:
            assert set(texts) - {"zero"} == FORMS.get(language, TWO), key


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys(language: str) -> None:
    english, other = forms("en"), forms(language)

    assert set(other) == set(english)
    for key, texts in english.items():
        assert ("zero" in other[key]) == ("zero" in texts), key
        assert ("" in other[key]) == ("" in texts), key


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_arguments(language: str) -> None:
    def places(texts: dict[str, str]) -> set[str]:
        # A plural form may give its number in words.
        return {place for text in texts.values() for place in PLACE.findall(text)} - {"{{count}}"}

    english, other = forms("en"), forms(language)
    for key, texts in english.items():
        assert places(other[key]) == places(texts), key


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english = {text for texts in forms("en").values() for text in texts.values()}
    left = {
        key
        for key, texts in forms(language).items()
        if english & set(texts.values()) and set(texts.values()) & set(forms("en")[key].values())
    }

    assert left <= SAME_AS_ENGLISH | SAME_WORD.get(language, set())


def test_russian_is_written_in_cyrillic() -> None:
    for key, text in TEXTS["ru"].items():
        rest = PLACE.sub("", text)
        for word in LATIN_IN_RUSSIAN:
            rest = rest.replace(word, "")
        assert not re.search(r"[A-Za-z]", rest), key
        assert re.search(r"[а-яё]", rest, re.IGNORECASE) or key in SAME_AS_ENGLISH, key


def test_russian_does_not_call_a_player_a_player() -> None:
    """Somebody without a name is already called "Игрок 1", and names are not declined."""
    doubled = re.compile(r"игрок\w* \{\{(?!number)", re.IGNORECASE)
    texts = {key: text for key, text in TEXTS["ru"].items() if not key.startswith("seat.")}

    assert not [key for key, text in texts.items() if doubled.search(text)]


def test_german_is_written_with_its_own_letters() -> None:
    spelled_out = re.compile(r"fuer|ueber|koenn|moeg|zurueck|waehl|haelt|Gebaeude", re.IGNORECASE)

    assert not [key for key, text in TEXTS["de"].items() if spelled_out.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_tidy(language: str) -> None:
    for key, text in TEXTS[language].items():
        assert text == text.strip(), key
        assert "  " not in text, key
        assert text.count("{{") == text.count("}}"), key


def test_every_animal_action_and_edition_has_texts() -> None:
    for animal in KINDS:
        assert known(f"animal.{animal}")
        assert known(f"animal_short.{animal}")
        assert known(f"animal_count.{animal}")
    for action in get_args(AnyAction) + get_args(AnyLandAction):
        tag = action.__struct_config__.tag
        assert known(f"action.{tag}") or known(f"action.{tag}_1"), tag
    for edition in EDITIONS:
        assert known(f"edition.{edition}.title")
        assert known(f"edition.{edition}.why")


def test_every_piece_of_kuhfstein_has_texts() -> None:
    for terrain in TERRAINS:
        assert known(f"terrain.{terrain}")
        assert known(f"terrain_short.{terrain}")
    pieces = {"goal": GOALS, "bonus": get_args(Bonus), "reason": get_args(Reason)}
    for section, words in pieces.items():
        assert {key for key in forms("en") if key.startswith(f"{section}.")} == {
            f"{section}.{word}" for word in words
        }


def test_every_house_rule_and_each_of_its_values_has_texts() -> None:
    told = {key.split(".")[1] for key in forms("en") if key.startswith("rule.")}

    assert told == {*names(ClassicRules), *names(MasterRules), *names(KuhfsteinRules)}
    for rules in (ClassicRules, MasterRules, KuhfsteinRules):
        for name in names(rules):
            expected = {f"rule.{name}.title", f"rule.{name}.why"}
            expected |= {f"rule.{name}.values.{value}" for value in worded_values(rules, name)}
            assert {key for key in forms("en") if key.startswith(f"rule.{name}.")} == expected


def trees(*rooms: str) -> Iterator[ast.AST]:
    for room in rooms:
        for path in (SRC / room).rglob("*.py"):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def codes_raised(*rooms: str, error: str) -> set[str]:
    """Return the codes with which errors are raised."""
    return {
        node.args[0].value
        for node in trees(*rooms)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == error
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def words_of(room: str, function: str) -> set[str]:
    """Return the strings that a function uses as codes."""
    return {
        word.value
        for node in trees(room)
        if isinstance(node, ast.FunctionDef) and node.name == function
        for word in ast.walk(node)
        if isinstance(word, ast.Constant)
        and isinstance(word.value, str)
        and re.fullmatch(r"[a-z]+(_[a-z]+)+", word.value)
    }


def test_every_refusal_has_a_text() -> None:
    codes = codes_raised("engine", "games", error="Illegal")
    for function in ("refusal", "_reason", "_out_of_bounds"):
        codes |= words_of("engine", function)

    assert {"stale", "too_low", "not_exact"} <= codes
    for code in codes | {"not_offered", "not_your_turn", "not_a_number"}:
        assert known(f"refusal.{code}"), code


def test_every_reason_not_to_set_up_a_table_has_a_text() -> None:
    codes = codes_raised("games", "bots", "arena", "cli", error="Refused")
    combinations = words_of("games", "nonsense")

    assert {"counts_betray_offers", "no_dove", "no_such_seat", "no_reflex"} <= combinations
    assert {"seats", "bad_value", "no_opening", "quartet_twice", "newer_rules"} <= codes
    for code in codes | combinations:
        assert known(f"setup.{code}"), code


def test_every_text_that_the_program_asks_for_exists() -> None:
    asked = {
        node.value
        for node in trees("cli")
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z]+(\.[a-z_]+)+", node.value)
        and node.value.split(".")[0] in {key.split(".")[0] for key in TEXTS["en"]}
    }

    assert len(asked) > 50
    assert not {key for key in asked if not known(key) and not key.endswith("_")}
