"""What a step costs by tables and by nodes: it is measured on games that are really played."""

from __future__ import annotations

import re

import pytest

from bench.growth import drawing, flat
from tests.server.databases import ADDRESS

pytestmark = pytest.mark.anyio


async def test_every_node_writes_the_same_rows_for_a_step() -> None:
    told = await flat.nodes_write(f"{ADDRESS}/postgres", tables=6, steps=60)
    assert told["rows_1"] == told["rows_4"] == 2  # the step, and its table in place


async def test_the_cost_of_a_step_is_told_for_so_many_tables() -> None:
    told = await flat.step_cpu(f"{ADDRESS}/postgres", tables=6, most=40)
    assert (told["tables"], told["steps"]) == (6, 40)
    assert 0 < told["cpu_us_a_step"] < 1e6


def test_what_stays_the_same_is_drawn_flat_and_what_doubles_is_not() -> None:
    heights = re.findall(r'cy="([0-9.]+)"', drawing.flat([(10, 300.0), (100, 300.0), (500, 600.0)]))
    assert heights[0] == heights[1]
    foot = 250.0
    assert (foot - float(heights[2])) / (foot - float(heights[0])) == pytest.approx(2, rel=0.01)
