"""`python -m tests.games.cue_twins` writes what the sounds and faces of the browser are held to.

Each step of a case is something that all have seen, with secrets that differ: the events and the
view of every seat and of a spectator, in two worlds that a spectator cannot tell apart. What a page
plays, and the faces that it gives to bots, must be the same for all of them: people who sit in one
room hear each other's screens.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec

from kuhstall.engine.values import Event, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from tests.games.twin.kuhfstein import KuhfsteinTwins
from tests.games.twin.lockstep import Twins
from tests.games.twin.master import MasterTwins
from tests.games.twin.mutant import REAL

ROOT: Final = Path(__file__).resolve().parents[1] / "data" / "cues"
GAMES: Final[dict[str, type[Twins]]] = {
    "kuhhandel": Twins,
    "master": MasterTwins,
    "kuhfstein": KuhfsteinTwins,
}
SEEDS: Final = 150
ALIKE: Final = 2
"""How many steps with the same row of events are kept: there is nothing new in another."""
SIGHTS: Final = 5

Step = list[dict[str, Any]]


def steps(kind: type[Twins]) -> list[Step]:
    """Play cases that a spectator sees, and keep what each seat is shown of their steps."""
    found: list[Step] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(SEEDS):
        for step in _recorded(kind, seed):
            row = tuple(event["type"] for event in step[0]["events"])
            seen[row] += 1
            if seen[row] <= ALIKE:
                found.append(step)
    return found


def _recorded(kind: type[Twins], seed: int) -> list[Step]:
    steps: list[Step] = []

    class Recording(kind):  # type: ignore[misc,valid-type]
        def _heard(
            self, one: KuhTable, other: KuhTable, log: list[Event], twin_log: list[Event]
        ) -> None:
            super()._heard(one, other, log, twin_log)
            if self.viewer is None:
                sides = ((self.one, log), (self.other, twin_log))
                steps.append(_step(sides, (None, *range(self.seats))))

    case = Recording(seed, REAL)
    if case.viewer is not None:
        return []
    assert case.run().leak is None
    return [step for step in steps if len(step) > 1]


def _step(sides: Any, viewers: tuple[Viewer, ...]) -> Step:
    shown = []
    for table, log in sides:
        game = table.edition.game
        for viewer in viewers:
            events = [msgspec.to_builtins(game.redact(event, viewer)) for event in log]
            view = msgspec.to_builtins(game.view(table, viewer))
            part = {key: view[key] for key in ("game", "moment", "deck") if key in view}
            part["seats"] = [_holdings(seat) for seat in view["seats"]]
            shown.append({"events": [_short(event) for event in events], "view": part})
    kept = [one for place, one in enumerate(shown) if one not in shown[:place]]
    told = [one["events"] for one in kept]
    # Those first that were told something else; the others only look at another purse.
    order = sorted(range(len(kept)), key=lambda place: told.index(told[place]) != place)
    return [kept[place] for place in order[:SIGHTS]]


def _short(event: dict[str, Any]) -> dict[str, Any]:
    """Leave out the long rows of a deal or a shuffle."""
    return {
        key: value[:4] if isinstance(value, list) and len(value) > 12 else value
        for key, value in event.items()
    }


def _holdings(seat: dict[str, Any]) -> dict[str, Any]:
    return {key: seat[key] for key in ("herd", "purse", "hand", "goals", "score") if key in seat}


def written(found: list[Step]) -> bytes:
    """One step a line, so that a change can be read."""
    return b"[\n" + b",\n".join(msgspec.json.encode(step) for step in found) + b"\n]\n"


def main() -> None:
    ROOT.mkdir(exist_ok=True)
    for game, kind in GAMES.items():
        (ROOT / f"{game}.json").write_bytes(written(steps(kind)))


if __name__ == "__main__":
    main()
