"""A table as a game of OpenSpiel: `python_kuhhandel(edition=master,players=5)`.

Import this module once, and OpenSpiel knows the game. It has the numbers and masks of the
environment of PettingZoo, in the same strict turns. Chance is explicit: a deal is one node for
each card that is drawn for the deck, and where several slap at once, a lot is a node, too.

An information state is what a seat has heard and done, in order and complete; an observation is
what the table looks like to it now. Neither says more than people at the table are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("this needs an extra: pip install 'kuhstall[openspiel]'") from error


from kuhstall.engine.chance import Chance
from kuhstall.engine.values import Seat
from kuhstall.env.kuhhandel import moves, observation
from kuhstall.env.kuhhandel.turns import Turns, in_turns
from kuhstall.games.kuhhandel.edition import Edition

_LONGEST: Final = 100_000
"""No game comes near it: the rules end one in which nothing changes any more."""

_TYPE: Final = pyspiel.GameType(
    short_name="python_kuhhandel",
    long_name="Kuhhandel and Kuhhandel Master, in strict turns",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=moves.SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"edition": "kuhhandel/2", "players": 4},
)


class Draw(NamedTuple):
    """A lot to be drawn: what for, and one of how many, all equally likely."""

    label: str
    bound: int


class Undrawn(Exception):
    """A lot has not been drawn yet."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(f"one of {draw.bound} has to be drawn for {draw.label}")
        self.draw = draw


class Lots(Chance):
    """Chance that is told from outside what it draws, and says what it would like to be told."""

    def __init__(self) -> None:
        self.drawn: tuple[int, ...] = ()
        self._used = 0

    def below(self, label: str, bound: int) -> int:
        if bound == 1:
            return 0
        if self._used == len(self.drawn):
            raise Undrawn(Draw(label, bound))
        self._used += 1
        return self.drawn[self._used - 1]

    def begin_again(self) -> None:
        self._used = 0

    def forget(self) -> None:
        self.drawn = ()


class Course:
    """A game so far: its table, if it has been dealt, and what is only waiting for a lot."""

    def __init__(self, key: str, players: int, steps: Sequence[int] = ()) -> None:
        self._key = key
        self._players = players
        self.steps: list[int] = []  # lots and numbers, as they came
        self.lots = Lots()
        self._chosen: int | None = None  # what a seat has chosen, if a lot decides how it goes on
        self.done: list[tuple[int, Seat, str]] = []  # after how many events, by whom, what
        self.told: dict[Seat, list[str]] = {}  # what each seat has heard, line by line
        self.turns: Turns | None = None
        self._go_on()
        for step in steps:
            self.take(step)

    def __reduce__(self) -> Any:
        """Pickle what led here: tables hold functions."""
        return Course, (self._key, self._players, self.steps)

    def __deepcopy__(self, memo: Any) -> Course:
        """Copy what changes; all else are values."""
        other = object.__new__(Course)
        vars(other).update(vars(self))
        other.steps = [*self.steps]
        other.lots = copy(self.lots)
        other.done = [*self.done]
        other.told = {seat: [*lines] for seat, lines in self.told.items()}
        if self.turns is not None:
            other.turns = self.turns.branched(other.lots)
        return other

    def take(self, step: int) -> None:
        """Draw a lot, or let the seat whose turn it is choose a number."""
        self.steps.append(step)
        if self.turns is None or self.asked is not None:
            self.lots.drawn += (step,)
        elif self.turns.seat is None:
            raise ValueError("the game is over")
        else:
            self.done.append((len(self.turns.match.log), self.turns.seat, moves.NAMES[step]))
            self._chosen = step
        self._go_on()

    def _go_on(self) -> None:
        """Deal or act, as far as the lots reach."""
        self.lots.begin_again()
        self.asked: Draw | None = None
        try:
            if self.turns is None:
                self.turns = Turns(_edition(self._key), self._players, self.lots)
            elif self._chosen is not None:
                self.turns.choose(self._chosen)
        except Undrawn as undrawn:
            self.asked = undrawn.draw
            return
        self._chosen = None
        self.lots.forget()

    @property
    def actor(self) -> int:
        """Say whose turn it is, in the words of OpenSpiel."""
        if self.turns is None or self.asked is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.turns.seat is None else self.turns.seat

    def history(self, seat: Seat) -> str:
        """Tell all that a seat has heard and done, line by line."""
        lines, at = [f"seat {seat}"], 0
        told = self.told.setdefault(seat, [])
        heard = () if self.turns is None else self.turns.match.heard(seat)
        told += [msgspec.json.encode(event).decode() for event in heard[len(told) :]]
        for events, who, name in self.done:
            if who == seat:
                lines += [*told[at:events], name]
                at = events
        return "\n".join([*lines, *told[at:]])


@cache
def _edition(key: str) -> Edition:
    """Find an edition. No game keeps it: it holds functions, and games are pickled."""
    return in_turns(key, {})


class KuhhandelGame(pyspiel.Game):  # type: ignore[misc]  # no types of it where they are checked
    """An edition and a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.key, self.players = given["edition"], given["players"]
        edition = _edition(self.key)
        edition.opened(self.players)
        cards = len(edition.deck)
        if edition.divides(self.players):
            cards += len(edition.mixed_in(self.players))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(moves.NAMES),
            max_chance_outcomes=cards,
            num_players=self.players,
            min_utility=-1 / self.players,
            max_utility=1 - 1 / self.players,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> KuhhandelState:
        return KuhhandelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observations have no parameters, and so not {params}")
        return Observer(history=iig_obs_type is not None and iig_obs_type.perfect_recall)


class KuhhandelState(pyspiel.State):  # type: ignore[misc]  # as above
    """What OpenSpiel asks of a state, answered by the course of a game."""

    def __init__(self, game: KuhhandelGame) -> None:
        super().__init__(game)
        self.course = Course(game.key, game.players)

    def current_player(self) -> int:
        return self.course.actor

    def is_terminal(self) -> bool:
        return self.course.actor == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        asked = self.course.asked
        return [] if asked is None else [(lot, 1 / asked.bound) for lot in range(asked.bound)]

    def returns(self) -> list[float]:
        turns = self.course.turns
        if turns is None or not self.is_terminal():
            return [0.0] * self.num_players()
        return turns.rewards()

    def __str__(self) -> str:
        return str(self.history_str())

    def _legal_actions(self, player: int) -> list[int]:
        turns = self.course.turns
        return sorted(turns.meanings) if turns and player == self.course.actor else []

    def _apply_action(self, action: int) -> None:
        self.course.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"lot {action}" if player == pyspiel.PlayerId.CHANCE else moves.NAMES[action]


class Observer:
    """What a seat sees: of the whole game so far, or of the table as it is now."""

    def __init__(self, *, history: bool) -> None:
        self._history = history
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not history:
            self.tensor = np.zeros(len(observation.NAMES), np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: KuhhandelState, player: int) -> None:
        if self.tensor is None:
            return
        turns = state.course.turns
        self.tensor.fill(0)
        if turns is not None:
            view = turns.match.view(player)
            self.tensor[:] = observation.observe(view, player, turns.picked_by(player))

    def string_from(self, state: KuhhandelState, player: int) -> str:
        turns = state.course.turns
        if self._history or turns is None:
            return state.course.history(player)
        seen = turns.match.view(player), turns.picked_by(player)
        return msgspec.json.encode(seen).decode()


pyspiel.register_game(_TYPE, KuhhandelGame)
