"""The runtime: interpolation, nesting, plurals, and what happens when something is missing."""

import re
from pathlib import Path

import pytest

from kuhstall.engine.values import Line
from kuhstall.messages import LANGUAGES, Catalogue, MissingText
from kuhstall.messages.catalogue import plural

NAMES = ("Anna", "Ben", "Cleo")


def catalogue(language: str = "en", **texts: object) -> Catalogue:
    return Catalogue(language, texts, strict=True)


def test_arguments_and_nested_texts_are_filled_in() -> None:
    texts = catalogue(greet="{{who}} has a $t(animal.{{animal}})", animal={"cow": "cow"})

    assert texts.text("greet", who="Anna", animal="cow") == "Anna has a cow"


def test_a_nested_text_inherits_the_count() -> None:
    texts = catalogue(
        stake="for $t(animals.{{animal}})",
        animals={"cow_one": "{{count}} cow", "cow_other": "{{count}} cows"},
    )

    assert texts.text("stake", animal="cow", count=1) == "for 1 cow"
    assert texts.text("stake", animal="cow", count=2) == "for 2 cows"


@pytest.mark.parametrize("name", ["{{count}}", "$t(hidden)", "{{who}}", "[red]", "\\1"])
def test_what_an_argument_holds_is_not_read_as_a_template(name: str) -> None:
    texts = catalogue(greet="Hello {{who}}!", hidden="told")

    assert texts.text("greet", who=name, count=3) == f"Hello {name}!"


def test_zero_has_a_form_of_its_own_where_there_is_one() -> None:
    texts = catalogue(
        offer_zero="nothing", offer_one="{{count}} card", offer_other="{{count}} cards",
        pay_one="{{count}} card", pay_other="{{count}} cards",
    )  # fmt: skip

    assert texts.text("offer", count=0) == "nothing"
    assert texts.text("pay", count=0) == "0 cards"


@pytest.mark.parametrize(
    ("count", "form"),
    [
        (0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (11, "many"), (12, "many"),
        (14, "many"), (20, "many"), (21, "one"), (22, "few"), (25, "many"), (101, "one"),
        (111, "many"), (112, "many"), (1002, "few"),
    ],
)  # fmt: skip
def test_russian_plurals(count: int, form: str) -> None:
    assert plural("ru", count) == form


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_english_german_and_dutch_plurals(language: str) -> None:
    assert [plural(language, count) for count in (0, 1, 2, 11, 21)] == [
        "other", "one", "other", "other", "other"
    ]  # fmt: skip


def test_animals_are_counted_as_people_do() -> None:
    def counted(language: str, animal: str) -> list[str]:
        texts = Catalogue.load(language, strict=True)
        return [texts.text(f"animal_count.{animal}", count=count) for count in (1, 2, 5)]

    assert counted("ru", "cow") == ["1 корова", "2 коровы", "5 коров"]
    assert counted("de", "cow") == ["1 Kuh", "2 Kühe", "5 Kühe"]
    assert counted("en", "goose") == ["1 goose", "2 geese", "5 geese"]
    assert counted("nl", "rooster") == ["1 haan", "2 hanen", "5 hanen"]


def test_what_is_missing_raises_when_strict() -> None:
    texts = catalogue(greet="Hello {{who}}!", broken="$t(nowhere)")

    for key in ("nowhere", "greet", "broken"):
        with pytest.raises(MissingText):
            texts.text(key)
    with pytest.raises(MissingText):
        texts.line(Line("greet", {"who": 3}), NAMES)


def test_what_is_missing_never_stops_a_game() -> None:
    texts = Catalogue("en", {"greet": "Hello {{who}}!", "broken": "a $t(nowhere)"})

    assert texts.text("nowhere.at.all", count=2) == "nowhere.at.all"
    assert texts.text("greet") == "Hello {{who}}!"
    assert texts.text("broken") == "a nowhere"
    assert texts.line(Line("greet", {"who": 9}), NAMES) == "Hello seat 9!"


def test_a_line_calls_seats_by_their_names_and_lists_cards() -> None:
    texts = catalogue(paid="{{payer}} pays {{sum}} to {{payee}} ({{cards}})")
    line = Line("paid", {"payer": 0, "payee": 2}, {"sum": 70, "cards": (10, 10, 50)})

    assert texts.line(line, NAMES) == "Anna pays 70 to Cleo (2×10, 50)"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "nothing"), ("de", "nichts"), ("ru", "ничего"), ("nl", "niets")],
)
def test_no_cards_are_called_nothing(language: str, expected: str) -> None:
    assert Catalogue.load(language, strict=True).cards(()) == expected


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "and"), ("de", "und"), ("ru", "и"), ("nl", "en")]
)
def test_winners_are_joined(language: str, expected: str) -> None:
    texts = Catalogue.load(language, strict=True)
    args = {"points": 820, "count": 3}
    line = Line("log.game_ended_complete", {f"winner{seat}": seat for seat in range(3)}, args)

    assert f"Anna, Ben {expected} Cleo" in texts.line(line, NAMES)
    assert texts.joined(["Anna"]) == "Anna"


def test_every_language_can_be_loaded() -> None:
    named = [Catalogue.load(language).text("language") for language in LANGUAGES]
    assert LANGUAGES[0] == "en"
    assert {"English", "Deutsch", "Русский"} <= set(named)
    assert len(named) == len(set(named))


def test_the_pages_have_the_same_languages_by_the_same_names() -> None:
    listed = Path(__file__).parents[2] / "web" / "src" / "i18n" / "languages.ts"
    found = re.findall(r'(\w\w): "(\w+)"', listed.read_text(encoding="utf-8"))
    assert found == [(code, Catalogue.load(code).text("language")) for code in LANGUAGES]
