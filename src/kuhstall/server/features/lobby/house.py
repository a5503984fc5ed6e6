"""What a page needs to know about its server."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from kuhstall.server.table.party.opening import Wish

PageName: TypeAlias = Literal["imprint", "privacy"]


class House(Struct, frozen=True):
    """What a page cannot find out by itself.

    A page at 127.0.0.1 has to name another address in its invitations. `wish` holds the options
    that `kuhstall play` was started with: the first player to open its table is the host. `pages`
    are those that the operator of the site has set: `/imprint`, `/privacy`. `bots` are the
    operator's own, which tables may seat besides the games' bots. `key_site` is set where browsers
    can create passkeys. `offline` is false where the operator has switched offline play off.
    `error_reports` is true where the operator wants to know of errors in the scripts of pages.
    """

    address: str = ""
    wish: Wish | None = None
    pages: tuple[PageName, ...] | UnsetType = UNSET
    bots: tuple[str, ...] | UnsetType = UNSET
    key_site: bool | UnsetType = UNSET
    offline: Literal[False] | UnsetType = UNSET
    error_reports: Literal[True] | UnsetType = UNSET
