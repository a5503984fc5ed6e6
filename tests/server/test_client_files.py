"""The files of the client, and what is no file."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from kuhstall.server.http.client_files import ROUTES, Pages
from tests.server.players import NO_TLS
from tests.server.serving import serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "index.html": "<!doctype html>" + " " * 500,
        "table.en.html": "a table",
        "table.de.html": "ein Tisch",
        "assets/app-1a2b.js": "console.log('moo')",
        "assets/app-1a2b.js.br": "packed by the build",
        "fonts/nunito.woff2": "font",
        "art/cow.svg": "<svg/>",
    }
    for name, text in files.items():
        path = tmp_path / "client" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "client"


def asked(path: str, accept: str = "gzip", language: str = "") -> Request:
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "server": ("x", 80),
            "scheme": "http",
            "headers": [
                (b"accept-encoding", accept.encode()),
                (b"accept-language", language.encode()),
            ],
        }
    )


WEB = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/t/abc/replay", "/t/abc/replay/", "/rules", "/rules/kuhhandel/2", "/index.html"),
        *("/g/abc/night", "/g/abc/night/screen"),
        *("/j/abc", "/play", "/games", "/in", "/score", "/SCORE"),
    ],
)
def test_every_page_of_the_site_is_the_first_one(folder: Path, path: str) -> None:
    answer = Pages(folder).serve(asked(path))
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    assert gzip.decompress(bytes(answer.body)).startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    "path", ["/t", "/t/", "/nowhere", "/t/abc/nowhere", "/play/more", "/metrics", "//", "/rulesx"]
)
def test_of_an_unknown_path_the_page_says_that_there_is_nothing(folder: Path, path: str) -> None:
    answer = Pages(folder).serve(asked(path, "identity"))
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-cache"
    assert bytes(answer.body).startswith(b"<!doctype html>")


def test_the_server_knows_the_pages_of_the_client() -> None:
    files = [WEB / "app.tsx", WEB / "pages" / "Elsewhere.tsx"]
    found = [
        one for file in files for one in re.findall(r'<Route path="([^"]+)"', file.read_text())
    ]
    for file in sorted(WEB.joinpath("games").rglob("*.ts*")):
        found += re.findall(r'\bpages: \[{ path: "([^"]+)"', file.read_text(encoding="utf-8"))
    assert sorted(found) == sorted(ROUTES)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", b"ein Tisch"),
        ("fr-FR, EN-us;q=0.5, de;q=0.2", b"a table"),
        ("fr", b"a table"),
        ("../x, \u00fc", b"a table"),
        ("", b"a table"),
    ],
)
def test_the_page_of_a_table_is_that_of_the_first_language_there_is(
    folder: Path, language: str, text: bytes
) -> None:
    answer = Pages(folder).serve(asked("/t/abc", "identity", language))
    assert answer.body == text
    assert answer.headers["vary"] == "accept-encoding, accept-language"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_table_has_a_page_where_no_language_has_its_own(folder: Path) -> None:
    for page in folder.glob("table.*"):
        page.unlink()
    answer = Pages(folder).serve(asked("/t/abc", "identity"))
    assert bytes(answer.body).startswith(b"<!doctype")


def test_a_file_is_served_as_what_it_is(folder: Path) -> None:
    pages = Pages(folder)
    script = pages.serve(asked("/assets/app-1a2b.js", "identity"))
    assert script.body == b"console.log('moo')"
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]
    assert "content-encoding" not in pages.serve(asked("/fonts/nunito.woff2")).headers
    assert pages.serve(asked("/art/cow.svg")).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("BR;q=0.5, gzip;q=1.0", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=0.8, br; q=0", "gzip"),
        ("br;q=0.000", None),
        ("brotli, x-gzip", None),
        ("", None),
    ],
)
def test_a_file_is_packed_as_small_as_the_browser_takes_it(
    folder: Path, accept: str, encoding: str | None
) -> None:
    answer = Pages(folder).serve(asked("/assets/app-1a2b.js", accept))
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    plain = b"console.log('moo')"
    bodies = {"br": b"packed by the build", "gzip": gzip.compress(plain, 9, mtime=0), None: plain}
    assert answer.body == bodies[encoding]


@pytest.mark.parametrize(
    "path", ["/assets/app-1a2b.js.br", "/no.js", "/../secret.txt", "/assets/../../x.py", "/.env"]
)
def test_what_is_not_there_is_not_served(folder: Path, path: str) -> None:
    (folder.parent / "secret.txt").write_text("secret")
    assert Pages(folder).serve(asked(path)).status_code == 404


@pytest.mark.anyio
async def test_calls_are_no_pages(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, httpx.AsyncClient(verify=NO_TLS) as http:
        for path in ("/api/nothing", "/api/", "/ws/nothing"):
            answer = await http.get(f"{here.url}{path}")
            assert answer.status_code == 404
            assert answer.json()["code"] == "no_such_path"
        assert (await http.get(f"{here.url}/api/tables")).status_code == 405
        assert (await http.post(f"{here.url}/nowhere")).status_code == 404
