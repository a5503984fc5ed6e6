"""The bill of materials, as CycloneDX."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from release.parts import Part

_REGISTRIES: Final = {"python": "pypi", "npm": "npm"}


def bill(version: str, parts: Iterable[Part], at: int) -> str:
    """Write the bill: the same parts with the same timestamp give the same bytes."""
    ours = Component(
        name="kuhstall",
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref="kuhstall",
        purl=PackageURL("pypi", name="kuhstall", version=version),
        licenses=[LicenseExpression("MIT")],
    )
    theirs = [_component(part) for part in parts]
    bom = Bom(components=theirs, serial_number=uuid5(NAMESPACE_URL, f"kuhstall {version} {at}"))
    bom.metadata.component = ours
    bom.metadata.timestamp = datetime.fromtimestamp(at, UTC)
    bom.register_dependency(ours, theirs)
    made = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2)
    return f"{made}\n"


def _component(part: Part) -> Component:
    registry = _REGISTRIES.get(part.kind)
    return Component(
        name=part.name,
        version=part.version or None,
        type=ComponentType.DATA if part.kind == "art" else ComponentType.LIBRARY,
        bom_ref=f"{part.kind}/{part.name}",
        purl=PackageURL.from_string(_purl(registry, part)) if registry else None,
        licenses=[LicenseExpression(part.licence)],
    )


def _purl(registry: str | None, part: Part) -> str:
    return f"pkg:{registry}/{part.name.replace('@', '%40')}@{part.version}"
