"""What a mail says: whether somebody wants any, or that a table waits. Nothing of the game."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final

from kuhstall.server.mail.words import words
from kuhstall.server.store.mails import MailBox

LONGEST: Final = 254
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+[A-Za-z]{{2,63}}")
_NAME: Final = 64
"""Characters before the @."""


def is_address(text: str) -> bool:
    """Whether a text is an address of the usual kind, which cannot become another header."""
    name, _, _ = text.partition("@")
    return len(text) <= LONGEST and len(name) <= _NAME and _ADDRESS.fullmatch(text) is not None


class Letters:
    """Writes the mails of a site."""

    def __init__(self, site: str, sender: str) -> None:
        self._site = site
        self._sender = sender

    def question(self, box: MailBox) -> EmailMessage:
        """Ask whether an address is that of whoever gave it."""
        return self._letter(box, "ask", confirm=self._link(box, "confirm"))

    def digest(self, box: MailBox) -> EmailMessage:
        """Say that a table waits, with a way to end it that takes one tap (RFC 8058)."""
        end = self._link(box, "end")
        letter = self._letter(box, "waits", end=end)
        letter["List-Unsubscribe"] = f"<{end}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return letter

    def _link(self, box: MailBox, deed: str) -> str:
        return f"{self._site}/mail/{box.token}/{deed}"

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
