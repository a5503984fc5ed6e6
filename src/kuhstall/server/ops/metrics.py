"""The metrics of a node, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from kuhstall.server.ops.counters import CountingRegistry, PlainHistogram

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_LAGS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.375, 0.5, 1, 2.5, 5)
_PASSING: Final = (0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_LATE: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60)
_CALLS: Final = (0.05, 0.25, 1, 5)
_ANSWERS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """One registry per node: several nodes in one process, as in tests, stay apart."""

    def __init__(self) -> None:
        self.registry = CountingRegistry()
        self._count_play()
        self._count_sockets()
        self._count_upkeep()
        self._count_outbox()
        self._count_load()
        self._count_outside()
        ProcessCollector(registry=self.registry)

    def _count_play(self) -> None:
        self.steps = self.registry.plain_counter(
            self._counter("steps", "Steps that this node has folded.")
        )
        self.commands = self._counter("commands", "Commands by what became of them.", "answer")
        self.acks = self.registry.plain_counter(self.commands.labels("ack"))
        self.command_seconds = PlainHistogram(
            "kuhstall_command_seconds", "From a command to its answer.", _ANSWERS
        )
        self.registry.register(self.command_seconds)
        self.deadline_lateness = PlainHistogram(
            "kuhstall_deadline_late_seconds", "How late what was due at a table was done.", _LATE
        )
        self.registry.register(self.deadline_lateness)
        self.races = self._counter("races_lost", "Steps that another node wrote first.")
        self.sweeps = self._counter("swept", "Overdue tables that this node took up for another.")
        self.hints = self._counter(
            "hints", "Hints of other nodes about tables that this one holds."
        )
        self.tables = self._gauge("tables", "Tables held hot.")
        self.stuck = self._gauge(
            "tables_stuck",
            "Tables that have not been as in the store for ten seconds; the node is not ready.",
        )
        self.set_backs = self._counter(
            "set_backs",
            "Tables that went back because the store did: it was restored, or a standby lagged.",
        )
        self.lost_steps = self._counter(
            "steps_lost", "Steps that this node has told and the store has no more."
        )

    def _count_sockets(self) -> None:
        self.sockets = self._gauge("sockets", "Open sockets.")
        self.cuts = self._counter(
            "sockets_cut", "Sockets that were closed by the server, by reason.", "reason"
        )

    def _count_upkeep(self) -> None:
        self.removed = self._counter(
            "removed", "What was removed because it need not be kept any longer, by kind.", "kind"
        )
        self.retention_ended = self._gauge(
            "retention_ended_timestamp_seconds",
            "When this node last came to the end of removing; 0 if another node does it.",
        )
        self.retention_seconds = self._gauge(
            "retention_seconds", "How long that took, pauses included."
        )
        self.archived = self._counter("archived", "Finished games that this node has packed.")
        self.archived_bytes = self._counter("archived_bytes", "How large they are, packed.")
        self.archiving_ended = self._gauge(
            "archiving_ended_timestamp_seconds",
            "When this node last came to the end of the archive job, even if it packed nothing;"
            " 0 if another node does it.",
        )

    def _count_outbox(self) -> None:
        self.outbox = self._counter(
            "outbox", "Table summaries that this node has passed to the accounts database."
        )
        self.outbox_seconds = Histogram(
            "kuhstall_outbox_seconds",
            "From a step to the time at which the accounts database had its summary.",
            buckets=_PASSING,
            registry=self.registry,
        )

        self.pushes = self._counter(
            "pushes", "Messages to push services, by the kind of their answer.", "answer"
        )
        self.mail = self._counter(
            "mail", "Mails, by their result: sent, refused or put off.", "fate"
        )
        self.webhooks = self._counter(
            "webhooks", "Webhook calls, by the kind of their answer.", "answer"
        )

    def _count_outside(self) -> None:
        """Count what comes over HTTP, and what the node uses outside: database, bus, queues."""
        self.http = Histogram(
            "kuhstall_http_seconds",
            "HTTP requests by method, route and status, and how long they took.",
            ("method", "route", "status"),
            buckets=_CALLS,
            registry=self.registry,
        )
        self.browser_errors = self._counter(
            "browser_errors", "Errors in the scripts of pages that browsers reported.", "browser"
        )
        self.connections = self._gauge("connections", "Connections to PostgreSQL.")
        self.busy_connections = self._gauge(
            "connections_busy", "Connections to PostgreSQL that are in use."
        )
        self.nats_away = self._gauge("nats_away", "1 if there is to be a NATS and it is away.")
        self.leads = self._gauge("leads", "1 if this node looks for work on behalf of all nodes.")
        self.queue_age = Gauge(
            "kuhstall_queue_age_seconds",
            "How long the oldest entry of a queue has been due; 0 at nodes that do not lead.",
            ("queue",),
            registry=self.registry,
        )

    def _count_load(self) -> None:
        self.loop_lag = Histogram(
            "kuhstall_loop_lag_seconds",
            "How late the event loop is, measured twenty times a second.",
            buckets=_LAGS,
            registry=self.registry,
        )
        self.load_level = self._gauge(
            "load_level",
            "What is refused because the loop is late: 0 nothing, 1 new tables, 2 visitors as well,"
            " 3 some commands as well.",
        )
        self.bot_workers_ended = self._gauge(
            "bot_workers_ended",
            "Processes of bots that have died, or were ended for not answering, since the start.",
        )
        self.shed = self._counter(
            "shed",
            "What was refused because the loop is late: table, visitor or command.",
            "kind",
        )

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"kuhstall_{name}", text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"kuhstall_{name}", text, registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
