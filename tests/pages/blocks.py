"""The blocks of code in the pages, and which of them are run, when, or why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from msgspec import Struct

ROOT: Final = Path(__file__).resolve().parents[2]
NOT_OURS: Final = ("docs/reference/", "docs/rules/")
"""Written from the code, and quoted from the rulings: there is nothing to type in them."""

TRANSLATED: Final = ("docs/play/de/", "docs/play/ru/", "docs/play/nl/")
"""What they tell people to type is what the English page does, as `test_players.py` proves."""

TRIED_BY: Final = "tried by "
"""How a reason begins that names a test, which has to exist."""

_BUILDS: Final = "builds or checks the checkout itself, as CI does with the same targets"
_INSTALLS: Final = "installs from an index of packages, which CI cannot ask"
_CONTAINERS: Final = "needs containers or a cluster"
_MACHINE: Final = "changes the machine: its packages, users, services or ports below 1024"
_PUBLIC: Final = "needs a public host name"
_PUBLISHES: Final = "publishes"
_DRAWN: Final = "nothing to type: a drawing, a quotation or a formula"
_YOURS: Final = "names a store of yours; "

QUICK: Final = {
    ("README.md", "kuhstall serve --store kuhstall.db --host 0.0.0.0"),
    ("docs/host/index.md", "kuhstall doctor"),
    ("docs/host/index.md", "kuhstall play --people 2"),
    ("docs/install.md", 'eval "$(kuhstall completion bash)"'),
    ("docs/kuhfstein-cards.md", "kuhstall play kuhfstein --terminal --cards my-cards.toml"),
    ("docs/play/index.md", "kuhstall play master --terminal --names Anna,Ben"),
    ("docs/play/score.md", "kuhstall score"),
    ("docs/play/terminal.md", "kuhstall play kuhhandel/2 --terminal --save game.json"),
}
LONG: Final = {
    (
        "README.md",
        "kuhstall sim kuhhandel/2 --games 100 --bots farmer,farmer:bold,random,random --rotate",
    ),
    (
        "docs/bots.md",
        "kuhstall sim kuhhandel --games 40 --bots miser:Miser,farmer,farmer,farmer --rotate",
    ),
    ("docs/bots.md", "kuhstall serve --bots miser:Miser"),
    ("docs/host/index.md", "kuhstall serve --store kuhstall.db --host 0.0.0.0"),
    ("docs/host/operating.md", "kuhstall doctor"),
    ("docs/play/index.md", "kuhstall play"),
    ("docs/play/night.md", "kuhstall play master --people 4 --pace relaxed"),
    ("docs/play/screen.md", "kuhstall play --screen"),
    ("docs/play/terminal.md", "kuhstall play kuhhandel/2 --terminal"),
    ("docs/play/terminal.md", "kuhstall rules kuhhandel/2"),
    ("docs/play/terminal.md", "kuhstall play master --terminal --players 4"),
    ("docs/play/terminal.md", "kuhstall play kuhfstein --terminal --players 3"),
    ("docs/simulation.md", "kuhstall sim kuhhandel/2 --players 4 --games 500 --seed 1 --json"),
    ("docs/simulation.md", "kuhstall bench --json"),
    ("docs/simulation.md", ".venv/bin/python -m bench.jam"),
    (
        "docs/simulation.md",
        "kuhstall arena kuhhandel/2 --bots farmer,farmer@1,farmer@1 --games 30 --out games.jsonl",
    ),
}
_CURL: Final = f"{TRIED_BY}tests/test_readme.py::test_a_table_is_served_and_a_game_finished_as_the"
_RESTORE: Final = f"{TRIED_BY}tests/deploy/test_restore.py::test_every_game_replays_to_the_same"
_TUNED: Final = "tests/arena/kuhhandel/simulator/test_tuning.py::test_it_prints_numbers_and_a_share"
_PLANNED: Final = "tests/arena/kuhfstein/test_tuning.py::test_a_search_that_was_cut_off_goes_on"
_SLOW_GAMES: Final = (
    f"{TRIED_BY}tests/arena/test_slow_games.py::test_one_answer_saves_most_of_the_time"
)
_CANARY: Final = f"{TRIED_BY}tests/server/test_canary.py::test_a_healthy_server_passes_and"
_BANS: Final = f"{TRIED_BY}tests/cli/test_serving.py::test_the_host_of_a_server_bans_ranges_of"
_RECEIPTS: Final = f"{TRIED_BY}tests/server/test_receipts.py::test_receipts_of_all_prove"
_OPENSPIEL: Final = f"{TRIED_BY}tests/env/kuhhandel/in_openspiel.py::test_openspiel_finds_nothing"
_EXAMPLES: Final = f"{TRIED_BY}tests/examples/test_examples.py::"

NOT_RUN: Final = {
    ("docs/bots/hard.md", "python -m bench.kuhhandel.training"): "it needs numba and some minutes",
    ("README.md", "make setup release"): _BUILDS,
    ("README.md", "make setup check"): _BUILDS,
    ("CONTRIBUTING.md", "make setup"): _BUILDS,
    ("docs/how/map.md", "cli"): _DRAWN,
    ("CONTRIBUTING.md", "auction: Bar seats that cannot pay"): _DRAWN,
    ("docs/bots.md", "def choose(self, seen: Seen) -> Action"): _DRAWN,
    ("docs/bots.md", "def think(self, seen: Seen) -> Thought"): _DRAWN,
    ("docs/bots/training.md", "kuhstall tune kuhhandel/2"): f"{TRIED_BY}{_TUNED}",
    ("docs/bots/training.md", "kuhstall tune kuhfstein"): f"{TRIED_BY}{_PLANNED}",
    ("docs/bots.md", "miser.py"): f"{_EXAMPLES}test_the_tournament_of_the_page_runs_as_two_files",
    (
        "docs/bots.md",
        "tournament.py",
    ): f"{_EXAMPLES}test_the_tournament_of_the_page_runs_as_two_files",
    ("docs/bots/wire.md", "stingy_bot.mjs"): f"{_EXAMPLES}test_the_examples_play_whole_games_at_a",
    ("docs/bots.md", '[project.entry-points."kuhstall.bots"]'): "part of a package of yours",
    (
        "docs/bots/wire.md",
        "kuhstall bot http://127.0.0.1:8000 --bots miser:Miser --name Bella",
    ): "needs a server and the bot of another page",
    ("docs/curl.md", "kuhstall serve --store kuhstall.db"): _CURL,
    ("docs/curl.md", "curl -s -c cookies"): _CURL,
    ("docs/curl.md", "kuhstall bot http://127.0.0.1:8000"): _CURL,
    ("docs/curl.md", "curl -s http://127.0.0.1:8000/api/tables/$TABLE/transcript"): _CURL,
    ("docs/slaps.md", "credit = what the client says it did not take"): _DRAWN,
    ("docs/fairness.md", "kuhstall verify TRANSCRIPT --receipts"): _RECEIPTS,
    ("docs/host/club.md", "cp env.example .env"): _CONTAINERS,
    ("docs/host/operating.md", "kuhstall admin ban 203.0.113.0/24"): _BANS,
    ("docs/host/club.md", "certbot certonly --standalone --domain kuhstall.example"): _PUBLIC,
    ("docs/host/club.md", "mkdir -p certificates challenges"): _CONTAINERS,
    ("docs/host/club.md", "docker compose up --build --detach"): _CONTAINERS,
    ("docs/host/club.md", "docker compose ps"): _CONTAINERS,
    ("docs/host/club.md", "docker compose exec node1 kuhstall admin tables"): _CONTAINERS,
    ("docs/host/club.md", "docker compose exec --no-TTY postgres pg_dump"): _CONTAINERS,
    ("docs/host/cluster.md", "docker build --file deploy/Dockerfile"): _CONTAINERS,
    ("docs/host/cluster.md", "kubectl apply --filename"): _CONTAINERS,
    ("docs/host/cluster.md", "kubectl apply --kustomize"): _CONTAINERS,
    ("docs/host/cluster.md", "rules:"): _CONTAINERS,
    ("docs/host/cluster.md", "kubectl --namespace kuhstall set image"): _CONTAINERS,
    ("docs/host/cluster.md", "kubectl --namespace kuhstall delete statefulset"): _CONTAINERS,
    ("docs/host/index.md", "KUHSTALL_STORE=postgresql://…"): f"{_YOURS}{_RESTORE}",
    ("docs/host/backup.md", "kuhstall admin --store postgresql://…"): f"{_YOURS}{_RESTORE}",
    ("docs/host/backup.md", "createdb --owner=kuhstall kuhstall_again"): f"{_YOURS}{_RESTORE}",
    ("docs/host/data.md", "DELETE FROM tables WHERE id"): f"{_YOURS}it is SQL",
    ("docs/host/systemd.md", "apt-get install"): _MACHINE,
    ("docs/host/systemd.md", "tar --extract"): _MACHINE,
    ("docs/host/systemd.md", "set -a; . /etc/kuhstall"): _MACHINE,
    ("docs/host/systemd.md", "su postgres -c"): _MACHINE,
    ("docs/host/systemd.md", "install -D --mode=0600 deploy/systemd"): _MACHINE,
    ("docs/host/systemd.md", "cp deploy/systemd/kuhstall@.service"): _MACHINE,
    ("docs/host/systemd.md", "nats-server --addr 127.0.0.1 &"): _MACHINE,
    ("docs/host/systemd.md", "curl --fail --retry 20"): _MACHINE,
    ("docs/host/systemd.md", "export SITE=kuhstall.example"): _MACHINE,
    ("docs/host/systemd.md", "openssl req -x509"): _MACHINE,
    ("docs/host/systemd.md", "curl --fail --insecure --resolve"): _MACHINE,
    ("docs/host/systemd.md", "systemctl restart kuhstall@8001"): _MACHINE,
    ("docs/host/systemd.md", "/opt/kuhstall/bin/pip install --require-hashes"): _MACHINE,
    ("docs/how/index.md", "options ──► action"): _DRAWN,
    (
        "docs/simulation.md",
        ".venv/bin/python -m bench.pace",
    ): "takes as long as a game of people does",
    ("docs/how/theatre.md", "step ──► scenes"): _DRAWN,
    ("docs/index.md", "pipx install"): _INSTALLS,
    ("docs/install.md", "make setup release"): _BUILDS,
    ("docs/install.md", "pipx install dist/"): _INSTALLS,
    ("docs/install.md", "python3 -m venv ~/kuhstall"): _INSTALLS,
    ("docs/host/metrics.md", "kuhstall canary"): _CANARY,
    ("docs/install.md", "kuhstall admin --store ~/.local/share"): _INSTALLS,
    ("docs/install.md", "pipx uninstall kuhstall"): _INSTALLS,
    ("docs/kuhfstein-cards.md", "[[card]]"): "one card of a file; all of it would be the block",
    (
        "docs/kuhfstein-cards.md",
        "kuhstall: my-cards.toml, line 73",
    ): f"{TRIED_BY}tests/games/kuhfstein/test_patterns.py::test_a_card_file_with_an_error",
    ("docs/protocol.md", "digest(a, b, …)"): _DRAWN,
    ("docs/protocol.md", "commitment of an answer = digest("): _DRAWN,
    (
        "docs/protocol.md",
        "game ",
    ): f"{TRIED_BY}tests/server/test_protocol_document.py::test_the_worked_example_of_a_fair_deal",
    ("docs/release.md", "make release"): _BUILDS,
    ("docs/release.md", "git tag --annotate"): _PUBLISHES,
    ("docs/bots/training.md", "import pyspiel"): _OPENSPIEL,
    ("docs/simulation.md", "make slow"): _SLOW_GAMES,
}
"""By the beginning of its first line, or by its title."""


class Block(Struct, frozen=True):
    """A block of a page: what it is called in the lists above, its language, and its text."""

    page: str
    line: int
    language: str
    title: str
    text: str

    @property
    def first(self) -> str:
        return self.title or self.text.split("\n", 1)[0].strip()

    @property
    def key(self) -> tuple[str, str]:
        return self.page, self.first

    @property
    def lines(self) -> list[str]:
        """What is typed, line by line, without what is said about it."""
        whole = self.text.replace("\\\n", " ").split("\n")
        return [line.split("  # ")[0].strip() for line in whole if line.strip()]

    @property
    def reason(self) -> str | None:
        """Say why it is not run, if it is not."""
        for (page, beginning), reason in NOT_RUN.items():
            if page == self.page and self.first.startswith(beginning):
                return reason
        return None


def pages() -> Iterator[Path]:
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md"))
    for page in sorted(ROOT.glob("docs/**/*.md")):
        if not page.relative_to(ROOT).as_posix().startswith(NOT_OURS + TRANSLATED):
            yield page


def blocks() -> list[Block]:
    """Read all blocks of all pages but those of the wire, whose examples have a test of their own.

    `tests/server/test_protocol_document.py` holds each JSON example to the type that it names.
    """
    found = []
    parse = MarkdownIt("commonmark").parse
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        for token in parse(page.read_text(encoding="utf-8")):
            if token.type not in {"fence", "code_block"} or token.map is None:
                continue
            language, _, rest = token.info.partition(" ")
            title = re.fullmatch(r'title="(.*)"', rest)
            if name == "docs/protocol.md" and language == "json":
                continue
            titled = title[1] if title else ""
            found.append(Block(name, token.map[0] + 1, language, titled, token.content))
    return found
