"""What is packed for the browser: all that our modules can import, the same each time."""

from __future__ import annotations

import json
import marshal
import os
import re
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from kuhstall.server.http.headers import POLICY
from release.parts import CLIENT, ROOT
from web.offline import pack

WEB = ROOT / "web"
built = pytest.mark.skipif(not (CLIENT / "offline.json").is_file(), reason="`make web` builds it")


def modules(folder: Path, files: dict[str, str]) -> pack.Modules:
    rooms = {f"{room.replace('.', '/')}/__init__.py": "" for room in pack.ALL_OF}
    for name, text in ({"kuhstall/__init__.py": ""} | rooms | files).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return pack.Modules(folder)


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    text = (
        "from typing import TYPE_CHECKING\n"
        "import a.b\n"
        "try:\n    import c\nexcept ImportError:\n    from . import d\n"
        "if TYPE_CHECKING:\n    import e\nelse:\n    import f\n"
        "def late():\n    from ..g import h\n"
    )
    found = modules(tmp_path, {"kuhstall/games/one.py": text})
    at_once = {"typing", "typing.TYPE_CHECKING", "a.b", "c", "f"}
    at_once |= {"kuhstall.games", "kuhstall.games.d"}
    assert found.imports("kuhstall.games.one", late=False) == at_once
    later = {"kuhstall.g", "kuhstall.g.h"}
    assert found.imports("kuhstall.games.one", late=True) == at_once | later


def test_what_cannot_be_imported_offline_is_left_out_with_those_who_need_it(tmp_path: Path) -> None:
    found = modules(
        tmp_path,
        {
            "kuhstall/bots/fast.py": "import numba.core",
            "kuhstall/bots/above.py": "from kuhstall.bots import fast",
            "kuhstall/bots/either.py": "def search():\n    from kuhstall.bots.above import deep",
            "kuhstall/server/__init__.py": "",
            "kuhstall/server/worker.py": "import kuhstall.server.wire",
            "kuhstall/server/wire.py": "",
            "kuhstall/server/database.py": "",
        },
    )
    packed = pack.ours(found, ["kuhstall.server.worker"])
    assert [name for name in packed if name.startswith(("kuhstall.bots.", "kuhstall.server"))] == [
        *("kuhstall.bots.either", "kuhstall.server", "kuhstall.server.wire"),
        "kuhstall.server.worker",
    ]
    assert pack.missing(found, packed, []) == []
    with pytest.raises(pack.PackError, match="there is no module"):
        pack.ours(found, ["kuhstall.server.none"])


def test_what_is_imported_late_and_is_not_there_is_told(tmp_path: Path) -> None:
    text = (
        "import json.tool\ndef late():\n    import shelve\n    from collections import abc, deque"
    )
    found = modules(tmp_path, {"kuhstall/games/one.py": text})
    packed = pack.ours(found, [])
    lacking = ["kuhstall.games.one wants json.tool", "kuhstall.games.one wants shelve"]
    assert pack.missing(found, packed, ["collections"]) == lacking
    assert pack.missing(found, packed, ["collections", "json.tool", "shelve"]) == []


def test_an_archive_is_always_the_same_and_says_nothing_of_its_machine(tmp_path: Path) -> None:
    sources = {"b.py": '"""Told."""\nONE = 1\n', "a/box.toml": "cows = 4\n"}
    archives = []
    for name in ("here", "there"):
        files = [tmp_path / name / file for file in sources]
        for file, text in zip(files, sources.values(), strict=True):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        archives.append(pack.archive(pack.compiled(tmp_path / name, files)))
        files.reverse()
    assert archives[0] == archives[1]
    assert str(tmp_path).encode() not in archives[0]
    with zipfile.ZipFile(BytesIO(archives[0])) as made:
        assert made.namelist() == ["a/box.toml", "b.pyc"]
        assert {one.compress_type for one in made.infolist()} == {zipfile.ZIP_STORED}
        code = marshal.loads(made.read("b.pyc")[16:])  # noqa: S302 -- made here
    assert "Told." not in code.co_consts


def test_our_own_modules_can_be_packed() -> None:
    """The packer looks again, with the library of Pyodide; this tells sooner."""
    found = pack.Modules(ROOT / "src")
    packed = pack.ours(found, ["kuhstall.server.wire.session", "kuhstall.server.table.service"])
    assert {"kuhstall.bots.registry", "kuhstall.games.kuhhandel.world"} < set(packed)
    assert not [name for name in packed if "playing" in name or name.startswith("kuhstall.cli")]
    wanted = {one.split(" wants ")[1].partition(".")[0] for one in pack.missing(found, packed, [])}
    assert not wanted & {"kuhstall", "nats", "prometheus_client", "starlette", "asyncpg"}


# What was built


@built
def test_the_list_names_each_file_by_its_content_and_tells_its_size() -> None:
    told = json.loads((CLIENT / "offline.json").read_text(encoding="utf-8"))
    assert set(told["files"]) == {
        *("kuhstall.zip", "lock.json", "msgspec.zip", "pyodide.asm.mjs", "pyodide.asm.wasm"),
        *("pyodide.mjs", "stdlib.zip"),
    }
    for name, path in told["files"].items():
        stem, _, suffix = name.rpartition(".")
        assert re.fullmatch(rf"/offline/{re.escape(stem)}\.[0-9a-f]{{12}}\.{suffix}", path)
        assert (CLIENT / path[1:]).stat().st_size == told["bytes"][name]
    packed = {file.name: file.stat().st_size for file in (CLIENT / "offline").glob("*.br")}
    assert set(packed) == {f"{Path(path).name}.br" for path in told["files"].values()}
    assert sum(packed.values()) == told["compressed"] <= 5_000_000


@built
def test_pyodide_asks_for_the_names_that_there_are() -> None:
    told = json.loads((CLIENT / "offline.json").read_text(encoding="utf-8"))["files"]
    script = (CLIENT / told["pyodide.mjs"][1:]).read_text(encoding="utf-8")
    for name in ("pyodide.asm.mjs", "pyodide.asm.wasm"):
        assert Path(told[name]).name in script
        assert name not in script
    assert "sourceMappingURL" not in script


@built
def test_all_tables_and_no_secrets_are_in_it() -> None:
    told = json.loads((CLIENT / "offline.json").read_text(encoding="utf-8"))["files"]
    with zipfile.ZipFile(CLIENT / told["kuhstall.zip"][1:]) as ours:
        names = set(ours.namelist())
        assert {one.compress_type for one in ours.infolist()} == {zipfile.ZIP_STORED}
        assert {one.date_time for one in ours.infolist()} == {pack.DATE}
    data = {file.relative_to(ROOT / "src").as_posix() for file in pack.data_files(ROOT / "src")}
    assert data < names
    code = {name for name in names - data if name.endswith(".pyc")}
    assert code == names - data
    assert {"kuhstall/games/registry.pyc", "kuhstall/bots/registry.pyc"} < code


@built
def test_the_service_worker_fetches_none_of_it_in_advance() -> None:
    worker = (CLIENT / "sw.js").read_text(encoding="utf-8")
    assert '"/"' in worker
    assert "offline/" not in worker
    assert "offline.json" not in worker


# What is built into the wheel, and for static hosts


def test_the_wheel_has_what_the_server_serves(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE", "THIRD_PARTY.md", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path / name)
    package = tmp_path / "src/kuhstall"
    for name in (
        *("__init__.py", "client/index.html", "client/offline.json", "client/assets/a.js"),
        *("client/offline/kuhstall.1a.zip", "client/offline/kuhstall.1a.zip.br"),
    ):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).touch()
    script = (
        "from hatchling.builders.wheel import WheelBuilder\n"
        "for one in WheelBuilder('.').recurse_included_files(): print(one.distribution_path)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == {
        *("kuhstall/__init__.py", "kuhstall/client/index.html", "kuhstall/client/offline.json"),
        *("kuhstall/client/assets/a.js", "kuhstall/client/offline/kuhstall.1a.zip.br"),
    }


@built
def test_a_static_host_gets_plain_files_under_the_same_policy(tmp_path: Path) -> None:
    out = tmp_path / "static"
    words = ["node", "offline/run.mjs", "static"]
    environment = {**os.environ, "OUT": str(out), "POLICY": POLICY}
    subprocess.run(words, cwd=WEB, env=environment, check=True, capture_output=True)
    assert not list(out.rglob("*.br"))
    assert not (out / "preview").exists()
    told = json.loads((out / "offline.json").read_text(encoding="utf-8"))
    assert all((out / path[1:]).is_file() for path in told["files"].values())
    page = (out / "index.html").read_text(encoding="utf-8")
    for path in ("404.html", "offline/index.html"):
        assert (out / path).read_text(encoding="utf-8") == page
    assert '<meta name="kuhstall-host" content="static" />' in page
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert page.index(policy) < min(page.index("<script"), page.index("<link"))
    assert set(POLICY.split("; ")) - set(policy.split("; ")) == {"frame-ancestors 'none'"}
    assert set(policy.split("; ")) < set(POLICY.split("; "))
    assert not re.findall(r'(?:src|href)="(?!/)', page)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/letter.txt").touch()
    other = {**environment, "OUT": str(tmp_path / "other")}
    refused = subprocess.run(words, cwd=WEB, env=other, check=False, capture_output=True)
    assert refused.returncode == 1
    assert (tmp_path / "other/letter.txt").is_file()
