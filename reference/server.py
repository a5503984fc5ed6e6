"""The settings of a server, and what it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args, get_type_hints

from msgspec import Meta

from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.settings import PREFIX, Settings
from reference.writing import code, codes, plain, sentence, table
from reference.writing import page as whole

_SETTINGS: Final = """\
A server is configured by environment variables, or by the flags of [`kuhstall
serve`](commands.md#kuhstall-serve) with the same names; a flag overrides a variable. `kuhstall
doctor` reads them too and says what is wrong with them. The defaults suit one machine at home."""

_METRICS: Final = """\
What a node shows Prometheus at `/metrics`, on the port that `KUHSTALL_METRICS` names.
[Metrics and alerts](../host/metrics.md) says which of them to watch, and `deploy/` has alerts and
a dashboard for them. Let only Prometheus reach that port."""


def settings_page() -> str:
    return whole("Settings", _SETTINGS, table(["variable", "purpose", "default"], _settings()))


def _settings() -> Iterator[tuple[str, str, str]]:
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        said = next((part.description for part in get_args(kind) if isinstance(part, Meta)), None)
        if not said:
            raise LookupError(f"the setting {name} has no description")
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
    metrics = Metrics()
    labels = {
        collector._name: collector._labelnames  # noqa: SLF001 -- a family without samples does not name its labels
        for collector in vars(metrics).values()
        if hasattr(collector, "_labelnames")
    }
    for family in metrics.registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        yield (
            code(name),
            family.type,
            plain(family.documentation),
            codes(labels.get(family.name, ())),
        )
