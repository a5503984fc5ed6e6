"""Actions by chance, from the options that a client is offered."""

from __future__ import annotations

import random
from typing import Any


def filled(option: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Make an action of an option, as any client would."""
    if option["option"] == "choice":
        return dict(chance.choice(option["actions"]))
    action = dict(option["action"])
    if option["option"] == "placement":
        action[option["piece_field"]] = chance.choice(option["pieces"])
        action[option["spot_field"]] = chance.choice(option["spots"])
        return action
    if option["option"] == "range":
        step = option.get("step", 1)
        # Low bids, so that games between dice do not end in ruin at the first card.
        most = min(option["high"], option["low"] + 3 * step)
        action[option["field"]] = chance.choice(range(option["low"], most + 1, step))
        return action
    action[option["field"]] = picked(option, chance)
    return action


def picked(option: dict[str, Any], chance: random.Random) -> list[int]:
    """Pick what is enough, and no more: the cheapest way that any sum of cards allows."""
    pool, least = sorted(option["pool"]), option.get("least", 0)
    fewest = option.get("fewest", 0)
    best: dict[int, tuple[int, ...]] = {0: ()}
    for card in pool:
        for total, cards in list(best.items()):
            grown = (*cards, card)
            known = best.get(total + card)
            if known is None or len(grown) < len(known):
                best[total + card] = grown
    taken = list(best[min(total for total in best if total >= least)])
    rest = list(pool)
    for card in taken:
        rest.remove(card)
    while len(taken) < fewest or (not least and rest and chance.random() < 0.2):
        taken.append(rest.pop(chance.randrange(len(rest))))
    most = option.get("most")
    return taken if most is None else taken[:most]


def chosen(options: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    return filled(chance.choice(options), chance)
