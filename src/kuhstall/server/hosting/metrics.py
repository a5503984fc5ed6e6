"""What a node counts, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from kuhstall.server.hosting.tallies import Spread, TalliedRegistry

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_LAGS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.375, 0.5, 1, 2.5, 5)
_PASSING: Final = (0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_ANSWERS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """One registry a node: several nodes in one process, as in tests, stay apart."""

    def __init__(self) -> None:
        self.registry = TalliedRegistry()
        self._count_play()
        self._count_sockets()
        self._count_upkeep()
        self._count_news()
        self._count_load()

    def _count_play(self) -> None:
        self.steps = self.registry.tally(self._counter("steps", "Steps that this node has folded."))
        self.commands = self._counter("commands", "Commands by what became of them.", "answer")
        self.acks = self.registry.tally(self.commands.labels("ack"))
        self.command_seconds = Spread(
            "kuhstall_command_seconds", "From a command to its answer.", _ANSWERS
        )
        self.registry.register(self.command_seconds)
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
            "When this node last came to the end of packing; 0 if another node does it.",
        )

    def _count_news(self) -> None:
        self.news = self._counter("news", "News of tables that this node has passed on.")
        self.news_seconds = Histogram(
            "kuhstall_news_seconds",
            "From a step that is news to the time at which home had it.",
            buckets=_PASSING,
            registry=self.registry,
        )

        self.pushes = self._counter(
            "pushes", "Messages to push services, by the kind of their answer.", "answer"
        )
        self.mails = self._counter(
            "mails", "Mails, by what came of them: sent, refused or put off.", "fate"
        )
        self.hooks = self._counter(
            "hooks", "Messages to addresses of tables, by the kind of their answer.", "answer"
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
