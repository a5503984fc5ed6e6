"""The list of decisions names every note, by its title, and files are named after titles."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
NOTES = sorted(FOLDER.glob("0*.md"))


def test_the_list_names_every_note_by_its_title() -> None:
    listed = re.findall(
        r"^\| \[(\d{4})\]\((.+)\) \| (.+) \|$",
        (FOLDER / "README.md").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    titles = [path.read_text(encoding="utf-8").partition("\n")[0] for path in NOTES]
    notes = zip(titles, NOTES, strict=True)
    assert [(f"# {number}. {title}", name) for number, name, title in listed] == [
        (title, path.name) for title, path in notes
    ]


def test_a_file_is_named_after_its_title() -> None:
    for path in NOTES:
        title = path.read_text(encoding="utf-8").partition("\n")[0].lower()
        assert path.stem == "-".join(re.findall("[a-z0-9]+", title))


def test_no_number_is_used_twice_and_one_that_is_free_is_accounted_for() -> None:
    used = [int(path.name[:4]) for path in NOTES]
    assert len(set(used)) == len(used)
    free = set(range(1, max(used) + 1)) - set(used)
    introduction = (FOLDER / "README.md").read_text(encoding="utf-8").partition("| No. |")[0]
    assert {int(number) for number in re.findall(r"\b\d{4}\b", introduction)} == free
