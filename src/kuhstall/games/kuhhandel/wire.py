"""Every word of the family, and so the only module below the editions that names both games.

A table of one game reads the words of the other as well: an action that belongs to the other game
is one that is not allowed here, and not an unknown one.
"""

from __future__ import annotations

from typing import TypeAlias

from kuhstall.games.kuhhandel.actions import ClassicAction
from kuhstall.games.kuhhandel.events import ClassicEvent
from kuhstall.games.kuhhandel.master.actions import MasterAction
from kuhstall.games.kuhhandel.master.events import MasterEvent
from kuhstall.games.kuhhandel.master.view import MasterView
from kuhstall.games.kuhhandel.view import ClassicView

AnyAction: TypeAlias = ClassicAction | MasterAction
AnyEvent: TypeAlias = ClassicEvent | MasterEvent
View: TypeAlias = ClassicView | MasterView
