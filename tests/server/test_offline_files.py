"""What plays in the browser without a server: how its files are served, and under which policy."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from kuhstall.server.http.client_files import Pages
from kuhstall.server.http.headers import Headers

WORKER = "/assets/offline-worker-B4r_n-1x.js"
FILES = {
    "index.html": "<!doctype html>",
    "offline.json": "{}",
    WORKER[1:]: "work",
    "assets/app-1a2b.js": "moo",
    "offline/pyodide.1a2b.mjs": "raw",
    "offline/pyodide.1a2b.mjs.br": "packed script",
    "offline/pyodide.asm.1a2b.wasm.br": "packed program",
    "offline/stdlib.1a2b.zip.br": "packed library",
    "offline/lock.1a2b.json.br": "packed list",
    "offline/raw.1a2b.zip": "not packed",
}


@pytest.fixture
def client(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "client" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "client"


def site(client: Path) -> httpx.AsyncClient:
    pages = Pages(client)

    async def elsewhere(request: Request, error: Exception) -> Response:
        return pages.serve(request)

    app = Headers(Starlette(exception_handlers={404: elsewhere}), secure=False)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here")


async def raw(http: httpx.AsyncClient, path: str, accept: str) -> tuple[httpx.Response, bytes]:
    async with http.stream("GET", path, headers={"accept-encoding": accept}) as answer:
        return answer, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("/offline/pyodide.1a2b.mjs", "text/javascript; charset=utf-8", b"packed script"),
        ("/offline/pyodide.asm.1a2b.wasm", "application/wasm", b"packed program"),
        ("/offline/stdlib.1a2b.zip", "application/zip", b"packed library"),
        ("/offline/lock.1a2b.json", "application/json", b"packed list"),
    ],
)
async def test_a_large_file_is_served_as_it_was_packed(
    client: Path, path: str, kind: str, text: bytes
) -> None:
    async with site(client) as http:
        answer, body = await raw(http, path, "gzip, br")
        assert (answer.status_code, body) == (200, text)
        assert answer.headers["content-type"] == kind
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-length"] == str(len(text))


@pytest.mark.anyio
async def test_it_is_read_when_it_is_asked_for(client: Path) -> None:
    async with site(client) as http:
        (client / "offline/stdlib.1a2b.zip.br").write_text("newer")
        _, body = await raw(http, "/offline/stdlib.1a2b.zip", "br")
        assert body == b"newer"


@pytest.mark.anyio
@pytest.mark.parametrize("accept", ["gzip", "identity", "br;q=0", ""])
async def test_there_is_no_other_encoding(client: Path, accept: str) -> None:
    async with site(client) as http:
        answer, _ = await raw(http, "/offline/stdlib.1a2b.zip", accept)
        assert answer.status_code == 406
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["cache-control"] == "no-store"
        told = await http.get("/offline/stdlib.1a2b.zip", headers={"accept-encoding": accept})
        assert told.json()["code"] == "no_such_encoding"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path",
    [
        *("/offline/raw.1a2b.zip", "/offline/stdlib.1a2b.zip.br", "/offline/none.zip"),
        *("/offline/../offline.json", "/offline/%2e%2e/index.html.br"),
    ],
)
async def test_nothing_else_of_that_folder_is_served(client: Path, path: str) -> None:
    async with site(client) as http:
        answer, _ = await raw(http, path, "br")
        assert answer.status_code == 404 or answer.request.url.path == "/offline.json"


@pytest.mark.anyio
async def test_the_list_of_names_is_never_an_old_one(client: Path) -> None:
    async with site(client) as http:
        answer = await http.get("/offline.json")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.anyio
async def test_only_the_worker_may_compile(client: Path) -> None:
    async with site(client) as http:
        others = {
            *(f"/{name.removesuffix('.br')}" for name in FILES),
            *("/", "/t/abc", "/nowhere", "/sw.js", "/offline", "/assets/offline-worker-.js"),
            *("/assets/offline-worker-a.js.map", "/assets/offline-worker-a/b.js"),
            *(f"/x{WORKER}", f"{WORKER}/", "/assets/worker-1a2b.js"),
        } - {WORKER}
        for path in sorted(others):
            answer = await http.get(path, headers={"accept-encoding": "br"}, follow_redirects=False)
            assert "unsafe" not in answer.headers["content-security-policy"], path
        policy = (await http.get(WORKER)).headers.get_list("content-security-policy")
        assert [part.split()[0] for part in policy[0].split("; ")] == [
            *("default-src", "script-src", "connect-src", "base-uri", "form-action"),
            *("frame-ancestors", "require-trusted-types-for", "trusted-types"),
        ]
        assert len(policy) == 1
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy[0]
        assert "connect-src 'self';" in policy[0]
        assert not re.search(r"'unsafe-|[*]|https?:", policy[0])
