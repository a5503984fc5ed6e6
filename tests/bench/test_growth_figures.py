"""What a step costs by tables and by nodes: it is measured on games that are really played."""

from __future__ import annotations

import os
import re

import pytest

from bench.growth import drawing, flat
from tests.server.databases import ADDRESS

pytestmark = pytest.mark.anyio

NATS = os.environ.get("KUHSTALL_TEST_NATS", "nats://127.0.0.1:4222")


async def test_every_node_writes_the_same_rows_for_a_step() -> None:
    told = await flat.nodes_write(f"{ADDRESS}/postgres", tables=6, steps=60)
    assert told["rows_1"] == told["rows_4"] == 2  # the step, and its table in place


async def test_the_cost_of_a_step_is_told_by_tables() -> None:
    postgres = f"{ADDRESS}/postgres"
    few, more = await flat.step_cpu(postgres, sizes=(4, 12), each=5, rounds=1, enough=40)
    assert (few["tables"], more["tables"], more["steps"]) == (4, 12, 60)
    assert few["to_the_fewest"] == 1
    assert more["to_the_fewest"] == pytest.approx(
        more["cpu_us_a_step"] / few["cpu_us_a_step"], rel=0.01
    )


async def test_the_cost_of_a_step_is_told_by_nodes() -> None:
    told = await flat.nodes_cpu(f"{ADDRESS}/postgres", NATS, tables=8, steps=80, rounds=1)
    assert told["ratio"] == pytest.approx(
        told["cpu_us_a_step_4"] / told["cpu_us_a_step_1"], rel=0.01
    )


def test_what_stays_the_same_is_drawn_flat_and_what_doubles_is_not() -> None:
    heights = re.findall(r'cy="([0-9.]+)"', drawing.flat([(10, 300.0), (100, 300.0), (500, 600.0)]))
    assert heights[0] == heights[1]
    foot = 250.0
    assert (foot - float(heights[2])) / (foot - float(heights[0])) == pytest.approx(2, rel=0.01)
