"""A legal action from the options in a frame: cheap to find, and games that come to an end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import Struct


class _View(Struct):
    moment: int


class Offer(Struct):
    """What a player reads of a frame; the rest is skipped."""

    view: _View
    options: list[dict[str, Any]]


_decoder = msgspec.json.Decoder(Offer)


def offered(frame: bytes) -> Offer:
    return _decoder.decode(frame)


def action(options: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Choose an option, and fill it in."""
    option = chance.choice(options)
    if option["option"] == "choice":
        chosen: dict[str, Any] = chance.choice(option["actions"])
        return chosen
    if option["option"] == "range":
        # Low bids, so that games between dice do not end in ruin at the first card.
        step = option.get("step", 1)
        value: Any = min(option["high"], option["low"] + step * chance.randrange(4))
    else:
        value = _picked(option, chance)
    return {**option["action"], option["field"]: value}


def _picked(option: dict[str, Any], chance: random.Random) -> list[int]:
    """Pick what is just enough: the least sum, in the fewest items."""
    least, fewest = option.get("least", 0), option.get("fewest", 0)
    if not least:
        pool = list(option["pool"])
        chance.shuffle(pool)
        most = min(option.get("most") or len(pool), max(fewest, 2), len(pool))
        return pool[: chance.randint(min(fewest, most), most)]
    best: dict[int, tuple[int, ...]] = {0: ()}
    for item in sorted(option["pool"], reverse=True):
        for total, items in list(best.items()):
            known = best.get(total + item)
            if total < least and (known is None or len(items) + 1 < len(known)):
                best[total + item] = (*items, item)
    return list(best[min(total for total in best if total >= least)])
