"""A language, really added: a copy of each file of texts, and the lists of the languages."""

from __future__ import annotations

import re

import pytest

from tests.additions.checkout import Checkout, assert_guided

LISTS = "src/kuhstall/messages/catalogue.py"
PAGES = "web/src/i18n/catalogue.ts"
IMPORTED = re.compile(r'^(.*?)\bru: \(\) => import\("([^"]+)\.ru(\.json)?"\)', re.MULTILINE)


def add_language(checkout: Checkout) -> None:
    """Dutch, almost in the words of English: what it says is not what this is about."""
    english = [
        "src/kuhstall/messages/en.json",
        "src/kuhstall/server/mail/en.json",
        "web/public/app.en.webmanifest",
        "web/src/i18n/texts.en.ts",
        *(
            path.relative_to(checkout.folder).as_posix()
            for path in sorted((checkout.folder / "web" / "src").rglob("*.en.json"))
        ),
    ]
    for path in english:
        dutch = path.replace(".en.", ".nl.").replace("/en.json", "/nl.json")
        text = checkout.read(path)
        if path.endswith(".ts"):
            text = text.replace("en.json", "nl.json")
        if path.startswith("src/"):
            text = re.sub(r'": "(.*)"', r'": "\1 ~"', text)
            text = text.replace('"language": "English ~"', '"language": "Nederlands"')
        checkout.create(dutch, text)
    checkout.change(LISTS, '("en", "de", "ru")', '("en", "de", "ru", "nl")')
    checkout.change(PAGES, '"de" | "ru"', '"de" | "ru" | "nl"')
    checkout.change(PAGES, '["en", "de", "ru"]', '["en", "de", "ru", "nl"]')
    for module in sorted((checkout.folder / "web" / "src").rglob("*.ts*")):
        name = module.relative_to(checkout.folder).as_posix()
        for found in IMPORTED.finditer(module.read_text(encoding="utf-8")):
            line = found[0][len(found[1]) :]
            dutch = line.replace("ru:", "nl:", 1).replace(".ru", ".nl")
            checkout.insert_after(name, line, f", {dutch}")
    checkout.change("web/src/table/Menu.tsx", 'ru: "Русский"', 'ru: "Русский", nl: "Nederlands"')
    checkout.change(
        "web/src/views/LanguageSwitch.tsx",
        '  ["ru", "Русский"],\n',
        '  ["ru", "Русский"],\n  ["nl", "Nederlands"],\n',
    )
    checkout.change(
        "tests/messages/test_catalogue.py",
        '        "Русский",\n    ]',
        '        "Русский",\n        "Nederlands",\n    ]',
    )
    checkout.change(
        "tests/messages/test_texts.py", 'FORMS = {"en"', 'FORMS = {"nl": {"one", "other"}, "en"'
    )
    tests = "web/src/views/texts.test.ts"
    checkout.change(tests, "{en,de,ru}", "{en,de,ru,nl}")
    checkout.change(tests, "(en|de|ru)", "(en|de|ru|nl)")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("language"))
    add_language(added)
    return added


def test_a_language_is_texts_and_lists(checkout: Checkout) -> None:
    texts = [path for path in checkout.created if path.endswith(".json")]
    print(f"a language: {len(texts)} files of texts, {len(checkout.touched) - len(texts)} others")
    for path in checkout.touched:
        print(f"  {path}")
    assert_guided("A language", checkout.touched)
    said = checkout.run("-m", "kuhstall.cli", "rules", "kuhhandel/2", "--lang", "nl")
    assert "first" in said.lower()


@pytest.mark.thorough
def test_a_language_is_complete_in_terminal_and_browser(checkout: Checkout) -> None:
    checkout.generate()
    checkout.test("tests/messages", "tests/reference/test_reference.py")
    checkout.build_client()
    assert (checkout.folder / "src/kuhstall/client/table.nl.html").is_file()
    checkout.npx("vitest", "run", "src/views/texts.test.ts")
