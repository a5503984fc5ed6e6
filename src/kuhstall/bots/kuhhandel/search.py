"""Search for a bot: what its seat sees and remembers as a row, in which other purses are empty.

So a bot gets no more here than anywhere: what it does not see is imagined.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from kuhstall.bots.bot import HARD
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import personality_of
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.belief import belief, known
from kuhstall.bots.kuhhandel.simulator.chance import sow, think
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, rows
from kuhstall.bots.kuhhandel.simulator.decisions import read_decision, write_decision
from kuhstall.bots.kuhhandel.simulator.memory import remember_nothing
from kuhstall.bots.kuhhandel.simulator.options import offer_options
from kuhstall.bots.kuhhandel.simulator.playing import decide, lay_out, models, seat
from kuhstall.bots.kuhhandel.simulator.search import search
from kuhstall.bots.kuhhandel.simulator.setting import begin, in_turns, write_cards, write_rules
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.cards import KIND
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.view import OfferingView, RespondingView, TurnView

MODELS: Final = ("farmer@1", "farmer@2", HARD)
"""How the others may play."""
WORLDS: Final = 16
_log: Final = logging.getLogger(__name__)
_SEATS: Final = 3


class Search:
    """Thinks again about what a farmer decided. Each bot has one of its own: it needs room."""

    def __init__(self, worlds: int = WORLDS) -> None:
        self._worlds = worlds
        self._rows = rows(3, at.WHOLE, at.REALS)
        self._models = models(MODELS)

    def overruled(self, seen: Seen, memory: Memory, chance: Chance, action: Action) -> Action:
        """Return what ends best in imagined games: what was decided, or something else."""
        phase = seen.view.phase
        if seen.view.deck or not isinstance(phase, TurnView | OfferingView | RespondingView):
            return action
        memory.listen(seen.heard)
        (g, h, k), (f, e, d) = self._rows
        try:
            write_table(g, seen, memory)
        except ValueError:
            return action  # by rules that the simulator does not play
        write_memory(g, f, memory)
        seat(g, f, seen.seat, personality_of(HARD))
        offer_options(g)
        write_decision(g, action)
        think(g, chance)
        try:
            search(g, f, seen.seat, (h, e), (k, d), self._models, self._worlds)
        except ArithmeticError:
            _log.exception("the search failed; the farmer's own decision stands")
            return action
        return read_decision(g)


def warm_up() -> None:
    """Compile, or read what was compiled before, by searching once on any table."""
    (g,), (f,) = lay_out(in_turns(find("kuhhandel/2")), [HARD] * _SEATS, ["warm"])
    begin(g, 0)
    remember_nothing(g, f)
    g[at.TOP] = g[at.DECK_SIZE]
    for place in range(_SEATS):
        for animal in range(at.ANIMALS):
            g[at.HERDS + at.KINDS * place + animal] = 2 if place == 0 else 1
    sow(g, "warm")
    offer_options(g)
    decide(g, f)
    (h, k), (e, d) = rows(2, at.WHOLE, at.REALS)
    search(g, f, 0, (h, e), (k, d), models(MODELS), 1)


def write_table(g: Row, seen: Seen, memory: Memory) -> None:
    """Write what a seat sees of a table whose deck is empty."""
    view: Any = seen.view
    write_rules(g, in_turns(memory.edition), len(view.seats))
    begin(g, seen.seat)
    g[at.TOP] = g[at.DECK_SIZE]
    g[at.DONKEYS] = view.donkeys
    g[at.IDLE] = view.idle
    g[at.DOVE] = at.NOBODY if view.dove is None else view.dove
    for place, shown in enumerate(view.seats):
        write_cards(g, at.PURSES + at.CARDS * place, shown.purse or ())
        for kind, number in shown.herd.items():
            g[at.HERDS + at.KINDS * place + KIND[kind]] = number
    phase = view.phase
    if isinstance(phase, TurnView):
        return
    responding = isinstance(phase, RespondingView)
    g[at.PHASE] = at.RESPONDING if responding else at.OFFERING
    g[at.OWNER] = g[at.CHALLENGER] = phase.challenger
    g[at.CHALLENGED] = phase.challenged
    g[at.ANIMAL] = KIND[phase.animal]
    g[at.STAKE] = phase.stake
    g[at.BOUT] = phase.bout
    if responding:
        g[at.OFFER_SHOWN] = int(phase.shown)


def write_memory(g: Row, f: Reals, memory: Memory) -> None:
    """Write what a seat remembers."""
    me = memory.seat
    mind = at.MIND * me
    for place, (purse, manner) in enumerate(zip(memory.purses, memory.manners, strict=True)):
        b = belief(me, place)
        told = (purse.low, purse.high, purse.guess, purse.fewest, purse.most)
        for part, number in enumerate(told):
            f[b + part] = number
        f[b + 5] = float(purse.cards is not None)
        write_cards(g, known(me, place), purse.cards or ())
        habits = (
            manner.accepted,
            manner.countered,
            manner.laid,
            manner.looked,
            manner.answered,
            manner.could,
        )
        for habit, number in enumerate(habits):
            f[mind + at.MANNERS + at.MANNER * place + habit] = number
    for place in range(len(memory.purses)):
        count = memory.counts.get(place)
        f[mind + at.COUNTS + place] = -1.0 if count is None else count
    f[mind + at.MONEY] = memory.money
    f[mind + at.MONEY_CARDS] = memory.cards
