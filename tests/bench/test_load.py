"""`kuhstall load`: a short run of everything it measures, and what it refuses."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bench.load import processes, sampler
from bench.load.overload import lag_below
from bench.load.rounds import p99
from kuhstall.cli import main

POSTGRES = os.environ.get("KUHSTALL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")


def test_it_measures_the_server_beside_its_floors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = tmp_path / "profile"
    words = ["--seconds", "1", "--rounds", "1", "--tables", "2", "--json"]
    address = f"{POSTGRES}/postgres"

    assert main(["load", "--postgres", address, "--profile", str(profile), *words]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["ratio"] > 0
    assert told["ratio_to_grouped_floor"] > 0
    assert told["floor_p99_ms"] > 0
    assert told["p99_ms"] > 0
    assert told["void"]
    assert "the server was profiled" in told["reasons"]
    (one,) = told["rounds"]
    assert set(one) == {"server", "floor", "grouped_floor"}
    for figures in one.values():
        assert figures["commands"] > 0
        assert figures["errors"] == figures["refused"] == 0
        assert figures["server_us"] > 0
    assert one["server"]["frame_bytes"] > 1000
    assert told["profile"]
    assert "views.py" in profile.read_text()  # in some stack: which ones lead is up to the machine


@pytest.mark.slow
def test_it_measures_a_node_with_too_much_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--overload", "--seconds", "1", "--tables", "40", "--json"]

    assert main(["load", "--postgres", f"{POSTGRES}/postgres", *words]) == 0

    told = json.loads(capsys.readouterr().out)["overload"]
    assert told["peak_per_second"] > 0
    assert told["share"] > 0
    assert told["p99_ms"] >= told["p50_ms"] > 0
    assert told["sockets_lost"] == told["refused_otherwise"] == 0
    assert set(told["shed"]) == {"table", "visitor", "command"}
    assert told["busy"] == told["shed"]["command"]
    assert told["machine"]["work_ms"][0] > 0


def test_what_99_lags_of_100_stay_below_is_read_from_the_buckets() -> None:
    name = "kuhstall_loop_lag_seconds_bucket"
    before = {f"{name} 0.05": 10.0, f"{name} 0.1": 10.0, f"{name} +Inf": 10.0}
    after = {f"{name} 0.05": 60.0, f"{name} 0.1": 110.0, f"{name} +Inf": 110.0}
    assert lag_below(before, after) == 100.0
    assert lag_below(before, {**after, f"{name} +Inf": 500.0}) is None


def test_without_a_database_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "--postgres", "postgresql://postgres@127.0.0.1:1/postgres"]) == 2

    assert "no PostgreSQL at" in capsys.readouterr().err


def test_without_a_checkout_it_says_where_to_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kuhstall.cli.load.CHECKOUT", tmp_path)

    assert main(["load"]) == 2

    assert "`make load` in a checkout" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "soon", "1000"])
def test_it_wants_a_sensible_time(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["load", f"--seconds={text}"])

    assert "is not a number of seconds" in capsys.readouterr().err


def test_99_of_100_stay_below() -> None:
    assert p99([]) == 0
    assert p99([0.5]) == 0.5
    assert p99([float(number) for number in range(1000)]) == 990


def test_the_books_balance() -> None:
    before = processes.account({"self": os.getpid()})
    while processes.account({"self": os.getpid()}).since(before).groups["self"] < 0.05:
        sum(range(10_000))

    used = processes.account({"self": os.getpid()}).since(before)
    assert used.groups["self"] >= 0.05
    assert used.foreign >= 0
    assert processes.resident(os.getpid()) > 2**20


def test_a_profile_is_read_by_own_time(tmp_path: Path) -> None:
    path = tmp_path / "profile"
    path.write_text("main;play;view 30\nmain;play 10\n")

    first, second = sampler.top(str(path), 2)

    assert (first.function, first.own, first.all) == ("view", 0.75, 0.75)
    assert (second.function, second.own, second.all) == ("play", 0.25, 1.0)
