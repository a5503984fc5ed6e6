"""Counting what a program does, for checks whose verdict is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(work: Callable[[], Any]) -> int:
    """Count the functions that are called, those of C included."""
    called = 0

    def note(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal called
        called += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called
