"""Where the games of a tournament are played: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final, Protocol

from kuhstall.arena.tournament import Batch, Tournament, play
from kuhstall.engine.values import Refused

_NO_CLUSTER: Final = (
    "no Ray cluster answered at {}; if it asks for a token, set RAY_AUTH_MODE=token and"
    " RAY_AUTH_TOKEN"
)


class Executor(Protocol):
    """Plays batches, and hands each one over as soon as it is done, in any order."""

    def run(self, cup: Tournament, batches: Sequence[Sequence[int]]) -> Iterator[Batch]: ...


class LocalProcesses:
    """Processes of this machine; with one job everything is played in this very process."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, cup: Tournament, batches: Sequence[Sequence[int]]) -> Iterator[Batch]:
        if self._jobs == 1:
            yield from (play(cup, batch) for batch in batches)
            return
        with ProcessPoolExecutor(self._jobs, mp_context=get_context("spawn")) as processes:
            waiting = [processes.submit(play, cup, batch) for batch in batches]
            try:
                for done in as_completed(waiting):
                    yield done.result()
            finally:
                processes.shutdown(cancel_futures=True)


class RayCluster:
    """A Ray cluster, by its address, or one that is started here and stopped again.

    A round trip costs milliseconds and a start ten seconds: for many games on many machines. The
    token of a cluster is Ray's own business, which reads it from the environment.
    """

    def __init__(self, address: str | None) -> None:
        self._address = address

    def run(self, cup: Tournament, batches: Sequence[Sequence[int]]) -> Iterator[Batch]:
        with self._connected() as ray:
            remote = ray.remote(play)
            shared = ray.put(cup)
            waiting = [remote.remote(shared, batch) for batch in batches]
            while waiting:
                (done, *_), waiting = ray.wait(waiting, num_returns=1)
                yield ray.get(done)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        try:
            ray: Any = import_module("ray")  # an extra, which few have
        except ImportError as error:
            raise Refused("no_ray", "Ray is not installed: pip install 'kuhstall[ray]'") from error
        try:
            ray.init(address=self._address, include_dashboard=False, log_to_driver=False)
        except ConnectionError as error:  # the same whether nobody is there or the token is wrong
            raise Refused("no_ray_cluster", _NO_CLUSTER.format(self._address)) from error
        try:
            yield ray
        finally:
            ray.shutdown()
