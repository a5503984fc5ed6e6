"""What is counted with every command is told as the library's own figures are."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Histogram, generate_latest

from kuhstall.server.ops.counters import CountingRegistry, PlainHistogram
from kuhstall.server.ops.metrics import Metrics


def test_a_spread_is_told_as_a_histogram() -> None:
    ours, theirs = CountingRegistry(), CollectorRegistry()
    spread = PlainHistogram("waited", "How long.", (0.5, 1, 2.5))
    ours.register(spread)
    histogram = Histogram("waited", "How long.", buckets=(0.5, 1, 2.5), registry=theirs)
    assert _lines(ours) == _lines(theirs)
    for value in (0.1, 0.5, 0.75, 1, 2, 2.5, 3, 900.25):
        spread.observe(value)
        histogram.observe(value)
        assert _lines(ours) == _lines(theirs)


def _lines(registry: CollectorRegistry) -> list[str]:
    """All that is scraped, but for when it was begun to count."""
    return [
        line for line in generate_latest(registry).decode().splitlines() if "_created" not in line
    ]


def test_a_plain_counter_is_exported_once() -> None:
    metrics = Metrics()
    for _ in range(3):
        metrics.steps.inc()
        metrics.acks.inc()
    metrics.commands.labels("nack").inc()
    for _ in range(2):
        assert metrics.registry.get_sample_value("kuhstall_steps_total") == 3
        assert b'kuhstall_commands_total{answer="ack"} 3.0\n' in metrics.text()
        assert b'kuhstall_commands_total{answer="nack"} 1.0\n' in metrics.text()
    metrics.steps.inc()
    assert b"kuhstall_steps_total 4.0\n" in metrics.text()
