"""What a node counts, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


class Measures:
    """One registry a node: several nodes in one process, as in tests, stay apart."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.steps = Counter(
            "kuhstall_steps", "Steps that this node has folded.", registry=self.registry
        )
        self.commands = Counter(
            "kuhstall_commands",
            "Commands by what became of them.",
            ["answer"],
            registry=self.registry,
        )
        self.races = Counter(
            "kuhstall_races_lost",
            "Steps that another node wrote first.",
            registry=self.registry,
        )
        self.swept = Counter(
            "kuhstall_swept",
            "Overdue tables that this node took up for another.",
            registry=self.registry,
        )
        self.cut = Counter(
            "kuhstall_sockets_cut",
            "Sockets that were closed by the server, by reason.",
            ["reason"],
            registry=self.registry,
        )
        self.sockets = Gauge("kuhstall_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge("kuhstall_tables", "Tables held hot.", registry=self.registry)
        self.waited = Histogram(
            "kuhstall_command_seconds",
            "From a command to its answer.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
