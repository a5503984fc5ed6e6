"""The curve of a training as a drawing: what part of its games the learner wins, by rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_WIDTH: Final = 720
_HEIGHT: Final = 320
_LEFT: Final = 60
_RIGHT: Final = 120
_TOP: Final = 50
_FOOT: Final = 270
_COLOURS: Final = ("#2f6b3a", "#8a4b1f", "#2b4a7a")
_LEVELS: Final = (0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)


def drawn(title: str, points: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Draw one line for each field of others; the lowest level is parity with three of them."""
    last = max([1, *(number for line in points.values() for number, _ in line)])

    def x(number: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * number / last, 1)

    def y(share: float) -> float:
        low, high = _LEVELS[0], _LEVELS[-1]
        return round(_FOOT - (_FOOT - _TOP) * (share - low) / (high - low), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">',
        '<g font-family="sans-serif" font-size="14" fill="#2b2118">',
        f"<title>{title}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffaf0"/>',
        f'<text x="16" y="30" font-size="17" font-weight="bold">{title}: wins by rounds</text>',
    ]
    for level in _LEVELS:
        parts += [
            f'<path d="M{_LEFT} {y(level)}H{_WIDTH - _RIGHT}" stroke="#d8cbb5"/>',
            f'<text x="{_LEFT - 8}" y="{y(level) + 5}" text-anchor="end">{level:.0%}</text>',
        ]
    for colour, (name, line) in zip(_COLOURS, points.items(), strict=False):
        if line:
            path = "L".join(f"{x(number)} {y(share)}" for number, share in line)
            number, share = line[-1]
            parts += [
                f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="3"/>',
                f'<text x="{x(number) + 8}" y="{y(share) + 5}" fill="{colour}">{name}</text>',
            ]
    parts += [
        f'<text x="{x(last)}" y="{_FOOT + 24}" text-anchor="middle">{last}</text>',
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(parts)
