"""What all tests share: how Hypothesis runs, and the closing lines of the twin worlds."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.machine import count

# Machines are noisy: a proof that is slow once is still a proof.
settings.register_profile("kuhstall", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kuhstall")

# Nor shall a server that a test starts turn people away because the machine is busy with others.
os.environ.setdefault("KUHSTALL_LAG", "0")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count the tests for CI's budget, only in the process that all workers report to.

    Every process that has made databases leaves none.
    """
    if (databases := sys.modules.get("tests.server.databases")) is not None:
        databases.drop_borrowed()
    if not hasattr(session.config, "workerinput"):
        count("tests", session.testscollected)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many twin worlds were compared, what they saw, and which leaks they caught."""
    found: dict[str, list[Any]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in getattr(report, "user_properties", ()):
            found.setdefault(name, []).append(value)
    if "twin_cases" in found:
        kinds = sorted({kind for kinds in found["twin_event_types"] for kind in kinds})
        terminalreporter.write_sep("-", "twin worlds")
        terminalreporter.write_line(
            f"{sum(found['twin_cases'])} cases, {sum(found['twin_steps'])} steps, "
            f"{sum(found['twin_divergences'])} of them with the worlds apart, "
            f"{sum(found['twin_probes'])} probes, 0 leaks"
        )
        terminalreporter.write_line(f"{len(kinds)} event types: {' '.join(kinds)}")
    if "twin_mutant" in found:
        hardest = max(found["twin_mutant"], key=lambda killed: killed[1])
        terminalreporter.write_line(
            f"{len(found['twin_mutant'])} planted leaks, all caught; "
            f"hardest: {hardest[0]}, after {hardest[1]} cases"
        )
