"""A drawing of a tournament: each bot's share of the wins with its interval, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from kuhstall.arena.standing import Row

_WIDTH: Final = 720
_LEFT: Final = 190
_RIGHT: Final = 90
_LINE: Final = 34
_TOP: Final = 56


def shares(title: str, rows: Sequence[Row], parity: float) -> str:
    """Draw the shares; a dashed line is the share if all bots were equally strong."""
    height = _TOP + _LINE * len(rows) + 40
    top = min(1.0, max([parity, *(row.high for row in rows)]) * 1.1)

    def x(share: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * share / top, 1)

    foot = height - 36
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}">',
        '<g font-family="sans-serif" font-size="14" fill="#2b2118">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fffaf0"/>',
        f'<text x="16" y="30" font-size="17" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{x(parity)} {_TOP - 8}V{foot}" stroke="#8a7a66" stroke-dasharray="4 4"/>',
        f'<text x="{x(parity)}" y="{foot + 20}" text-anchor="middle">{parity:.1%}</text>',
    ]
    for number, row in enumerate(rows):
        y = _TOP + _LINE * number + _LINE / 2
        parts += [
            f'<text x="16" y="{y + 5}">{escape(row.bot)}</text>',
            f'<path d="M{x(row.low)} {y}H{x(row.high)}" stroke="#2f6b3a" stroke-width="3"/>',
            f'<circle cx="{x(row.share)}" cy="{y}" r="6" fill="#2f6b3a"/>',
            f'<text x="{_WIDTH - 16}" y="{y + 5}" text-anchor="end">{row.share:.1%}</text>',
        ]
    return "\n".join([*parts, "</g>", "</svg>", ""])
