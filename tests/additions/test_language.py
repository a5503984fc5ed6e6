"""A language, really added: a copy of each file of texts, and a line in two files."""

from __future__ import annotations

import re

import pytest

from tests.additions.checkout import Checkout, assert_guided

LINES = {"src/kuhstall/messages/catalogue.py", "web/src/i18n/languages.ts"}


def add_language(checkout: Checkout) -> None:
    """Danish, almost in the words of English: what it says is not what this is about."""
    english = [
        "src/kuhstall/messages/en.json",
        "src/kuhstall/server/features/notifications/mail/en.json",
        "web/public/app.en.webmanifest",
        "web/src/i18n/texts.en.ts",
        *(
            path.relative_to(checkout.folder).as_posix()
            for path in sorted((checkout.folder / "web" / "src").rglob("*.en.json"))
        ),
    ]
    for path in english:
        danish = path.replace(".en.", ".da.").replace("/en.json", "/da.json")
        text = checkout.read(path)
        if path.endswith(".ts"):
            text = text.replace("en.json", "da.json")
        if path.endswith(".json"):
            text = re.sub(r'": "((?:[^"\\]|\\.)*)"', r'": "\1 ~"', text)
            text = text.replace('"language": "English ~"', '"language": "Dansk"')
        checkout.create(danish, text)
    server, client = sorted(LINES)
    checkout.change(server, '("en", "de", "ru", "nl")', '("en", "de", "ru", "nl", "da")')
    checkout.change(client, 'nl: "Nederlands"', 'nl: "Nederlands", da: "Dansk"')


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("language"))
    add_language(added)
    return added


def test_a_language_is_texts_and_two_lines(checkout: Checkout) -> None:
    texts = [path for path in checkout.created if path.endswith(".json")]
    print(f"a language: {len(texts)} files of texts, {len(checkout.touched) - len(texts)} others")
    for path in checkout.touched:
        print(f"  {path}")
    assert set(checkout.touched) - set(checkout.created) == LINES
    assert_guided("A language", checkout.touched)
    said = checkout.run("-m", "kuhstall.cli", "rules", "kuhhandel/2", "--lang", "da")
    assert "first" in said.lower()


@pytest.mark.thorough
def test_a_language_is_complete_in_terminal_and_browser(checkout: Checkout) -> None:
    checkout.generate()
    checkout.test("tests/messages", "tests/reference/test_reference.py")
    checkout.build_client()
    assert (checkout.folder / "src/kuhstall/client/table.da.html").is_file()
    checkout.npx("vitest", "run", "src/i18n/texts.test.ts")
