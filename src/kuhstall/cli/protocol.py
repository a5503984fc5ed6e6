"""`kuhstall protocol`: the wire protocol, for authors of clients."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Describe the frames of the socket and the calls over HTTP, generated from "
        "the types that the server uses."
    )
    kinds = parser.add_mutually_exclusive_group(required=True)
    for kind, make, text in (
        ("schema", schema, "the frames of the socket, as JSON Schema"),
        ("openapi", openapi, "the calls over HTTP, as OpenAPI 3.1"),
        ("typescript", typescript, "all types of both, in TypeScript"),
    ):
        kinds.add_argument(f"--{kind}", dest="make", action="store_const", const=make, help=text)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to a file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    make: Callable[[], str] = args.make
    if args.out is None:
        print(make(), end="")
    else:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(make(), encoding="utf-8")
    return 0


def schema() -> str:
    from kuhstall.server.describe.schema import protocol

    return _json(protocol())


def openapi() -> str:
    from kuhstall.server.describe.openapi import describe_api
    from kuhstall.server.http.endpoints import ENDPOINTS

    return _json(describe_api(ENDPOINTS))


def typescript() -> str:
    from kuhstall.server.describe import typescript
    from kuhstall.server.describe.openapi import wire
    from kuhstall.server.http.endpoints import ENDPOINTS

    return typescript.write_types(*wire(ENDPOINTS))


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
