"""The settings of a server, and what it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args, get_type_hints

from msgspec import Meta

from kuhstall.server.measures import Measures
from kuhstall.server.settings import PREFIX, Settings
from reference.writing import code, codes, plain, sentence, table
from reference.writing import page as whole

_SETTINGS: Final = """\
A server is set up by environment variables, or by flags of [`kuhstall
serve`](commands.md#kuhstall-serve) of the same name; a flag comes before a variable. `kuhstall
doctor` reads the same ones and says what is wrong with them. The defaults are those of a living
room."""

_METRICS: Final = """\
What a node shows at `/metrics`, for Prometheus. [Operating a server](../host/operating.md)
tells which of them to watch, and `deploy/` has alarms and a dashboard for them. `/metrics` is
for machines that watch: let nobody else get there. A server in the home network, without
`origins`, shows it to its own machine only."""


def settings_page() -> str:
    return whole("Settings", _SETTINGS, table(["variable", "what for", "default"], _settings()))


def _settings() -> Iterator[tuple[str, str, str]]:
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        said = next((part.description for part in get_args(kind) if isinstance(part, Meta)), None)
        if not said:
            raise LookupError(f"nothing is said about the setting {name}")
        default = getattr(Settings(), name)
        yield (
            code(PREFIX + name.upper()),
            plain(sentence(said)),
            "" if default == "" else code(default),
        )


def metrics_page() -> str:
    return whole(
        "Metrics", _METRICS, table(["metric", "kind", "what it counts", "labels"], _metrics())
    )


def _metrics() -> Iterator[tuple[str, str, str, str]]:
    measures = Measures()
    labels = {
        collector._name: collector._labelnames  # noqa: SLF001 -- a family without samples does not tell its labels
        for collector in vars(measures).values()
        if hasattr(collector, "_labelnames")
    }
    for family in measures.registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        yield code(name), family.type, plain(family.documentation), codes(labels[family.name])
