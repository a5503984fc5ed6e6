"""The checks of `kuhstall doctor` that need only the settings."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings

Grade: TypeAlias = Literal["well", "doubtful", "ill"]

_ORIGIN: Final = re.compile(r"https?://[a-z0-9.\[\]:-]+", re.IGNORECASE)
_PASSING: Final = {"tmpfs", "ramfs", "overlay", "aufs"}


class Finding(Struct, frozen=True):
    """A result of a check, and what to do unless all is well."""

    grade: Grade
    what: str
    advice: str = ""


def variables(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Find variables that the server does not read, most likely because of a typo."""
    from kuhstall.server.settings import PREFIX, names

    known = {PREFIX + name.upper() for name in names()}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known and "_TEST_" not in name:
            close = difflib.get_close_matches(name, known, 1)
            meant = f"Did you mean {close[0]}?" if close else "`kuhstall serve --help` lists all."
            yield Finding("doubtful", f"{name} is no setting", meant)


def contradictions(settings: Settings) -> Iterator[Finding]:
    """Find settings that are valid one by one, but not together."""
    yield from _store_contradictions(settings)
    yield from _site_contradictions(settings)
    if settings.tempo != 1:
        yield Finding(
            "doubtful", f"KUHSTALL_TEMPO is {settings.tempo:g}", "It is for tests; people need 1."
        )
    if not settings.ease and settings.origins:
        yield Finding(
            "doubtful", "KUHSTALL_EASE is 0: rate limits are off", "Leave it out on a public site."
        )


def _store_contradictions(settings: Settings) -> Iterator[Finding]:
    shared = settings.shared
    if settings.nats and not shared:
        yield Finding(
            "doubtful",
            "KUHSTALL_NATS is set, but the store is a file",
            "A file is for one node, which needs no NATS; for several, set a postgresql:// store.",
        )
    if shared and not settings.nats:
        yield Finding(
            "doubtful",
            "a PostgreSQL store without KUHSTALL_NATS",
            "One node is fine. Several hear of each other only every two seconds without it.",
        )
    if settings.tombstone_file is None:
        yield Finding(
            "doubtful",
            "KUHSTALL_TOMBSTONES is not set",
            "An older backup brings back people who have left for good. Name a file that is kept.",
        )
    if shared and settings.home:
        yield Finding(
            "doubtful",
            "a PostgreSQL store without KUHSTALL_ORIGINS",
            "Only browsers of the home network are let in; name the address of the site.",
        )


def kept(tombstones: Path | None, mounts: Path = Path("/proc/mounts")) -> Iterator[Finding]:
    """Find a tombstone file on a file system that is lost with the machine or the container."""
    if tombstones is None or not mounts.exists():
        return
    lines = [line.split(" ") for line in mounts.read_text(encoding="utf-8").splitlines()]
    kinds = {Path(place.replace("\\040", " ")): kind for _, place, kind, *_ in lines}
    folder = tombstones.resolve().parent
    kind = next((kinds[one] for one in (folder, *folder.parents) if one in kinds), "")
    if kind in _PASSING:
        yield Finding(
            "doubtful",
            f"{tombstones} is on a {kind}, which is lost with the machine or the container",
            "Set KUHSTALL_TOMBSTONES to a file on a disk or a volume that stays.",
        )


def _site_contradictions(settings: Settings) -> Iterator[Finding]:
    if settings.proxies and settings.home:
        yield Finding(
            "doubtful",
            "KUHSTALL_PROXIES is set, but no KUHSTALL_ORIGINS",
            "Behind a proxy, name the address of the site as browsers see it.",
        )
    if settings.metrics_address is not None and not _is_own(settings.metrics_address[0]):
        yield Finding(
            "doubtful",
            f"KUHSTALL_METRICS is {settings.metrics}, which other machines may reach",
            "Players must not: it shows that a player acts unseen. Let only Prometheus in.",
        )
    for origin in settings.allowed_origins:
        if not _ORIGIN.fullmatch(origin):
            yield Finding(
                "ill",
                f"{origin} is no origin",
                "It is https:// and a name, perhaps a port, and nothing after that, not even a /.",
            )
    if settings.origins and not settings.secure:
        yield Finding(
            "doubtful",
            "not all of KUHSTALL_ORIGINS are https",
            "Cookies then go over the wire in the clear; do this only in a network of your own.",
        )


def _is_own(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
