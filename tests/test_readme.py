"""Runs the commands that the README and its first pages tell people to type."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.machine import patience
from tests.server.serving import PATIENCE, _await_ready

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


def commands(page: str) -> list[str]:
    """Return the indented blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        re.sub(r"^    ", "", block, flags=re.MULTILINE).strip()
        for block in re.findall(r"(?:^    .*\n)+", text, flags=re.MULTILINE)
    ]


def test_the_readme_begins_with_a_picture_and_leads_to_pages_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "![" in text.split("\n## ")[0]
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert not [link for link in links if not (ROOT / link).exists()]


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 70


@pytest.mark.slow
def test_a_table_is_served_and_a_game_finished_as_the_page_on_curl_says(tmp_path: Path) -> None:
    serve, create, play, check = commands("docs/curl.md")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    environment = {
        **os.environ,
        "KUHSTALL_PORT": port,
        "KUHSTALL_TEMPO": "0.02",
        "KUHSTALL_EASE": "0",
    }

    def typed(lines: str) -> str:
        ours = lines.replace("kuhstall ", f"{BIN}/kuhstall ").replace(":8000", f":{port}")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", ours],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=patience(120),
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    words = [f"{BIN}/kuhstall", *serve.split()[1:]]
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as node:
        try:
            _await_ready(f"http://127.0.0.1:{port}", node)
            shown = typed(create)
            assert '"code":"' in shown
            assert '"stage":"playing"' in shown
            assert '"options":[' in shown
            played = typed(play)
            assert '"phase":"ended"' in played
            (table,) = re.findall(r"table ([a-z0-9]{26})", played)
            assert typed(f"TABLE={table}\n{check}").startswith("server alone: ")
        finally:
            node.terminate()
            node.wait(patience(PATIENCE))
