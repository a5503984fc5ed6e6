"""Random ids, codes and secrets for new tables and people. Games draw from seeds, not from here."""

from __future__ import annotations

import secrets
from typing import Final

from kuhstall.server.table.party import fair
from kuhstall.server.table.party.opening import CODE_LENGTH, ID_LENGTH, LETTERS, Drawn

_NONCE_BITS: Final = 48


class RandomSource:
    """Draws unpredictable values. Only the simulation replaces it, by a repeatable one."""

    def letters(self, count: int) -> str:
        """Draw letters that are hard to confuse when read or typed."""
        return "".join(secrets.choice(LETTERS) for _ in range(count))

    def table(self) -> Drawn:
        """Draw the id of a table, and the server's secret part of the shuffle."""
        return Drawn(self.letters(ID_LENGTH), secrets.token_bytes(fair.VALUE_BYTES))

    def code(self) -> str:
        """Draw an invite code."""
        return self.letters(CODE_LENGTH)

    def salt(self, length: int) -> bytes:
        """Draw the salt of a receipt."""
        return secrets.token_bytes(length)

    def nonce(self) -> int:
        """Draw the number of a ping."""
        return secrets.randbits(_NONCE_BITS)
