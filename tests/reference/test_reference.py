"""The reference pages match the code, and anything unexplained is noticed."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, get_args

import pytest
from msgspec import Meta

from kuhstall import engine
from kuhstall.cli import parser
from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import names
from kuhstall.server.describe import openapi
from kuhstall.server.describe.schema import games
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.party.requests import AnyRequest
from kuhstall.server.protocol import frames
from reference import api, codes, commands, errors, options, server, site, wire
from reference.families import families
from reference.pages import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_make_reference_writes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name](), "run `make reference`"


def test_there_is_no_other_page() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


def page(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def flags(command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from flags(sub)
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            yield from ((command.prog, flag) for flag in action.option_strings)


def test_every_option_edition_message_code_and_flag_is_there() -> None:
    """Look for the names themselves: the comparison alone misses what the generator leaves out."""
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
            room = kind.__module__.split(".")[1]
            assert f"\n### {kind.__name__}\n" in page(f"python-{room}.md")
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


def test_lists_are_written_as_python_markdown_wants_them() -> None:
    told = "Some:\n- one\n  - inner\n\n```json Ack\n- none\n```"
    wanted = 'Some:\n\n- one\n    - inner\n\n```json title="Ack"\n- none\n```'
    assert site.on_page_markdown(told) == wanted


def test_links_of_pages_in_the_root_are_mended() -> None:
    told = "[why](docs/decisions/0001-event-log.md), the [MIT licence](LICENSE)"
    assert site.moved(told) == "[why](decisions/0001-event-log.md), the MIT licence (`LICENSE`)"
