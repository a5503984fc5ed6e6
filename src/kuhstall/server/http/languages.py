"""The type of a language in a request."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kuhstall.messages import LANGUAGES

Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})(?!\n)$")]
