"""One run, as a worker computes it. Everything here can be pickled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ftl_lab import _ftl_lab


@dataclass(frozen=True)
class Task:
    """A scenario (JSON), and the name of its trace and how that is read, if it has one."""

    scenario: str
    trace: tuple[str, str] | None = None


@lru_cache(maxsize=2)
def _opened(file: bytes) -> _ftl_lab.Trace:
    return _ftl_lab.Trace(file)


def compute(task: Task, trace: _ftl_lab.Trace | bytes | None = None) -> str:
    """Runs it; gives ``"report":{...}`` or ``"failure":{...}``. A trace may come as the bytes of its columnar file."""
    if isinstance(trace, bytes):
        trace = _opened(trace)
    return _ftl_lab.run(task.scenario, task.trace[0] if task.trace else None, trace)
