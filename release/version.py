"""Whether everything that names a version names the same one."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

UNRELEASED: Final = "Unreleased"
_ENTRY: Final = re.compile(r"^## \[([^\]]+)\]( - \d{4}-\d{2}-\d{2})?$", re.MULTILINE)
_NAMED: Final = re.compile(r"\bkuhstall(?:-(\d+\.\d+\.\d+)-py3|:(\d+\.\d+\.\d+)\b)")
"""How pages and manifests name a version: that of a wheel, or of an image."""


def version(root: Path) -> str:
    found: str = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    return found


def notes(root: Path) -> str:
    """Take the newest entry of the changelog, with a title and without the heading of the file."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading, *others = _ENTRY.finditer(changelog)
    end = others[0].start() if others else len(changelog)
    name = f"Kuhstall {version(root)}"
    if heading[1] == UNRELEASED:
        name += ", not released yet"
    return f"# {name}\n\n{changelog[heading.end() : end].strip()}\n"


def is_release(root: Path) -> bool:
    """Whether the newest entry of the changelog has a version, which it gets with a release."""
    newest = _ENTRY.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    return newest is not None and newest[1] != UNRELEASED


def contradictions(root: Path, tags: Iterable[str]) -> list[str]:
    """Say what is wrong with the version, given the tags of this commit.

    Between releases the newest entry of the changelog is "Unreleased", and the version is the one
    being worked on. A commit with a tag is a release, and everything has to name its version.
    """
    ours = version(root)
    found = []
    package = json.loads((root / "web/package.json").read_text(encoding="utf-8"))["version"]
    if package != ours:
        found.append(f"web/package.json says {package}, pyproject.toml {ours}")
    if f"kuhstall-{ours}-py3-none-any.whl" not in (root / "README.md").read_text(encoding="utf-8"):
        found.append(f"README.md does not name kuhstall-{ours}-py3-none-any.whl")
    for page in sorted([*root.glob("docs/**/*.md"), *root.glob("deploy/**/*.yaml")]):
        for names in _NAMED.findall(page.read_text(encoding="utf-8")):
            if ours not in names:
                shown = page.relative_to(root)
                found.append(f"{shown} names {''.join(names)}, pyproject.toml {ours}")
    return [*found, *_changelog_contradictions(root, ours, tags)]


def _changelog_contradictions(root: Path, ours: str, tags: Iterable[str]) -> list[str]:
    found = []
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = _ENTRY.findall(changelog)
    newest, dated = entries[0] if entries else ("nothing", "")
    released = {tag.removeprefix("v") for tag in tags if re.fullmatch(r"v\d+\.\d+\.\d+", tag)}
    if released - {ours}:
        found.append(f"the tag says {', '.join(sorted(released))}, pyproject.toml {ours}")
    if released and newest != ours:
        found.append(f"CHANGELOG.md begins with [{newest}], and this is the release of {ours}")
    if newest not in {ours, UNRELEASED}:
        found.append(
            f"CHANGELOG.md begins with [{newest}], which is neither {ours} nor {UNRELEASED}"
        )
    if newest == ours and not dated:
        found.append(f"[{ours}] in CHANGELOG.md has no date")
    if newest == UNRELEASED and ours in {entry for entry, _ in entries[1:]}:
        found.append(f"{ours} is out already, and CHANGELOG.md has more: it needs another version")
    return found
