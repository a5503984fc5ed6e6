"""A drawing of what a step costs however many tables there are, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

_WIDTH: Final = 720
_HEIGHT: Final = 300
_LEFT: Final = 70
_RIGHT: Final = 40
_TOP: Final = 56
_FOOT: Final = 50


def flat(points: Sequence[tuple[int, float]]) -> str:
    """Draw microseconds by tables. The tables are on a scale of powers, the time begins at 0."""
    most = max(cost for _, cost in points) * 1.25
    first, last = (math.log10(points[at][0]) for at in (0, -1))
    foot = _HEIGHT - _FOOT

    def x(tables: int) -> float:
        share = (math.log10(tables) - first) / ((last - first) or 1)
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * share, 1)

    def y(cost: float) -> float:
        return round(foot - (foot - _TOP) * cost / most, 1)

    title = "CPU of a node for a step, by the tables that it holds"
    line = " ".join(f"{x(tables)},{y(cost)}" for tables, cost in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">',
        '<g font-family="sans-serif" font-size="14" fill="#2b2118">',
        f"<title>{title}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffaf0"/>',
        f'<text x="16" y="30" font-size="17" font-weight="bold">{title}</text>',
        f'<path d="M{_LEFT} {_TOP}V{foot}H{_WIDTH - _RIGHT}" fill="none" stroke="#8a7a66"/>',
        f'<text x="{_LEFT - 8}" y="{foot + 5}" text-anchor="end">0 µs</text>',
        f'<polyline points="{line}" fill="none" stroke="#2f6b3a" stroke-width="3"/>',
    ]
    for tables, cost in points:
        parts += [
            f'<circle cx="{x(tables)}" cy="{y(cost)}" r="6" fill="#2f6b3a"/>',
            f'<text x="{x(tables)}" y="{y(cost) - 14}" text-anchor="middle">{cost:.0f} µs</text>',
            f'<text x="{x(tables)}" y="{foot + 22}" text-anchor="middle">{tables:,}</text>',
        ]
    return "\n".join([*parts, "</g>", "</svg>", ""])
