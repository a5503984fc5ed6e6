"""The content of mails: a confirmation request, that a table waits, or that a game night is near.

They say nothing about a game or a group.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from hmac import compare_digest
from hmac import digest as hmac
from typing import Final

from kuhstall.messages import LANGUAGES
from kuhstall.server.features.notifications.mail.texts import words
from kuhstall.server.features.notifications.mail_queries import DueMail, MailBox, digest_of

LONGEST: Final = 254
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+[A-Za-z]{{2,63}}")
_NAME: Final = 64
"""The most characters before the @."""
_SEAL: Final = 16


def is_address(text: str) -> bool:
    """Return whether a text is a usual mail address, which cannot inject another header."""
    name, _, _ = text.partition("@")
    return len(text) <= LONGEST and len(name) <= _NAME and _ADDRESS.fullmatch(text) is not None


class MailMessages:
    """Composes the mails of a site."""

    def __init__(self, site: str, sender: str, key: bytes) -> None:
        self._site = site
        self._sender = sender
        self._key = key

    def letter(self, due: DueMail) -> EmailMessage:
        """Compose a mail."""
        if not due.box.confirmed:
            return self.question(due.box)
        return self.reminder(due.box) if due.night else self.digest(due.box)

    def question(self, box: MailBox) -> EmailMessage:
        """Ask the owner of an address to confirm it, with a link to refuse all further mail."""
        never = f"{self._site}/mail/{self.never_token(box)}/never"
        letter = self._letter(box, "ask", confirm=self._link(box, "confirm"), never=never)
        return _with_unsubscribe(letter, never)

    def digest(self, box: MailBox) -> EmailMessage:
        """Say that a table waits, with a link to unsubscribe."""
        return self._notice(box, "waits")

    def reminder(self, box: MailBox) -> EmailMessage:
        """Say that a game night is near, with a link to unsubscribe."""
        return self._notice(box, "night")

    def _notice(self, box: MailBox, kind: str) -> EmailMessage:
        end = self._link(box, "end")
        return _with_unsubscribe(self._letter(box, kind, end=end), end)

    def never_token(self, box: MailBox) -> str:
        """Return a token by which the recipient can refuse all further mail.

        It never expires and needs no row: the person who gave the address may have removed it.
        """
        plain = bytes([LANGUAGES.index(box.language)]) + digest_of(box.address)
        return b32encode(plain + self._seal(plain)).decode().rstrip("=").lower()

    def read_never_token(self, token: str) -> tuple[str, bytes] | None:
        """Return the language and the address's digest, if the token is one of ours."""
        try:
            data = b32decode(token.upper() + "=" * (-len(token) % 8))
        except ValueError:
            return None
        plain, seal = data[:-_SEAL], data[-_SEAL:]
        if not plain or not compare_digest(seal, self._seal(plain)):
            return None
        return LANGUAGES[plain[0]], plain[1:]

    def _seal(self, plain: bytes) -> bytes:
        return hmac(self._key, plain, "sha256")[:_SEAL]

    def _link(self, box: MailBox, choice: str) -> str:
        return f"{self._site}/mail/{box.token}/{choice}"

    def _letter(self, box: MailBox, kind: str, **args: str) -> EmailMessage:
        texts = words(box.language)
        letter = EmailMessage(policy=SMTP)
        letter["From"] = self._sender
        letter["To"] = box.address
        letter["Subject"] = texts.text(f"{kind}.subject")
        letter["Date"] = format_datetime(localtime())
        letter["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(texts.text(f"{kind}.text", site=self._site, **args) + "\n")
        letter["Content-Language"] = box.language
        return letter


def _with_unsubscribe(letter: EmailMessage, address: str) -> EmailMessage:
    """Add the headers for one-click unsubscribe (RFC 8058)."""
    letter["List-Unsubscribe"] = f"<{address}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return letter
