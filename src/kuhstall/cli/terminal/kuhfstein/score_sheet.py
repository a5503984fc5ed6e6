"""The score sheet of Kuhfstein: the track, the revealed goal, and tiles where they break a tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kuhstall.games.kuhfstein.events import KuhfsteinScore
from kuhstall.games.kuhfstein.view import KuhfsteinView, OverView
from kuhstall.messages import Catalogue


def sheet(texts: Catalogue, names: Sequence[str], view: KuhfsteinView) -> RenderableType | None:
    """Draw the score sheet of a finished game, and name the winner."""
    phase = view.phase
    if not isinstance(phase, OverView):
        return None
    drawn = Table(title=texts.text("score.title"), title_style="bold", header_style="bold")
    drawn.add_column(texts.text("score.player"), overflow="fold")
    drawn.add_column(texts.text("score.why"), overflow="fold")
    drawn.add_column(texts.text("score.points"), justify="right", no_wrap=True)
    most = max(score.total for score in phase.scores)
    tied = sum(score.total == most for score in phase.scores) > 1
    for seat, score in enumerate(phase.scores):
        for place, (why, points) in enumerate(rows(texts, score)):
            drawn.add_row(names[seat] if place == 0 else "", why, points)
        total = texts.text("score.total")
        if tied and score.total == most:
            total += f" ({texts.text('score.tiles', count=score.tiles)})"
        drawn.add_row(
            "",
            Text(total, style="bold"),
            Text(str(score.total), style="bold green" if seat in phase.winners else "bold"),
            end_section=True,
        )
    won = texts.joined([names[seat] for seat in phase.winners])
    verdict = texts.text("score.winners", count=len(phase.winners), winners=won)
    return Group(drawn, Text(verdict, style="bold green"))


def rows(texts: Catalogue, score: KuhfsteinScore) -> Iterator[tuple[str, str]]:
    """List what makes up a seat's points."""
    yield texts.text("score.track"), str(score.track)
    key = "score.goal" if score.goal_points else "score.goal_missed"
    yield texts.text(key, goal=score.goal), f"+ {score.goal_points}"
