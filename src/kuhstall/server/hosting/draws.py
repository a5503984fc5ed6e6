"""What is drawn for new tables and new people. The games draw from seeds, and never from here."""

from __future__ import annotations

import secrets
from typing import Final

from kuhstall.server.party import fair
from kuhstall.server.party.opening import CODE_LENGTH, ID_LENGTH, LETTERS, Drawn

_NONCE_BITS: Final = 48


class Draws:
    """Draws what nobody may guess. Only a simulation has another one, which can be repeated."""

    def letters(self, count: int) -> str:
        """Draw letters that are not mistaken for each other."""
        return "".join(secrets.choice(LETTERS) for _ in range(count))

    def table(self) -> Drawn:
        """Draw an id and the secret of the server, its part of the shuffle."""
        return Drawn(self.letters(ID_LENGTH), secrets.token_bytes(fair.VALUE_BYTES))

    def code(self) -> str:
        """Draw an invite code."""
        return self.letters(CODE_LENGTH)

    def nonce(self) -> int:
        """Draw the number of a ping."""
        return secrets.randbits(_NONCE_BITS)
