"""The figures that a node exports, and those that somebody asks Prometheus for."""

from __future__ import annotations

import promql_parser
from prometheus_client.parser import text_string_to_metric_families

from kuhstall.cli import canary
from kuhstall.server.ops.metrics import Metrics

OF_PROMETHEUS = frozenset({"up"})


def of_canary() -> frozenset[str]:
    """Return the names that `kuhstall canary --textfile` writes."""
    empty = canary.Result(ok=True, failure="", moves=0, acknowledged=0.0, shown=0.0)
    return frozenset(
        family.name for family in text_string_to_metric_families(canary.metrics(empty, 0.0))
    )


def exported() -> frozenset[str]:
    """Return the names that a scrape gives, also of counters that have not counted anything."""
    found = set()
    for family in text_string_to_metric_families(Metrics().text().decode()):
        if family.name.endswith("_created"):
            continue
        if family.type == "counter":
            found.add(f"{family.name}_total")
        elif family.type == "histogram":
            found |= {f"{family.name}_{part}" for part in ("bucket", "sum", "count")}
        else:
            found.add(family.name)
    return frozenset(found)


def asked(expression: str) -> frozenset[str]:
    """Return the names of the series that an expression selects; raise if it is none."""
    found: set[str] = set()
    promql_parser.walk(promql_parser.parse(expression), lambda node: _note(node, found))
    return frozenset(found)


def _note(node: object, found: set[str]) -> bool:
    if isinstance(node, promql_parser.VectorSelector) and node.name is not None:
        found.add(node.name)
    return True
