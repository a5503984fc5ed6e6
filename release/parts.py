"""What others have made that is shipped: Python and npm packages, a Python, art and fonts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import metadata
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements/main.txt"
CLIENT: Final = ROOT / "src/kuhstall/client"

Kind: TypeAlias = Literal["python", "npm", "runtime", "art"]

_LOCKED: Final = re.compile(r"^([a-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)

# For packages that do not name their licence as an SPDX expression yet. Only segno says just "BSD";
# its files show that this is the licence with three clauses.
_OLD_WORDS: Final[Mapping[str, str]] = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
}

ART: Final = {
    # Folder of the client: what is in it, its licence, and the file that holds the licence.
    "art": ("Noto Emoji", "Apache-2.0", "noto-emoji-APACHE-2.0.txt"),
    "icons": ("Noto Emoji", "Apache-2.0", "noto-emoji-APACHE-2.0.txt"),
    "fonts/bitter": ("Bitter", "OFL-1.1", "bitter-OFL-1.1.txt"),
    "fonts/nunito": ("Nunito", "OFL-1.1", "nunito-OFL-1.1.txt"),
}


class Part(Struct, frozen=True, order=True):
    """Something made by others. The licence is an SPDX expression."""

    kind: Kind
    name: str
    version: str
    licence: str


class _Package(Struct, frozen=True):
    name: str
    version: str
    license: str


class _Runtime(_Package, frozen=True):
    text: str
    """The file that holds its licence."""


def python_parts(lock: Path = LOCK) -> list[Part]:
    """List what pip installs with the wheel, on any system."""
    locked = _LOCKED.findall(lock.read_text(encoding="utf-8"))
    return [Part("python", name, version, _licence(name)) for name, version in locked]


def _licence(name: str) -> str:
    about = metadata(name)
    for expression in about.get_all("License-Expression") or []:
        return str(expression)
    trove = [line for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    words = sorted({_OLD_WORDS.get(line.rpartition(" :: ")[2], line) for line in trove})
    # Some name theirs in a field of free text, where others put the whole licence.
    words = words or [line.split("\n")[0] for line in about.get_all("License") or []]
    return " OR ".join(words) or "nothing that it names"


def npm_parts(client: Path = CLIENT) -> list[Part]:
    """List the packages whose code is in the built client, as recorded by the build."""
    data = (client / "licenses/packages.json").read_bytes()
    packages = msgspec.json.decode(data, type=list[_Package])
    return [Part("npm", one.name, one.version, one.license) for one in packages]


def runtime_parts(client: Path = CLIENT) -> list[Part]:
    """List what the Python that runs in the browser is made of, as recorded by its packer."""
    folder = client / "licenses"
    found = msgspec.json.decode((folder / "offline.json").read_bytes(), type=list[_Runtime])
    if missing := sorted({one.text for one in found if not (folder / one.text).is_file()}):
        raise LookupError(f"{', '.join(missing)}: there is no such licence")
    return [Part("runtime", one.name, one.version, one.license) for one in found]


def art_parts(client: Path = CLIENT) -> list[Part]:
    """List the pictures and fonts made by others; refuse a file whose licence nobody has named."""
    found: set[Part] = set()
    for folder in ("art", "icons", "fonts"):
        for file in sorted((client / folder).iterdir()):
            place = f"{folder}/{file.name.partition('-')[0]}" if folder == "fonts" else folder
            if place not in ART:
                raise LookupError(f"{folder}/{file.name}: by whom is it, and under which licence?")
            name, licence, text = ART[place]
            if not (client / "licenses" / text).is_file():
                raise LookupError(f"{text} is missing: it is the licence of {name}")
            found.add(Part("art", name, "", licence))
    return sorted(found)


def parts(client: Path = CLIENT) -> list[Part]:
    return [*python_parts(), *npm_parts(client), *runtime_parts(client), *art_parts(client)]
