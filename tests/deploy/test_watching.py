"""Dashboards and alarms ask for figures that nodes export, and for all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from kuhstall.server.ops.retention import EVERY, FIRST
from reference.server import metrics_page
from tests.deploy.metrics import OF_PROMETHEUS, asked, exported, of_canary

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "kuhstall.json").read_text("utf-8"))
RUNG = (DEPLOY / "prometheus" / "alerts.test.yml").read_text("utf-8")
ALARM_PAGE = (ROOT / "docs" / "host" / "metrics.md").read_text("utf-8")


def drawn() -> list[str]:
    """Return what the panels ask for. A variable of Grafana is a text within quotes here."""
    return [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


def test_the_series_of_an_expression_are_found() -> None:
    assert asked('sum(rate(a_total{b="c"}[5m])) / d > 1 and absent(e)') == {"a_total", "d", "e"}
    with pytest.raises(ValueError, match="unclosed left parenthesis"):
        asked("sum(a_total")
    assert "kuhstall_command_seconds_bucket" in exported()
    assert "kuhstall_sockets_cut_total" in exported()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alarm_is_about_something_that_is_exported(rule: dict[str, Any]) -> None:
    names = asked(rule["expr"])
    assert names, rule["expr"]
    assert names <= exported() | of_canary() | OF_PROMETHEUS
    assert re.fullmatch(r"\d+[sm]", rule["for"])
    assert rule["labels"]["severity"] in {"warning", "critical"}
    assert set(rule["annotations"]) == {"summary", "description"}
    assert f"`{rule['alert']}`" in ALARM_PAGE, "every alarm has a line that says what to do"
    assert f'alertname="{rule["alert"]}"' in RUNG, "every alarm is made to ring by `make hosting`"


def test_the_dashboard_shows_every_figure_and_none_that_is_not_there() -> None:
    names = frozenset[str]().union(*map(asked, drawn()))
    assert names - OF_PROMETHEUS == exported()
    for name in exported():
        assert re.sub(r"_(bucket|sum|count)$", "", name) in metrics_page()


def test_the_dashboard_is_laid_out_without_overlaps() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells


def test_reasons_in_an_alarm_are_those_of_the_protocol() -> None:
    (cut,) = (rule["expr"] for rule in RULES if rule["alert"] == "KuhstallSocketsCut")
    (reasons,) = re.findall(r'reason=~"([^"]+)"', cut)
    protocol = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    for reason in reasons.split("|"):
        assert f"`{reason}`" in protocol, reason


def test_an_alarm_rings_for_retention_that_stopped_and_not_for_one_that_waits() -> None:
    (rule,) = (rule for rule in RULES if rule["alert"] == "KuhstallRetentionStopped")
    (limit,) = re.findall(r"> (\d+)$", rule["expr"])
    assert int(limit) > EVERY, "each run would ring before the next one"
    assert int(rule["for"].removesuffix("m")) * 60 > EVERY + FIRST, "a start of all would ring"
    assert "max_over_time" in rule["expr"], "a node that is restarted forgets"
