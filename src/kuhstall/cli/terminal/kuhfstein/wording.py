"""The wording of questions and actions."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.cli.terminal.kuhfstein import drawing
from kuhstall.engine.option import Placement
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhfstein.actions import (
    PlaceTile,
    PlayCard,
    ShowGoal,
    TakeCard,
    TakeHerd,
    TakeStartCard,
)
from kuhstall.games.kuhfstein.goals import GOAL_POINTS
from kuhstall.games.kuhfstein.patterns import CardFace, CardId
from kuhstall.games.kuhfstein.view import (
    ActingView,
    FinalView,
    KuhfsteinView,
    OverView,
    PickingView,
)
from kuhstall.messages import Catalogue


class KuhfsteinWording:
    """Words one viewer's view, and calls seats by their names."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: KuhfsteinView) -> None:
        self.texts = texts
        self.names = names
        self.view = view

    def asked(self) -> Seat | None:
        """Return the seat that the table waits for, if there is exactly one."""
        phase = self.view.phase
        return phase.seat if isinstance(phase, ActingView | PickingView) else None

    def question(self) -> str:
        """Say in one sentence what the viewer is asked, or whom they wait for."""
        phase, text = self.view.phase, self.texts.text
        asked = self.asked()
        if asked is not None and asked != self.view.viewer:
            kind = "acting" if isinstance(phase, ActingView) else "picking"
            return text(f"phase.{kind}.other", seat=self.names[asked])
        match phase:
            case ActingView(committed=("tile" | "card") as committed):
                return text(f"phase.acting.you_committed_{committed}")
            case ActingView(doing=doing, left=left):
                return text(f"phase.acting.you_{doing}", count=left + 1)
            case PickingView():
                return text("phase.picking.you")
            case FinalView():
                return text("phase.final.other" if self.view.viewer is None else "phase.final.you")
            case OverView():
                return text("phase.ended")
        return text("phase.between")

    def face(self, card: CardId) -> CardFace:
        """Return a card that the viewer sees: in their hand, or lying open."""
        hand = self.view.seats[self.view.viewer or 0].hand or ()
        return next(face for face in (*hand, *self.view.cards) if face.card == card)

    def action(self, action: Action) -> str:
        text = self.texts.text
        match action:
            case TakeCard(card):
                return text("action.take_card_face", card=drawing.title(self.face(card)))
            case TakeStartCard(card):
                return text("action.take_start_card", card=drawing.title(self.face(card)))
            case ShowGoal(goal):
                return f"{text('action.show_goal', goal=goal)} (+{GOAL_POINTS[goal]})"
            case TakeHerd(row, column):
                return self._herd((row, column))
        return text(f"action.{action.__struct_config__.tag}")

    def _herd(self, cell: tuple[int, int]) -> str:
        herds = self.view.seats[self.view.viewer or 0].herds
        number, herd = next((n, herd) for n, herd in enumerate(herds) if cell in herd)
        cows = self.texts.text("action.take_herd_cows", count=len(herd))
        return f"{cows} {drawing.HERDS[number]}"

    def placement(self, option: Placement) -> str:
        """Name the tile or card to be placed, before its position is chosen."""
        text = self.texts.text
        match option.action:
            case PlaceTile():
                terrain = self.view.display[option.pieces[0]]
                tree = any(spot.also is not None for spot in option.spots)
                lay = text("action.place_tile_kind", terrain=terrain)
                return f"{lay} {drawing.TREE}" if tree else lay
            case PlayCard(card):
                return text("action.play_card_face", card=drawing.title(self.face(card)))
        return text(f"action.{option.action.__struct_config__.tag}")

    def goal(self, goal: str) -> str:
        """Name a goal and what it is worth."""
        return f"{self.texts.text(f'goal.{goal}')} (+{GOAL_POINTS[goal]})"
