"""Serves the browser client: a few files, read once and kept in memory."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kuhstall.server.http import offline_files, previews
from kuhstall.server.http.offline_files import OfflineFiles
from kuhstall.server.http.previews import Link, Previews

_HTML: Final = "text/html"
_INDEX: Final = "/index.html"
_END: Final = b"</head>"
_TABLE: Final = re.compile(r"/t/[^/]+")
ROUTES: Final = (
    *("/", "/t/:table", "/t/:table/replay", "/j/:code"),
    *("/play", "/games", "/in", "/notifications", "/screen", "/screen/pair", "/offline"),
    *("/rules/*?", "/score"),
    *("/g", "/g/:code", "/g/:code/:night", "/g/:code/:night/screen"),
)
"""The paths for which the client has a page, in the syntax of its router."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_A_DAY: Final = "public, max-age=86400"
_EACH_TIME: Final = "no-cache"
_PACKED: Final = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}


_BROTLI: Final = ".br"
"""The build compresses with Brotli, which takes seconds; the server with gzip, when it starts."""


class _Page(Struct, frozen=True):
    data: bytes
    packed: Mapping[str, bytes]
    """By content encoding, smallest first."""
    kind: str
    kept: str


class Pages:
    """Serves the files of the client; every other path of the site gets its index page.

    If the client does not know the path, that page says so, and the status is 404.
    """

    def __init__(self, folder: Traversable | None = None, origins: Sequence[str] = ()) -> None:
        root = folder or _client()
        self._pages: Mapping[str, _Page] = dict(_read(root, "")) if root.is_dir() else {}
        written = self._pages.get(previews.FILE)
        self._offline = OfflineFiles(root, _FOR_EVER)
        self._previews = Previews(None if written is None else written.data, origins)
        self._documents: dict[tuple[str, Link], _Page] = {}

    @property
    def is_built(self) -> bool:
        return _INDEX in self._pages

    def serve(self, request: Request) -> Response:
        path = request.url.path
        accepted = _accepted_encodings(request.headers.get("accept-encoding", ""))
        if (offline := self._offline.serve(path, accepted)) is not None:
            return offline
        page = self._pages.get(path)
        status = 200
        if page is None and "." not in path.rpartition("/")[2]:
            page = self._document(request)
            status = 200 if _KNOWN.fullmatch(path) else 404
        if page is None:
            code = "no_such_path" if self._pages else "no_client"
            return JSONResponse({"code": code, "text": ""}, status_code=404)
        varies = "accept-encoding, accept-language" if page.kind == _HTML else "accept-encoding"
        headers = {"cache-control": page.kept, "vary": varies}
        data = page.data
        if encoding := next((one for one in page.packed if one in accepted), None):
            data = page.packed[encoding]
            headers["content-encoding"] = encoding
        return Response(data, status, media_type=page.kind, headers=headers)

    def _document(self, request: Request) -> _Page | None:
        """Return the page of a path, with the tags of its link preview."""
        path = request.url.path
        languages = list(_accepted_languages(request.headers.get("accept-language", "")))
        name = self._document_name(path, languages)
        page = self._pages.get(name)
        host = request.headers.get("host", "")
        link = self._previews.link(path, request.url.query, languages, host)
        if page is None or link is None:
            return page
        found = self._documents.get((name, link))
        if found is None:
            # There are few: each combines one of the built pages with one of the previews.
            data = page.data.replace(_END, self._previews.tags(link).encode() + _END, 1)
            found = self._documents[name, link] = _page(name, data, {})
        return found

    def _document_name(self, path: str, languages: Sequence[str]) -> str:
        """Return the name of the page of a path. Tables have one for each language."""
        if _TABLE.fullmatch(path):
            for language in (*languages, "en"):
                if (name := f"/table.{language}.html") in self._pages:
                    return name
        return _INDEX


def own_scripts(folder: Traversable | None = None) -> frozenset[str]:
    """Return the paths of the scripts of the client, as stack traces name them."""
    assets = (folder or _client()).joinpath("assets")
    names = (file.name for file in assets.iterdir()) if assets.is_dir() else ()
    return frozenset(f"/assets/{name}" for name in names if name.endswith(".js"))


def _client() -> Traversable:
    return resources.files("kuhstall").joinpath("client")


def _pattern(route: str) -> str:
    """Return a route as a regular expression that matches as the client's router does."""
    route = re.sub(r":\w+", "[^/]+", route.rstrip("/"))
    return route.replace("/*?", "(?:/.*)?") + "/?"


_KNOWN: Final = re.compile("|".join(map(_pattern, ROUTES)), re.IGNORECASE | re.DOTALL)


def _accepted_languages(header: str) -> Iterator[str]:
    for wish in header.lower().split(","):
        yield wish.strip()[:2]


def _accepted_encodings(header: str) -> set[str]:
    """Return the encodings that the client accepts: those named, except with a weight of 0."""
    wishes = [wish.replace(" ", "").split(";") for wish in header.lower().split(",")]
    return {name for name, *weight in wishes if not weight or weight[0].rstrip("0.") != "q="}


def _read(folder: Traversable, path: str) -> list[tuple[str, _Page]]:
    found: list[tuple[str, _Page]] = []
    for file in folder.iterdir():
        name = f"{path}/{file.name}"
        if file.is_dir():
            found += [] if name == f"/{offline_files.FOLDER}" else _read(file, name)
        elif not name.endswith(_BROTLI):
            beside = folder.joinpath(file.name + _BROTLI)
            brotli = {"br": beside.read_bytes()} if beside.is_file() else {}
            found.append((name, _page(name, file.read_bytes(), brotli)))
    return found


def _page(name: str, data: bytes, brotli: Mapping[str, bytes]) -> _Page:
    suffix = "." + name.rpartition(".")[2]
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if suffix == ".webmanifest":
        kind = "application/manifest+json"
    kept = _A_DAY
    if suffix in {".html", ".webmanifest"} or name in {"/sw.js", offline_files.LIST}:
        kept = _EACH_TIME
    if name.startswith("/assets/"):
        kept = _FOR_EVER  # their names change with their content
    gzipped = {"gzip": gzip.compress(data, 9, mtime=0)} if suffix in _PACKED else {}
    return _Page(data, {**brotli, **gzipped}, kind, kept)
