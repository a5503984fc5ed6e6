"""What people read, in English, German, Russian and Dutch.

The texts are i18next JSON, so that every program that faces people reads the same files.
"""

from kuhstall.messages.catalogue import LANGUAGES, Catalogue, MissingText

__all__ = ["LANGUAGES", "Catalogue", "MissingText"]
