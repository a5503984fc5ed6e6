"""A small disk of its own, which can be filled to the last byte and emptied again."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
from pathlib import Path
from typing import Final

_PIECES: Final = (2**20, 2**12, 1)


class SmallDisk:
    """A file system in memory, with so much room and no more. Only root may mount one."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        self._megabytes = megabytes
        self._ballast = folder / "ballast"

    @classmethod
    def can_be_had(cls, folder: Path) -> bool:
        """Tell whether anything can be mounted here, by trying."""
        disk = cls(folder / "disk", 1)
        mounted = disk.mount()
        disk.unmount()
        disk.folder.rmdir()
        return mounted

    def mount(self) -> bool:
        """Mount it; return False where that is not allowed."""
        self.folder.mkdir(mode=0o711)
        options = f"size={self._megabytes}m,mode=711"
        words = ["mount", "-t", "tmpfs", "-o", options, "kuhstall", str(self.folder)]
        return subprocess.run(words, check=False, capture_output=True).returncode == 0

    def unmount(self) -> None:
        """Take it away, also from under somebody who still has a file open."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False, capture_output=True)

    def fill(self) -> None:
        """Leave no room for anybody."""
        with self._ballast.open("ab", buffering=0) as file:
            for piece in _PIECES:
                with contextlib.suppress(_Full):
                    while True:
                        _write(file.fileno(), bytes(piece))

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


class _Full(Exception):
    """Nothing more fits."""


def _write(file: int, piece: bytes) -> None:
    try:
        os.write(file, piece)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise _Full from error
