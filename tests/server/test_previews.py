"""What a link to a table looks like elsewhere: the tags in the head of its page."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from starlette.requests import Request

from kuhstall.server.http.client_files import Pages

SITE = "https://kuhstall.example"
HEAD = "<!doctype html><html><head><title>Kuhstall</title></head><body></body></html>"


def preview(title: str, name: str, locale: str) -> dict[str, str]:
    picture = f"/preview/{name}.png"
    return {"title": title, "text": f"{title}.", "picture": picture, "locale": locale}


PREVIEWS = {
    "site//en": preview("The house", "house.en", "en_GB"),
    "invitation//en": preview("You are invited", "house.en", "en_GB"),
    "invitation//de": preview("Du bist eingeladen", "house.de", "de_DE"),
    "invitation/cows/en": preview("Come & play <cows>!", "cows.en", "en_GB"),
    "invitation/cows/de": preview("Komm, wir spielen „Kühe“!", "cows.de", "de_DE"),
    "replay//en": preview("The game again", "house.en", "en_GB"),
    "replay/cows/en": preview('"Cows" again', "cows.en", "en_GB"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(HEAD)
    (tmp_path / "table.de.html").write_text(HEAD.replace("<html>", '<html lang="de">'))
    (tmp_path / "previews.json").write_text(json.dumps(PREVIEWS))
    return tmp_path


def shown(
    pages: Pages,
    link: str,
    language: str = "",
    host: str = "kuhstall.example",
    status: int = 200,
) -> str:
    path, _, query = link.partition("?")
    named = {"host": host, "accept-language": language}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "server": ("x", 80),
        "scheme": "http",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
    }
    answer = pages.serve(Request(scope))
    assert answer.status_code == status
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "accept-encoding, accept-language"
    return bytes(answer.body).decode()


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in found}


@pytest.mark.parametrize(
    ("link", "language", "title"),
    [
        ("/", "", "The house"),
        ("/rules/cows", "de", "The house"),
        ("/j/k7mwq3n", "", "You are invited"),
        ("/j/k7mwq3n", "de-AT,de;q=0.9", "Du bist eingeladen"),
        ("/j/k7mwq3n?cows.en", "de-AT,de;q=0.9", "Come & play <cows>!"),
        ("/j/k7mwq3n?cows.de", "en", "Komm, wir spielen „Kühe“!"),
        ("/j/k7mwq3n?fbclid=1&cows.de&x", "en", "Komm, wir spielen „Kühe“!"),
        ("/j/k7mwq3n?sheep.de", "en", "Du bist eingeladen"),
        ("/j/k7mwq3n?cows.xx", "de", "Komm, wir spielen „Kühe“!"),
        ("/j/k7mwq3n?cows.xx", "fr", "Come & play <cows>!"),
        ("/t/abc?cows.en", "", "Come & play <cows>!"),
        ("/t/abc/replay", "", "The game again"),
        ("/t/abc/replay?cows.en", "", '"Cows" again'),
        ("/t/abc/replay?cows.de", "en", '"Cows" again'),
    ],
)
def test_a_link_has_the_preview_of_its_page_game_and_language(
    folder: Path, link: str, language: str, title: str
) -> None:
    found = tags(shown(Pages(folder, [SITE]), link, language))
    assert found["og:title"] == title
    assert found["og:description"] == f"{title}."
    assert found["twitter:card"] == "summary_large_image"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:locale"] in {"en_GB", "de_DE"}


@pytest.mark.parametrize(
    ("origins", "host", "image"),
    [
        ([SITE], "kuhstall.example", f"{SITE}/preview/cows.en.png"),
        ([SITE], 'evil.example"><script>', f"{SITE}/preview/cows.en.png"),
        ([SITE, "https://alm.example"], "alm.example", "https://alm.example/preview/cows.en.png"),
        ([], "192.168.0.7:8000", "/preview/cows.en.png"),
    ],
)
def test_a_picture_is_at_an_address_of_the_site_whatever_host_is_named(
    folder: Path, origins: list[str], host: str, image: str
) -> None:
    page = shown(Pages(folder, origins), "/j/k7mwq3n?cows.en", host=host)
    assert tags(page)["og:image"] == image
    assert "evil" not in page


@pytest.mark.parametrize(
    "query", ["%3Cscript%3E.en", '"><script>.en', "cows.en%22", "Cows.en", "../x.en", "cows.en=1"]
)
def test_nothing_that_a_link_says_comes_back(folder: Path, query: str) -> None:
    plain = shown(Pages(folder, [SITE]), "/j/k7mwq3n")
    assert shown(Pages(folder, [SITE]), f"/j/k7mwq3n?{query}") == plain
    assert shown(Pages(folder, [SITE]), "/j/<b>anna</b>?cows.en", status=404).count("anna") == 0


def test_what_a_preview_says_is_no_markup(folder: Path) -> None:
    page = shown(Pages(folder, [SITE]), "/j/k7mwq3n?cows.en")
    assert "<cows>" not in page
    assert 'content="Come &amp; play &lt;cows&gt;!"' in page
    assert page.index("og:title") < page.index("</head>")
    assert 'content="&quot;Cows&quot; again"' in shown(Pages(folder), "/t/abc/replay?cows.en")


def test_the_page_itself_stays_in_the_language_of_its_reader(folder: Path) -> None:
    page = shown(Pages(folder, [SITE]), "/t/abc?cows.en", "de")
    assert '<html lang="de">' in page
    assert tags(page)["og:locale"] == "en_GB"


def test_a_client_without_previews_is_served_as_it_is(folder: Path) -> None:
    (folder / "previews.json").unlink()
    assert shown(Pages(folder, [SITE]), "/j/k7mwq3n?cows.en") == HEAD


def test_a_link_tells_nobody_whether_there_is_a_table(folder: Path) -> None:
    """Pages have no store to look into: whatever a code or a table is called, the page is one."""
    pages = Pages(folder, [SITE])
    for form in ("/j/{}?cows.de", "/t/{}", "/t/{}/replay"):
        found = {shown(pages, form.format(name)) for name in ("k7mwq3n", "zzzzzzz", "anna")}
        assert len(found) == 1
