"""What a node counts, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
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
        self.set_backs = Counter(
            "kuhstall_set_backs",
            "Tables that went back because the store did: it was restored, or a standby lagged.",
            registry=self.registry,
        )
        self.lost_steps = Counter(
            "kuhstall_steps_lost",
            "Steps that this node has told and the store has no more.",
            registry=self.registry,
        )
        self.sweeps = Counter(
            "kuhstall_swept",
            "Overdue tables that this node took up for another.",
            registry=self.registry,
        )
        self.cuts = Counter(
            "kuhstall_sockets_cut",
            "Sockets that were closed by the server, by reason.",
            ["reason"],
            registry=self.registry,
        )
        self.sockets = Gauge("kuhstall_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge("kuhstall_tables", "Tables held hot.", registry=self.registry)
        self.stuck = Gauge(
            "kuhstall_tables_stuck",
            "Tables that have not been as in the store for ten seconds; the node is not ready.",
            registry=self.registry,
        )
        self.removed = Counter(
            "kuhstall_removed",
            "What was removed because it need not be kept any longer, by kind.",
            ["kind"],
            registry=self.registry,
        )
        self.retention_ended = Gauge(
            "kuhstall_retention_ended_timestamp_seconds",
            "When this node last came to the end of removing; 0 if another node does it.",
            registry=self.registry,
        )
        self.retention_seconds = Gauge(
            "kuhstall_retention_seconds",
            "How long that took, pauses included.",
            registry=self.registry,
        )
        self.loop_lag = Histogram(
            "kuhstall_loop_lag_seconds",
            "How late the event loop is, measured twenty times a second.",
            buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.375, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )
        self.load_level = Gauge(
            "kuhstall_load_level",
            "What is refused because the loop is late: 0 nothing, 1 new tables, 2 visitors as well,"
            " 3 some commands as well.",
            registry=self.registry,
        )
        self.shed = Counter(
            "kuhstall_shed",
            "What was refused because the loop is late: table, visitor or command.",
            ["kind"],
            registry=self.registry,
        )
        self.command_seconds = Histogram(
            "kuhstall_command_seconds",
            "From a command to its answer.",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
