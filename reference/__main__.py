"""`make reference`: write docs/reference, and again the facts that pages in git state."""

from __future__ import annotations

from reference import facts, pages


def main() -> None:
    pages.write()
    facts.write(facts.pages())


if __name__ == "__main__":
    main()
