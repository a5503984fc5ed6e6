"""The reference pages are complete, and anything unexplained is noticed."""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from msgspec import Meta

from kuhstall import engine
from kuhstall.cli import parser
from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import names
from kuhstall.messages import LANGUAGES
from kuhstall.server.describe import openapi
from kuhstall.server.describe.schema import games
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.settings import names as settings
from kuhstall.server.table.party.requests import AnyRequest
from kuhstall.server.wire import frames
from reference import api, codes, commands, errors, facts, options, server, site, wire
from reference.families import families
from reference.pages import FOLDER, PAGES, ROOT
from tests.machine import patience

page = cache(lambda name: PAGES[name]())


def test_every_page_is_written_and_one_that_is_gone_is_removed(tmp_path: Path) -> None:
    """In another process, where sets have another order: it must not be that of a page."""
    (tmp_path / "gone.md").write_text("# Gone\n", encoding="utf-8")
    words = "import sys, pathlib, reference.pages as p; p.write(pathlib.Path(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", words, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        timeout=patience(120),
    )
    told = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert told == {name: page(name) for name in PAGES}


def test_every_page_is_in_the_navigation() -> None:
    """MkDocs would tell as well, but not before the whole site is built."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r": reference/([\w-]+\.md)$", settings, flags=re.MULTILINE)
    assert sorted(listed) == sorted(name for name in PAGES if name.endswith(".md"))


def test_facts_on_pages_are_those_of_the_code() -> None:
    stated = {str(path): path.read_text(encoding="utf-8") for path in facts.pages()}
    assert {name: facts.written(text) for name, text in stated.items()} == stated, "make reference"
    marked = set(re.findall("<!--fact:([a-z0-9-]+)-->", "".join(stated.values())))
    assert marked == set(facts.FACTS)


def test_pages_state_what_kuhfstein_lacks_and_how_long_things_are_kept() -> None:
    assert facts.FACTS["levels-missing-in-kuhfstein"]() == "no `hard`"
    assert facts.FACTS["keep-absent-guests"]() == "60"
    for name in ("README.md", "docs/index.md", "docs/beside.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.search("<!--fact:levels-(missing-in-)?kuhfstein-->", text), name
    text = (ROOT / "docs/host/data.md").read_text(encoding="utf-8")
    kept = re.findall(r"`KUHSTALL_KEEP_(\w+)`, <!--fact:keep-(\w+)-->", text)
    assert kept == [(name.upper(), name) for _, name in kept]
    assert {name for _, name in kept} == {
        name.removeprefix("keep_") for name in settings() if name.startswith("keep_")
    }


def test_a_fact_that_is_out_of_date_is_noticed() -> None:
    stale = "in <!--fact:languages-->2<!--/--> languages"
    fresh = f"in <!--fact:languages-->{len(LANGUAGES)}<!--/--> languages"
    assert facts.written(stale) == fresh


def test_facts_are_on_pages_in_git_alone() -> None:
    assert not [path for path in facts.pages() if FOLDER in path.parents]
    assert "<!--fact:" not in "".join(map(page, PAGES))


def flags(command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from flags(sub)
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            yield from ((command.prog, flag) for flag in action.option_strings)


def test_every_option_edition_message_code_and_flag_is_there() -> None:
    """Look for the names themselves: the generator may leave something out."""
    listed = {key for family in families() for key in family.editions}
    for edition in EDITIONS.values():
        assert edition.key in listed
        for name in names(type(edition.rules)):
            assert f"### {name} " in page("options.md")
    told = [*get_args(frames.Inbound), *get_args(frames.Outbound), *get_args(AnyRequest)]
    for game in games():
        told += [*get_args(game.actions), *get_args(game.events)]
    for kind in told:
        assert f"</a>`{kind.__struct_config__.tag}` |" in page("messages.md")
    for code in codes.existing() | codes.at_the_keyboard():
        assert f"| `{code}` |" in page("errors.md")
    for prog, flag in flags(parser()):
        section = page("commands.md").split(f"# {prog}\n")[1].split("\n#")[0]
        assert re.search(rf"`{flag}[` ]", section), f"{prog} {flag}"


def test_the_engine_and_every_action_and_event_are_in_the_python_pages() -> None:
    for name in engine.__all__:
        known = getattr(engine, name)
        if getattr(known, "__module__", "").startswith("kuhstall."):  # no number, no union
            assert f"\n### {name}\n" in page("python-engine.md")
    for game in games():
        for kind in (*get_args(game.actions), *get_args(game.events)):
            package = kind.__module__.split(".")[1]
            assert f"\n### {kind.__name__}\n" in page(f"python-{package}.md")
    assert "\n### Bot\n" in page("python-bots.md")


def planted_option(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(options, "names", lambda rules: (*names(rules), "surprise"))


def planted_code(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(errors, "existing", lambda: codes.existing() | {"surprise"})


def planted_command_code(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(errors, "at_the_keyboard", lambda: codes.at_the_keyboard() | {"surprise"})


def planted_flag(patch: pytest.MonkeyPatch) -> None:
    def surprising() -> argparse.ArgumentParser:
        whole = parser()
        whole.add_argument("--surprise")
        return whole

    patch.setattr(commands, "parser", surprising)


def planted_message(patch: pytest.MonkeyPatch) -> None:
    def silent(*_: Any) -> tuple[Any, Any]:
        known, operations = openapi.wire(ENDPOINTS)
        del known["Reveal"]["description"]
        return known, operations

    patch.setattr(wire, "wire", silent)
    patch.setattr(wire, "protocol", lambda: {"$defs": {}})


def planted_name(patch: pytest.MonkeyPatch) -> None:
    silent = ast.parse("def surprise() -> None: ...").body
    patch.setattr(api, "offered", lambda _: silent)


def planted_setting(patch: pytest.MonkeyPatch) -> None:
    kinds = {"store": Annotated[str, Meta(max_length=9)]}
    patch.setattr(server, "get_type_hints", lambda *_, **__: kinds)


@pytest.mark.parametrize(
    ("written", "plant"),
    [
        (options.page, planted_option),
        (errors.page, planted_code),
        (errors.page, planted_command_code),
        (wire.page, planted_message),
        (commands.page, planted_flag),
        (server.settings_page, planted_setting),
        (partial(api.page, "engine"), planted_name),
    ],
)
def test_what_nobody_has_explained_is_refused(
    written: Callable[[], str], plant: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(LookupError):
        written()


def test_the_search_shows_pages_for_players_first_and_decisions_last() -> None:
    found = ["decisions/0036-x.md", "how/index.md", "play/de/account.md", "play/account.md"]
    assert sorted(found, key=site.boost) == found


def test_lists_are_written_as_python_markdown_wants_them() -> None:
    told = "Some:\n- one\n  - inner\n\n```json Ack\n- none\n```"
    wanted = 'Some:\n\n- one\n    - inner\n\n```json title="Ack"\n- none\n```'
    assert site.as_python_markdown(told) == wanted


def test_links_of_pages_in_the_root_are_mended() -> None:
    told = "[why](docs/decisions/0001-store-events-not-actions.md), the [MIT licence](LICENSE)"
    assert (
        site.moved(told)
        == "[why](decisions/0001-store-events-not-actions.md), the MIT licence (`LICENSE`)"
    )
