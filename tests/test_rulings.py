"""Each ruling that concerns a playable game has a test with its id in the name.

`test_d_01_…` proves D-01, `test_a_01_a_02_…` proves A-01 and A-02.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "rules"

PLAYED = {"classic": "kuhhandel", "master": "master", "kuhfstein": "kuhfstein"}
"""The games that are complete, and where their tests are. A game joins when it is finished."""

ID = re.compile(r"_([damck])_(\d\d)(?=_|$)")
IDS_OF_A_TEST = re.compile(r"test((?:_[damck]_\d\d)+)(?=_|$)")


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    games: list[str]
    options: list[str]


class Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruling: list[Ruling]


def rulings() -> dict[str, Ruling]:
    data = tomllib.loads((RULES / "rulings.toml").read_text(encoding="utf-8"))
    register = msgspec.convert(data, Register)
    return {ruling.id: ruling for ruling in register.ruling}


def ids_in(name: str) -> set[str]:
    """Read the ids at the beginning of a test's name."""
    head = IDS_OF_A_TEST.match(name)
    return {f"{kind.upper()}-{number}" for kind, number in ID.findall(head[1])} if head else set()


def names_of_tests(under: Path) -> Iterator[str]:
    for path in under.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name


def ids_with_a_test(game: str = "") -> set[str]:
    under = ROOT / "tests" / "games" / game if game else ROOT / "tests"
    return set().union(*map(ids_in, names_of_tests(under)))


def test_ids_are_read_from_names() -> None:
    assert ids_in("test_d_01_barred_seats_stay_out") == {"D-01"}
    assert ids_in("test_a_01_a_02_exact_if_possible") == {"A-01", "A-02"}
    assert ids_in("test_c_21") == {"C-21"}
    assert not ids_in("test_a_1_is_no_id")
    assert not ids_in("test_a_100_is_a_bid")
    assert not ids_in("helper_d_01")


@pytest.mark.parametrize("game", PLAYED)
def test_every_ruling_has_a_test(game: str) -> None:
    wanted = {key for key, ruling in rulings().items() if game in ruling.games}
    missing = sorted(wanted - ids_with_a_test(PLAYED[game]))
    assert not missing, f"{len(missing)} rulings without a test: {', '.join(missing)}"


def test_every_id_in_a_name_is_a_ruling() -> None:
    unknown = sorted(ids_with_a_test() - rulings().keys())
    assert not unknown, f"tests name rulings that do not exist: {', '.join(unknown)}"


def test_the_list_is_the_register() -> None:
    text = (RULES / "RULINGS.md").read_text(encoding="utf-8")
    register = text[text.index("## 5. REGISTER") : text.index("## 6. ")]
    register = register.replace("**A-01/02 ", "**A-01 **A-02 ")
    entries = re.findall(r"(?:\*\*|^\| )([DAMCK]-\d\d) ", register, flags=re.MULTILINE)

    assert sorted(entries) == sorted(rulings())


def test_the_list_names_known_games_and_options() -> None:
    text = (RULES / "RULINGS.md").read_text(encoding="utf-8")
    for ruling in rulings().values():
        assert ruling.games, ruling.id
        assert set(ruling.games) <= {"classic", "master", "kuhfstein"}, ruling.id
        for option in ruling.options:
            assert re.search(rf"\b{option}\b", text), f"{ruling.id}: {option}"
