"""A feature of the server, really added: its folder, and one line in the registry."""

from __future__ import annotations

import pytest

from tests.additions.checkout import ROOT, Checkout, assert_guided

TOY = ROOT / "tests" / "server" / "toy"
FOLDER = "src/kuhstall/server/features/notes"
REGISTRY = "src/kuhstall/server/features/registry.py"


def add_feature(checkout: Checkout) -> None:
    """Bring the toy that `tests/server/test_features.py` runs, and register it."""
    for path in sorted(TOY.rglob("*")):
        if path.suffix in {".py", ".sql"}:
            name = path.relative_to(TOY).as_posix()
            checkout.create(f"{FOLDER}/{name}", path.read_text(encoding="utf-8"))
    checkout.insert_after(
        REGISTRY,
        "from kuhstall.server.features.moderation.feature import"
        " ADDRESS_BANS, BLOCKLIST, REPORTING\n",
        "from kuhstall.server.features.notes.feature import FEATURE as NOTES\n",
    )
    checkout.insert_after(REGISTRY, "    GROUPS,\n", "    NOTES,\n")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    added = Checkout(tmp_path_factory.mktemp("feature"))
    add_feature(added)
    return added


def test_a_feature_is_its_folder_and_a_line(checkout: Checkout) -> None:
    outside = [path for path in checkout.touched if not path.startswith(f"{FOLDER}/")]
    print(f"a feature: {len(checkout.created)} files of its own, and {outside}")
    assert outside == [REGISTRY]
    assert_guided("A feature", checkout.touched)


@pytest.mark.thorough
def test_a_feature_breaks_no_test_that_looks_at_all_of_them(checkout: Checkout) -> None:
    checkout.generate()
    checkout.test("tests/server/test_protocol.py", "tests/server/test_origins.py", "tests/pinned")
