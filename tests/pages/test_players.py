"""The pages for players: the same in each language, and in the words that the games use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from kuhstall import messages
from reference.site import LANGUAGES as NAMES
from reference.site import language
from tests.messages.test_glossary import strays
from tests.pages.blocks import ROOT

FOLDER = ROOT / "docs" / "play"
ONLY_ENGLISH = {"score.md", "terminal.md"}
"""About commands and files, for those who like to type."""

PAGES = sorted({path.name for path in FOLDER.glob("*.md")} - ONLY_ENGLISH)
LANGUAGES = tuple(NAMES.values())
OTHERS = sorted(set(LANGUAGES) - {"en"})


def place(code: str, name: str) -> Path:
    return FOLDER / name if code == "en" else FOLDER / code / name


def text(code: str, name: str) -> str:
    return place(code, name).read_text(encoding="utf-8")


def tokens(markdown: str) -> Iterator[Token]:
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        yield token
        yield from token.children or ()


def outline(markdown: str) -> list[str]:
    """Say what a page is made of, in order, without a word of what it says."""
    found = []
    for token in tokens(markdown):
        match token.type:
            case "heading_open" | "list_item_open" | "paragraph_open" | "tr_open" | "td_open":
                found.append(token.tag)
            case "code_block" | "fence" | "code_inline":
                found.append(token.content)
            case "image":
                found.append(Path(str(token.attrs["src"])).name)
            case "link_open":
                found.append(linked(str(token.attrs["href"])))
    return found


def linked(target: str) -> str:
    """Name the page that a link leads to, wherever it is seen from."""
    return re.sub(r"^(\.\./|(de|ru|nl)/)+", "", target)


@pytest.mark.parametrize("code", OTHERS)
def test_each_language_has_the_same_pages(code: str) -> None:
    assert sorted(path.name for path in (FOLDER / code).glob("*.md")) == PAGES


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_page_is_built_like_the_english_one(code: str, name: str) -> None:
    """Compare headings, paragraphs, lists, tables, pictures, links, and all that is typed."""
    assert outline(text(code, name)) == outline(text("en", name))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_begins_with_the_way_to_the_other_languages(code: str, name: str) -> None:
    line = text(code, name).split("\n")[2]
    assert re.sub(r"\[(\w+)\]\([^)]+\)", r"\1", line) == " · ".join(NAMES)
    ways = dict(re.findall(r"\[(\w+)\]\(([^)]+)\)", line))
    assert {NAMES[word] for word in ways} == set(LANGUAGES) - {code}
    for word, way in ways.items():
        assert (place(code, name).parent / way).resolve() == place(NAMES[word], name)


SHORT = sorted(
    [*FOLDER.glob("*.md"), *(ROOT / "docs" / "host").glob("*.md"), ROOT / "docs" / "install.md"]
)
MOST_WORDS = 900
MOST_IN_A_SENTENCE = 18

LOOKED_UP = ("decisions", "reference", "rules", *OTHERS)
"""Folders of pages that nobody reads from beginning to end, and of translations."""

REPORTS = {"protocol.md", "strength.md"}
"""The protocol, which is looked up as well, and what `bench.kuhhandel.strength` writes."""

WHOLE = sorted(
    [
        ROOT / "CONTRIBUTING.md",
        *(
            page
            for page in (ROOT / "docs").glob("**/*.md")
            if page.parent.name not in LOOKED_UP and page.name not in REPORTS
        ),
    ]
)


def prose(markdown: str) -> str:
    """Leave the blocks of code out, which are listings to copy."""
    return re.sub(r"^```.*?^```$", "", markdown, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", WHOLE, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_a_page_is_short_enough_to_be_read(page: Path) -> None:
    assert len(prose(page.read_text(encoding="utf-8")).split()) <= MOST_WORDS


def test_words_in_listings_are_not_counted() -> None:
    assert prose("One\n\n```js\ntwo three\n```\n\nfour").split() == ["One", "four"]


def sentences(markdown: str) -> Iterator[int]:
    """Count the words of each sentence. Tables and code have none, nor have headings of a word."""
    inside = False
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        inside = token.type == "table_open" or (inside and token.type != "table_close")
        if token.type != "inline" or inside:
            continue
        text = "".join(
            " " if part.type == "softbreak" else part.content for part in token.children or ()
        )
        for sentence in re.split(r"(?<=[.!?])\W*\s+", text):
            if (words := len(re.findall(r"[\w’'`./-]*\w[\w’'`./-]*", sentence))) > 3:
                yield words


@pytest.mark.parametrize("page", SHORT, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_pages_for_players_and_hosts_are_short_and_easy_to_read(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    assert len(written.split()) <= MOST_WORDS
    counts = list(sentences(written))
    assert sum(counts) / len(counts) <= MOST_IN_A_SENTENCE


def test_the_words_of_a_sentence_are_counted() -> None:
    page = "# One two three four\n\nHere are five words, `kuhstall play`.\nTwo. And this has five."
    assert list(sentences(page)) == [4, 6, 4]
    assert list(sentences("| a b c d e |\n|---|\n| a b c d e |\n")) == []


@pytest.mark.parametrize("code", OTHERS)
def test_pictures_speak_the_language_of_their_page(code: str) -> None:
    for name in PAGES:
        pictures = re.findall(r"\]\(([^)]+\.webp)\)", text(code, name))
        assert all(f"pictures/{code}/" in picture for picture in pictures)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_are_those_of_the_glossary(code: str) -> None:
    assert strays(code, {name: text(code, name) for name in PAGES}) == []


def test_what_one_language_lacks_is_noticed() -> None:
    whole = "# One\n\n## Two\n\n- a [b](../c.md#d)\n\nThen\n\n    kuhstall play\n"
    assert outline(whole) != outline(whole.replace("## Two\n", ""))
    assert outline(whole) != outline(whole.replace("c.md#d", "c.md#e"))
    assert outline(whole) != outline(whole.replace("stall play", "stall rules"))
    assert outline(whole) == outline(whole.replace("Two", "Zwei").replace("../c", "../../c"))


def test_the_games_speak_the_languages_of_the_pages() -> None:
    assert set(LANGUAGES) <= set(messages.LANGUAGES)


def test_the_theme_speaks_the_language_of_the_page() -> None:
    told = {language(f"play/{code}/index.md") for code in OTHERS}
    assert told == set(OTHERS)
    assert language("play/index.md") == language("index.md") == "en"
