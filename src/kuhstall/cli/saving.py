"""Keeps a file whole: whoever reads it finds the old contents or the new, never half of them."""

from __future__ import annotations

import os
from pathlib import Path


def save(path: Path, data: bytes) -> None:
    """Write a file beside the old one, and put it in its place."""
    try:
        _replace(path.resolve(), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a pipe or a device: nothing can take its place
        return
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(data)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
