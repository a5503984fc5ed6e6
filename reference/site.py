"""What MkDocs does not do by itself: a hook for `mkdocs.yml`.

The pages are written in the Markdown that code hosts read. Python-Markdown is stricter about
lists, and does not know the name of a type after the fence of an example. Four pages are in the
root. And the pages for players are in several languages, where the theme knows one for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from kuhstall import messages
from kuhstall.messages import Catalogue

ROOT: Final = Path(__file__).resolve().parent.parent
IN_THE_ROOT: Final = ("CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "CHANGELOG.md")

LANGUAGES: Final = {Catalogue.load(code).text("language"): code for code in messages.LANGUAGES}
"""By the name that a language has for itself."""

_OTHERS: Final = re.compile(rf"(\[({'|'.join(LANGUAGES)})\]\([\w./-]+\.md\))")
_ITEM: Final = re.compile(r"( *)([-*]|\d+\.) ")
_FENCE: Final = re.compile(r" *(```|~~~)")
_TYPED: Final = re.compile(r"^```(\w+) (\w+)$")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are in the root."""
    for name in IN_THE_ROOT:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=moved(text)))
    return files


def moved(text: str) -> str:
    """Correct the links of a page that moves from the root to the documentation."""
    inside = re.sub(r"\]\(docs/", "](", text)
    return re.sub(r"\[([^\]]+)\]\((LICENSE|README\.md|THIRD_PARTY\.md)\)", r"\1 (`\2`)", inside)


def language(uri: str) -> str:
    """Tell the language of a page by its folder."""
    return next((code for code in LANGUAGES.values() if f"/{code}/" in uri), "en")


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, **_: Any
) -> dict[str, Any]:
    """Let the theme speak the language of the page, so that screen readers read it in that."""
    config.theme["language"] = language(page.file.src_uri)
    return context


def boost(uri: str) -> float:
    """Tell how much a page counts in the search: those for players first, notes on decisions last.

    A word in a title counts a thousand times as much as one in the text, so factors may be large.
    """
    if uri.startswith("play/"):
        return 20.0 if language(uri) == "en" else 10.0
    return 0.01 if uri.startswith(("decisions/", "CHANGELOG", "rules/")) else 1.0


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    page.meta["search"] = {"boost": boost(page.file.src_uri)}
    return as_python_markdown(markdown)


def as_python_markdown(markdown: str) -> str:
    return "\n".join(_spaced(_OTHERS.sub(_marked, markdown).split("\n")))


def on_page_content(html: str, **_: Any) -> str:
    """Let the keyboard reach tables: wide ones are scrolled sideways."""
    return html.replace("<table>", '<table tabindex="0">')


def _marked(link: re.Match[str]) -> str:
    """Mark a link to the same page in another language as such."""
    code = LANGUAGES[link[2]]
    return f"{link[1]}{{ lang={code} hreflang={code} }}"


def _spaced(lines: list[str]) -> Iterator[str]:
    """Put a blank line before every list, and indent inner lists by four spaces."""
    before, fenced = "", False
    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
        item = None if fenced else _ITEM.match(line)
        if item and before.strip() and not _ITEM.match(before) and not before.startswith(" "):
            yield ""
        before = line
        if item and len(item[1]) in {2, 3}:
            line = f"    {line.lstrip()}"  # noqa: PLW2901 -- the same line, further to the right
        yield _TYPED.sub(r'```\1 title="\2"', line)
