"""An executor on Ray: the same plan on a cluster. Needs the extra: ``pip install ftl-lab[ray]``."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any, Callable

import ray


class RayExecutor(Executor):
    """Runs each task on a core of the cluster that ``ray.init`` found, or of this machine.

    A task whose worker or node is lost is run again, ``retries`` times; a result reaches its future once.
    """

    def __init__(self, retries: int = 3) -> None:
        if not ray.is_initialized():
            ray.init()
        self._max_workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._task = ray.remote(num_cpus=1, max_retries=retries)(_call)

    def share(self, value: Any) -> ray.ObjectRef:
        """Puts a value into the object store: it goes to each node once."""
        return ray.put(value)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future:
        # Ray replaces references among the arguments by their values before it runs the task.
        return self._task.remote(fn, *args, **kwargs).future()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Does nothing: Ray ends where it was started."""


def _call(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return fn(*args, **kwargs)
