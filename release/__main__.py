"""`make release`: build twice, compare, check, and write what goes with the archives."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release import licences, notice, version
from release.bill import bill
from release.parts import CLIENT, ROOT, parts

DIST = ROOT / "dist"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("--notice", action="store_true", help="only rewrite THIRD_PARTY.md")
    args = parser.parse_args()
    if args.notice:
        notice.FILE.write_text(notice.notice(parts()), encoding="utf-8")
        return 0
    at = int(_git("log", "-1", "--format=%ct"))
    first = _built(at)
    shutil.rmtree(CLIENT, ignore_errors=True)
    second = _built(at)
    wrong = [
        *version.contradictions(ROOT, _git("tag", "--points-at", "HEAD").split()),
        *(_old_pictures(ROOT) if version.is_release(ROOT) else ()),
        *licences.refused(parts()),
        *[f"{name}: two builds of it differ" for name in _differing(first, second)],
    ]
    if notice.FILE.read_text(encoding="utf-8") != notice.notice(parts()):
        wrong.append("THIRD_PARTY.md is not what `make notice` writes")
    for line in wrong:
        print(f"release: {line}", file=sys.stderr)
    if wrong:
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    ours = version.version(ROOT)
    first[f"kuhstall-{ours}.cdx.json"] = bill(ours, parts(), at).encode()
    first["NOTES.md"] = version.notes(ROOT).encode()
    for name, data in first.items():
        (DIST / name).write_bytes(data)
    sums = "".join(f"{_sum(data)}  {name}\n" for name, data in sorted(first.items()))
    (DIST / "SHA256SUMS").write_text(sums, encoding="ascii")
    print(sums, end="")
    return 0


def _built(at: int) -> dict[str, bytes]:
    """Build the client if it is out of date, then both archives, the wheel from the source one."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(at)}
    with tempfile.TemporaryDirectory() as folder:
        for words in (
            ["make", "--silent", "web"],
            [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder],
        ):
            subprocess.run(words, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


def _differing(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return sorted(name for name in first | second if first.get(name) != second.get(name))


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _old_pictures(root: Path) -> list[str]:
    """Say whether the client has changed since the pictures of the documentation were taken."""
    taken = _changed(root, ":(glob)docs/pictures/**/*.webp")
    if taken < _changed(root, "web/src", ":(exclude,glob)web/src/**/*.test.ts*"):
        return ["docs/pictures are older than web/src: `make pictures` takes them again"]
    return []


def _changed(root: Path, *files: str) -> int:
    """Return when one of these files was last changed, by the clock of its commit."""
    return int(_git("log", "-1", "--format=%ct", "--", *files, root=root) or 0)


def _git(*words: str, root: Path = ROOT) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
