"""The browser client: a few files, read once and kept in memory."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

_INDEX: Final = "/index.html"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_A_DAY: Final = "public, max-age=86400"
_EACH_TIME: Final = "no-cache"
_PACKED: Final = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}


class _Page(Struct, frozen=True):
    data: bytes
    packed: bytes | None
    kind: str
    kept: str


class Pages:
    """Serves the files of the client; every other path of the site is its first page."""

    def __init__(self, folder: Traversable | None = None) -> None:
        root = folder or resources.files("kuhstall").joinpath("client")
        self._pages: Mapping[str, _Page] = dict(_read(root, "")) if root.is_dir() else {}

    @property
    def built(self) -> bool:
        return _INDEX in self._pages

    def serve(self, request: Request) -> Response:
        path = request.url.path
        page = self._pages.get(path)
        if page is None and "." not in path.rpartition("/")[2]:
            page = self._pages.get(_INDEX)
        if page is None:
            code = "no_such_path" if self._pages else "no_client"
            return JSONResponse({"code": code, "text": ""}, status_code=404)
        headers = {"cache-control": page.kept, "vary": "accept-encoding"}
        data = page.data
        if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            data = page.packed
            headers["content-encoding"] = "gzip"
        return Response(data, media_type=page.kind, headers=headers)


def _read(folder: Traversable, path: str) -> list[tuple[str, _Page]]:
    found: list[tuple[str, _Page]] = []
    for file in folder.iterdir():
        name = f"{path}/{file.name}"
        if file.is_dir():
            found += _read(file, name)
        else:
            found.append((name, _page(name, file.read_bytes())))
    return found


def _page(name: str, data: bytes) -> _Page:
    suffix = "." + name.rpartition(".")[2]
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if suffix == ".webmanifest":
        kind = "application/manifest+json"
    kept = _EACH_TIME if suffix in {".html", ".webmanifest"} or name == "/sw.js" else _A_DAY
    if name.startswith("/assets/"):
        kept = _FOR_EVER  # their names change with what is in them
    packed = gzip.compress(data, 9, mtime=0) if suffix in _PACKED else None
    return _Page(data, packed, kind, kept)
