"""Serves what plays in the browser without a server: large files, read from disk each time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, JSONResponse, Response

FOLDER: Final = "offline"
LIST: Final = "/offline.json"
"""Names the files, whose own names change with their content."""

_PACKED: Final = ".br"
_KINDS: Final = {
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
_VARY: Final = {"vary": "accept-encoding"}


class OfflineFiles:
    """They are there in Brotli only, which every browser reads that can play without a server."""

    def __init__(self, client: Traversable, kept: str) -> None:
        folder = client.joinpath(FOLDER)
        found = folder.iterdir() if folder.is_dir() else ()
        self._files: Mapping[str, Traversable] = {
            f"/{FOLDER}/{file.name.removesuffix(_PACKED)}": file
            for file in found
            if file.name.endswith(_PACKED)
        }
        self._kept = kept

    def serve(self, path: str, accepted: Collection[str]) -> Response | None:
        file = self._files.get(path)
        if file is None:
            return None
        if "br" not in accepted:
            problem = {"code": "no_such_encoding", "text": "this file is there in Brotli only"}
            return JSONResponse(problem, status_code=406, headers=_VARY)
        kind = _KINDS.get(Path(path).suffix, "application/octet-stream")
        headers = {"cache-control": self._kept, "content-encoding": "br", **_VARY}
        if isinstance(file, Path):
            return FileResponse(file, headers=headers, media_type=kind)
        return Response(file.read_bytes(), headers=headers, media_type=kind)
