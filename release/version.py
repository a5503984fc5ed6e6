"""Whether everything that names a version names the same one."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

UNRELEASED: Final = "Unreleased"


def version(root: Path) -> str:
    found: str = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    return found


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
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[([^\]]+)\]( - \d{4}-\d{2}-\d{2})?$", changelog, re.MULTILINE)
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
