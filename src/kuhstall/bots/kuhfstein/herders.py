"""Two bots: one takes the best next action, the other plans several actions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from msgspec import Struct

from kuhstall.bots.kuhfstein.aims import shown_best
from kuhstall.bots.kuhfstein.considering import consider
from kuhstall.bots.kuhfstein.position import Position, position
from kuhstall.bots.kuhfstein.weights import CAREFUL, SIMPLE, Weights
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.values import Action
from kuhstall.games.kuhfstein.actions import (
    Decline,
    ExchangeCards,
    ExchangeTiles,
    PassAction,
    ShowGoal,
    TakeBack,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.view import ActingView, FinalView, KuhfsteinView, PickingView

_WIDTH: Final = 6
"""How many plans are thought through to the next action."""

_LAST_WIDTH: Final = 3
"""How many of them to the next turn, which is less sure."""

_AHEAD: Final = 2
"""How many actions of the next turn are considered: the display will have changed by then."""


class Plan(Struct, frozen=True, gc=False):
    """A plan: its first action, its result, and how many more actions belong to it."""

    worth: float
    first: Action
    then: Position
    left: int


class Herder:
    """Takes the action after which it stands best."""

    def __init__(self, chance: Chance, weights: Weights = SIMPLE) -> None:
        self._chance = chance
        self._weights = weights

    def choose(self, seen: Seen) -> Action:
        view: KuhfsteinView = seen.view
        match view.phase:
            case ActingView(doing=doing, left=left) if doing != "confirm":
                return self._acting(seen, left)
            case PickingView():
                return _start_card(view, seen.options)
            case FinalView():
                return ShowGoal(shown_best(view, seen.seat))
            case _:
                return _first(seen.options)  # the turn is over

    def _acting(self, seen: Seen, left: int) -> Action:
        now = position(seen.view, seen.seat, self._weights, left)
        thoughts = []
        for action, move in consider(seen.options, now):
            then = now.after(move)
            whim = self._chance.below("whim", 1000) / 1e6  # of equal actions it takes any
            thoughts.append(Plan(then.worth() + whim, action, then, left))
        exchange = _exchange(seen.view, seen.options)
        if exchange is not None:
            most = max([thought.worth for thought in thoughts], default=0.0)
            if most < now.worth() + self._weights.fresh:
                return exchange
        best = self._best(thoughts).first if thoughts else _first(seen.options)
        now.land.frame.forget()
        return best

    def _best(self, thoughts: Sequence[Plan]) -> Plan:
        return max(thoughts, key=_worth)


class Planner(Herder):
    """Plans the next actions before it takes the first."""

    def __init__(self, chance: Chance, weights: Weights = CAREFUL) -> None:
        super().__init__(chance, weights)

    def _best(self, thoughts: Sequence[Plan]) -> Plan:
        best = max(thoughts, key=_worth)
        whole: list[Plan] = []
        plans = [Plan(plan.worth, plan.first, plan.then, plan.left + _AHEAD) for plan in thoughts]
        while plans:
            width = _WIDTH if any(plan.left > _AHEAD for plan in plans) else _LAST_WIDTH
            plans = sorted(plans, key=_worth, reverse=True)[:width]
            whole += [plan for plan in plans if not _goes_on(plan)]
            met: set[Hashable] = set()
            plans = [longer for plan in plans if _goes_on(plan) for longer in _longer(plan, met)]
        return max(whole, key=_worth, default=best)


def _worth(thought: Plan) -> float:
    return thought.worth


def _goes_on(plan: Plan) -> bool:
    return bool(plan.left or plan.then.waiting)


def _longer(plan: Plan, met: set[Hashable]) -> list[Plan]:
    """Think of one more action; where there is none, of letting it go by.

    Two actions lead to the same place in either order: what has been `met` is left out.
    """
    now, doing = plan.then.onward()
    left = plan.left - (not plan.then.waiting)
    found = []
    moves = list(now.moves(doing))
    for move in moves:
        then = now.after(move)
        place = left, then.landmark()
        if place not in met:
            met.add(place)
            found.append(Plan(then.worth(), plan.first, then, left))
    return found if moves else [Plan(now.worth(), plan.first, now, left)]


def _exchange(view: KuhfsteinView, options: Sequence[Option]) -> Action | None:
    """Return an exchange that is possible, and that would show something new."""
    for option in options:
        match option:
            case Choice((ExchangeTiles() as action,)) if view.tiles >= len(view.display):
                return action
            case Choice((ExchangeCards() as action,)) if view.pile >= len(view.cards):
                return action
    return None


def _start_card(view: KuhfsteinView, options: Sequence[Option]) -> Action:
    """Take the card that brings most for the actions it will take."""
    gain = {
        face.card: face.points / (sum(letter != "." for letter in "".join(face.rows)) + 1)
        for face in view.cards
    }
    offered = [action for option in options for action in option.expand()]
    taken = [action for action in offered if isinstance(action, TakeStartCard)]
    return max(taken, key=lambda action: gain[action.card])


def _first(options: Sequence[Option]) -> Action:
    """Return what can be done when there is nothing to think about; nothing is taken back."""
    offered = [action for option in options for action in option.expand()]
    useful = [action for action in offered if not isinstance(action, TakeBack)]
    better = [action for action in useful if not isinstance(action, PassAction | Decline)]
    return (better or useful)[0]
