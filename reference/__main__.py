"""`make reference`: write docs/reference again."""

from __future__ import annotations

from reference.pages import FOLDER, PAGES


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, written in PAGES.items():
        (FOLDER / name).write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
