"""What is due of game nights: one node does it for all, and others go on if it dies."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kuhstall.engine.values import Refused
from kuhstall.server.features.groups.night_queries import NightQueries, OrderedTable
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.table.log import TakenError
from kuhstall.server.table.party.listing import Poster
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.pace import PACES

if TYPE_CHECKING:
    from kuhstall.server.ops.node import Node
    from kuhstall.server.table.party.events import PaceName

_log = logging.getLogger(__name__)


async def look_at_nights(node: Node) -> None:
    """Open the tables of rounds, remind of nights that are near, and plan those that follow."""
    await open_tables(node)
    await NightQueries(node.service.people.db).remind()


async def open_tables(node: Node) -> None:
    """Open all tables that are to be opened.

    If a node dies on the way, another one does the same again: the ids are those that are stored.
    """
    queries = NightQueries(node.service.people.db)
    for table in await queries.claim_tables():
        ordered = await queries.ordered(table)
        if ordered is not None:
            await _open(node, table, ordered)
        await queries.note_opened(table)


async def _open(node: Node, table: str, ordered: OrderedTable) -> None:
    """Open a table with its people seated, unless that was done already."""
    if not ordered.people:
        return
    preset, host = ordered.preset, ordered.people[0]
    seats, pace = len(ordered.people) + ordered.bots, pace_for_a_night(preset.pace)
    groups = GroupQueries(node.service.people.db)
    poster = Poster(preset.edition, pace, "open", seats, len(ordered.people), ordered.bots, host)
    await groups.add_table(ordered.group, table, poster, host)
    wish = Wish(edition=preset.edition, rules=preset.rules, seats=seats, pace=pace, table=table)
    try:
        await node.service.open_table_with(ordered.people, wish)
    except TakenError:  # by the node that died
        pass
    except Refused as refused:
        _log.warning("a table of a game night cannot be opened: %s", refused)
        await groups.drop_table(ordered.group, table)
        return
    await groups.show_table(table)


def pace_for_a_night(pace: PaceName) -> PaceName:
    """Return the pace of a group, or the usual one if its tables go on for days."""
    return pace if PACES[pace].pauses else "live"
